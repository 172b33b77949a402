"""Who may have a match shown again or go on with it, and where it may be shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, Place, Player, Posting, Stage
from bot.match.showing import (
    must_be_postable,
    must_be_repostable,
    must_be_resumable,
    must_be_seen_by_all,
    must_be_shown_outside,
)
from games.core.i18n import gettext, join_list
from games.core.status import Seat
from tests.bot.table import ANA, BEN, EVE, HERE

MATCH = Match(
    MatchId(1), "K7QFM", "choccer", 1, {}, (Player(Seat(0), ANA.user, "Ana"), Player(Seat(1), BEN.user, "Ben")),
    ANA.user, HERE, stage=Stage.LIVE,
)  # fmt: skip
PAUSED = replace(MATCH, stage=Stage.PAUSED)
SHOWN, LOST = Posting(MATCH.id, thread=5), Posting(MATCH.id, lost=True)
ALONE = Place(None, 30)
CONVERSATION = Place(None, 30, external=True)
NOTHING = join_list([])


def test_players_have_the_board_of_a_running_match_posted_again() -> None:
    must_be_repostable(MATCH, BEN.user)
    must_be_repostable(PAUSED, BEN.user)


def test_a_board_is_not_posted_again_for_those_who_watch() -> None:
    with pytest.raises(Refused, match="Only players"):
        must_be_repostable(MATCH, EVE.user)


def test_a_board_is_not_posted_again_after_the_end() -> None:
    with pytest.raises(Refused, match="is over"):
        must_be_repostable(replace(MATCH, stage=Stage.OVER), ANA.user)


@pytest.mark.parametrize("match, posting", [(PAUSED, SHOWN), (PAUSED, LOST), (MATCH, LOST)])
def test_a_match_that_is_paused_or_not_shown_is_resumed_by_its_players(match: Match, posting: Posting) -> None:
    must_be_resumable(match, ANA.user, posting)
    with pytest.raises(NotAllowed, match="Only its players"):
        must_be_resumable(match, EVE.user, posting)


def test_a_running_match_that_is_shown_is_not_resumed() -> None:
    with pytest.raises(Refused, match="Match #K7QFM is still running"):
        must_be_resumable(MATCH, ANA.user, SHOWN)


@pytest.mark.parametrize("place", [HERE, Place(11, 21), CONVERSATION])
def test_a_match_of_one_server_is_resumed_where_others_read_too(place: Place) -> None:
    must_be_seen_by_all(MATCH, place)


def test_a_match_of_several_people_is_not_resumed_in_private() -> None:
    with pytest.raises(Refused, match="Only you can see this"):
        must_be_seen_by_all(MATCH, ALONE)


def test_a_match_of_one_person_is_resumed_in_private() -> None:
    must_be_seen_by_all(replace(MATCH, players=(MATCH.players[0], Player(Seat(1), None, "AI", ai="easy"))), ALONE)


def test_a_match_across_servers_is_resumed_on_the_side_it_is_seen_from() -> None:
    across = replace(MATCH, other=Place(11, 21))
    must_be_seen_by_all(across, Place(HERE.guild, 99))
    for place in (Place(11, 21), Place(12, 22), ALONE):
        with pytest.raises(Refused, match="Resume it on your own server"):
            must_be_seen_by_all(across, place)


@pytest.mark.parametrize("guild, words", [(None, "Leave out `private`"), (7, "I'm not a member here")])
def test_a_private_match_is_not_shown_where_the_bot_is_not(guild: int | None, words: str) -> None:
    with pytest.raises(Refused, match=words):
        must_be_shown_outside(Place(guild, 30, external=True), private=True, shown_to_all=True)


def test_a_match_is_shown_outside_where_everybody_sees_the_answers() -> None:
    outside = Place(7, 30, external=True)
    must_be_shown_outside(outside, private=False, shown_to_all=True)
    with pytest.raises(Refused, match="to you alone"):
        must_be_shown_outside(outside, private=False, shown_to_all=False)


def test_a_private_match_is_posted_where_private_threads_are() -> None:
    must_be_postable(HERE, private=True, private_threads=True, absent=NOTHING)
    must_be_postable(HERE, private=False, private_threads=False, absent=NOTHING)
    with pytest.raises(Refused, match="There are no private threads here"):
        must_be_postable(HERE, private=True, private_threads=False, absent=NOTHING)


def test_what_the_bot_may_not_do_is_named_with_the_channel() -> None:
    with pytest.raises(Refused) as refused:
        must_be_postable(HERE, private=False, private_threads=True, absent=gettext("Embed Links"))
    assert str(refused.value) == (
        "I can't post here: I need Embed Links in <#20>. A server manager can open /setup "
        "and press **Permission check**."
    )


def test_in_a_direct_message_every_match_is_posted() -> None:
    must_be_postable(ALONE, private=True, private_threads=False, absent=gettext("Embed Links"))
