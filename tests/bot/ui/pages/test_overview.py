"""/games: the lists fit one message, however many matches somebody has."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
from bot.club.seeks import Seek
from bot.match.clock import read_time
from bot.match.model import Match, MatchId, Place, Player, Posting, Stage
from bot.ui.components import items
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.overview import LinkedMatch, match_page, overview
from games.core.status import Seat
from tests.bot.table import ANA, BEN
from tests.bot.ui.views import labels, text

PLACE = Place(1_300_000_000_000_000_000, 1_300_000_000_000_000_001)


def list_matches(
    count: int, stage: Stage = Stage.LIVE, *, mine: bool = True, names: tuple[str, ...] = ()
) -> list[LinkedMatch]:
    """So many matches of Ana's, who is to move or not."""
    names = names or ("Ana", "Ben")
    players = tuple(
        Player(Seat(seat), ANA.user if seat == 0 else BEN.user, name, to_act=(seat == 0) is mine)
        for seat, name in enumerate(names)
    )
    game = "choccer" if len(names) == 2 else "cyberzul"
    match = Match(MatchId(1), "K7QFM", game, 1, {}, players, ANA.user, PLACE, stage, read_time("3d"), deadline=10**12)
    posting = Posting(MatchId(1), thread=PLACE.channel + 2, board=PLACE.channel + 3, card=PLACE.channel + 4)
    return [LinkedMatch(replace(match, code=f"K7{number:03}"), posting) for number in range(count)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("names", [("Ana", "Ben"), ("A" * 32, "B" * 32), tuple("*_`~" * 8 for _ in range(4))])
@pytest.mark.parametrize("count", [1, 12, 25])
@pytest.mark.parametrize("looks", [False, True])
def test_the_lists_fit_one_message(count: int, names: tuple[str, ...], language: str, *, looks: bool) -> None:
    mine = [
        *list_matches(count, names=names),
        *list_matches(count, mine=False, names=names),
        *list_matches(count, Stage.INVITED, mine=False, names=names),
    ]
    others = [
        *list_matches(count, Stage.INVITED, mine=False, names=names),
        *list_matches(count, mine=False, names=names),
    ]
    every = tuple(games.keys())
    seek = Seek(ANA, PLACE, every, read_time("1d"), reach=100, expires=2_000_000_000_000) if looks else None
    view = overview(mine, others, ANA.user, Language(language), seek=seek, ways=[])
    assert len(text(view)) <= MESSAGE_TEXT
    assert text(view).count("###") == 5 + looks


def test_a_paused_match_waits_for_nobody() -> None:
    shown = text(overview(list_matches(1, Stage.PAUSED), [], ANA.user, ENGLISH, ways=[items.text("ways")]))
    assert shown.startswith("### Paused\n- ")
    assert "Waiting for others" not in shown
    assert "ways" not in shown


def test_what_does_not_fit_is_counted() -> None:
    shown = text(overview(list_matches(25), list_matches(25, mine=False), ANA.user, ENGLISH, ways=[]))
    turns, watched = shown.split("### To watch")
    for part in (turns, watched):
        lines = part.count("- [")
        assert 8 <= lines <= 12
        assert f"… and {25 - lines} more" in part


def test_the_page_of_a_match_leads_to_its_review_when_it_is_over() -> None:
    live, over = (list_matches(1, stage)[0] for stage in (Stage.LIVE, Stage.OVER))
    ended = replace(over, match=replace(over.match, ply=12))
    assert labels(match_page(live, ANA.user, None, ENGLISH)) == ["To the board", "Replay", "More"]
    assert labels(match_page(ended, ANA.user, None, ENGLISH)) == ["To the board", "Review", "Replay", "More"]
