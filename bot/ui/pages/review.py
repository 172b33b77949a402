"""/review: how a finished match was played, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from discord import ui

from bot.match.clock import NO_CLOCK
from bot.match.model import LogEntry, Match, Stage
from bot.match.names import names_of, with_names
from bot.match.play import game_of, state_at
from bot.match.reviews import JudgedTurn, Review, Verdict, position_before
from bot.match.turn_draft import draft_of, draft_table, is_drafted, with_typed
from bot.match.turns import ToldTurn
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import bare, plain
from bot.ui.i18n.language import Language
from bot.ui.limits import ALT_TEXT, clip
from bot.ui.pages.card import thread_name, title
from bot.ui.pages.match_view import advice_marks, board_table, last_turn, with_players, with_turn_number
from bot.ui.pages.turn_lines import MOST_WORDS
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.sentences import end_sentence
from games.core.status import Seat
from games.core.table import Table
from render.cards.review import Course, Moment, Reviewed
from render.cards.review import review as draw_card
from render.theme import ThemeName

VERDICTS: dict[Verdict, Message] = {
    "inaccuracy": gettext("Inaccuracy"),
    "mistake": gettext("Mistake"),
    "blunder": gettext("Blunder"),
}
GLYPHS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_MOST_BETTER = 1200
"""The longest description of what was better, in characters."""
_PAIR = 2


def summary(
    match: Match, review: Review, log: Sequence[LogEntry], shown: items.Item | None, language: Language
) -> ui.LayoutView:
    """Return the review's summary: the card or words, and the moments with a button for each."""
    rows: list[items.Item] = [items.text(_head(match, review, language, told=shown is None))]
    if shown is not None:
        rows.append(shown)
    lines = [_moment_line(match, log, turn, number, language) for number, turn in enumerate(review.moments, 1)]
    if lines:
        heading = language.ngettext("Key moment", "Key moments", len(lines))
        rows.append(items.text("\n".join((f"**{heading}**", *lines))))
    else:
        rows.append(items.text(language.gettext("The AI found no mistakes.")))
    rows.append(items.buttons(*_moment_buttons(match, review, None, language), _share(match, language)))
    return items.layout(*rows)


def shared_by(name: str, language: Language) -> str:
    """Return who shares this, as Markdown."""
    return f"-# {language.gettext('Shared by {name}', name=plain(name))}"


def shared_summary(
    match: Match, review: Review, log: Sequence[LogEntry], shown: items.Item | None, by: str, language: Language
) -> ui.LayoutView:
    """Return the public summary, naming who shares it; its button opens a private one."""
    whole = summary(match, review, log, shown, language)
    whole.remove_item(whole.children[-1])
    whole.add_item(items.text(shared_by(by, language)))
    return whole.add_item(items.buttons(items.button(Click("review", match.id), language.gettext("Review"))))


def moment_page(
    match: Match,
    review: Review,
    log: Sequence[LogEntry],
    chosen: JudgedTurn,
    boards: tuple[items.Item, items.Item] | None,
    language: Language,
) -> ui.LayoutView:
    """Return one of the moments: what was played and what was better, each with its board or in words."""
    played, better = ((board,) for board in boards) if boards else ((), ())
    number = review.moments.index(chosen) + 1
    name = plain(language(names_of(match)[chosen.seat]))
    chances = language.gettext(
        "{name}'s winning chances: {best}% with the better turn, {played}% with this one.",
        name=name, best=round(100 * (chosen.best_share or 0)), played=round(100 * (chosen.played_share or 0)),
    )  # fmt: skip
    return items.layout(
        items.text(f"### {title(match, language)}\n{_moment_line(match, log, chosen, number, language)}\n{chances}"),
        *played,
        items.text(f"**{language.gettext('Better')}** · {better_words(match, chosen, language)}"),
        *better,
        items.buttons(
            *_moment_buttons(match, review, chosen, language),
            items.button(Click("review-whole", match.id), language.gettext("Whole match")),
            items.button(Click("replay-open", match.id, 0, str(chosen.last + 1)), language.gettext("Replay from here")),
        ),
    )


def judgement(match: Match, turn: JudgedTurn | None, language: Language) -> str:
    """Return what a replay says about a turn, as Markdown; empty for a good one."""
    if turn is None or not turn.verdict:
        return ""
    return f"**{_verdict(turn, language)}** · {language.gettext('Better')}: {better_words(match, turn, language)}"


def better_words(match: Match, turn: JudgedTurn, language: Language) -> str:
    """Return what would have been better and why, with the player's name."""
    return end_sentence(plain(language(with_names(match, turn.why)), _MOST_BETTER))


def better_table(match: Match, log: Sequence[LogEntry], turn: JudgedTurn, language: Language) -> Table:
    """Return the board before a turn with the best move marked; for several steps, the board after them."""
    present = replace(
        match,
        position=position_before(match, log, turn.first),
        stage=Stage.LIVE,
        time=NO_CLOCK,
        deadline=None,
        outcome=None,
        players=tuple(replace(p, to_act=p.seat == turn.seat, clock=None, place=None) for p in match.players),
    )
    if is_drafted(present):
        table = draft_table(with_typed(draft_of(present, present.players[turn.seat], ()), turn.best))
    else:
        game = game_of(match)
        described = game.presenter.describe(state_at(match, present.position), turn.seat, game.rules.parse(turn.best))
        table = board_table(present, turn.seat).with_marks(*advice_marks(described.marks))
    return with_players(with_turn_number(table, turn.number), present, 0, None, language)


def draw_review(match: Match, review: Review, table: Table, theme: ThemeName, language: Language) -> bytes:
    """Draw the card as a PNG; `table` is one of the match, for the look of its game and players."""
    names = [bare(language(name)) for name in names_of(match)]
    turns = len(review.turns)
    curves = [_shares(review, player.seat, len(names)) for player in match.players]
    players = tuple(
        Reviewed(
            name, strip.role, _percent(review.accuracy(seat), language), _counts(review, seat, language), curves[seat]
        )
        for name, strip, seat in zip(names, table.players, (player.seat for player in match.players), strict=True)
    )
    numbers = {turn.first: number for number, turn in enumerate(review.moments, 1)}
    moments = tuple(
        Moment(turn.seat, index / turns, dict(curves[turn.seat])[index / turns], numbers.get(turn.first))
        for index, turn in enumerate(review.turns)
        if turn.verdict
    )
    course = Course(players, moments, turns, table.skin)
    return draw_card(thread_name(match, language), course, "", theme, language=language)


def review_alt(match: Match, review: Review, language: Language) -> str:
    """Return the card's alt text."""
    curve = language.gettext("A graph of who was ahead, turn by turn.")
    return clip(" ".join((curve, *(f"{line}." for line in _players(match, review, language)))), ALT_TEXT)


def _head(match: Match, review: Review, language: Language, *, told: bool) -> str:
    lines = [f"### {title(match, language)}"]
    return "\n".join((*lines, *_players(match, review, language))) if told else lines[0]


def _players(match: Match, review: Review, language: Language) -> list[str]:
    """Return how well each player played, in words."""
    found = []
    for player, name in zip(match.players, names_of(match), strict=True):
        accuracy = review.accuracy(player.seat)
        words = language.gettext("no turns reviewed")
        if accuracy is not None:
            words = language.gettext("accuracy {percent}", percent=_percent(accuracy, language))
        counts = _counts(review, player.seat, language)
        found.append(f"{plain(language(name))}: {words}{' · ' if counts else ''}{counts}")
    return found


def _counts(review: Review, seat: Seat, language: Language) -> str:
    """Return a player's flaws, such as "2 mistakes and 1 blunder"; empty for none."""
    inaccuracies, mistakes, blunders = (review.count(seat, verdict) for verdict in VERDICTS)
    counted = (
        (inaccuracies, ngettext("{n} inaccuracy", "{n} inaccuracies", inaccuracies)),
        (mistakes, ngettext("{n} mistake", "{n} mistakes", mistakes)),
        (blunders, ngettext("{n} blunder", "{n} blunders", blunders)),
    )
    found = [words for number, words in counted if number]
    return language(join_list(found)) if found else ""


def _shares(review: Review, seat: Seat, seats: int) -> tuple[tuple[float, float], ...]:
    """Return a player's share from turn to turn: with two players at each turn, with more at their own.

    Of two, each point is the average of what both see: whoever is to move sees a little more for themselves.
    """
    found = []
    for index, turn in enumerate(review.turns):
        if turn.share is not None and (turn.seat == seat or seats == _PAIR):
            found.append((index / len(review.turns), turn.share if turn.seat == seat else 1 - turn.share))
    if seats == _PAIR:
        found = [(at, (share + following) / 2) for (at, share), (_, following) in pairwise((*found, *found[-1:]))]
    if review.result:
        found.append((1.0, review.result[seat]))
    return tuple(found)


def _percent(accuracy: float | None, language: Language) -> str:
    return "" if accuracy is None else language.gettext("{percent}%", percent=f"{accuracy:.0f}")


def _verdict(turn: JudgedTurn, language: Language) -> str:
    return f"{language(VERDICTS[turn.verdict])} {GLYPHS[turn.verdict]}"


def _moment_line(match: Match, log: Sequence[LogEntry], turn: JudgedTurn, number: int, language: Language) -> str:
    """Return a line with the moment's number, its turn, verdict, and what was played."""
    told = last_turn(match, list(log[max(0, turn.first - 1) : turn.last + 1]), _last_turn(turn))
    words = "" if told is None else plain(language(with_names(match, told.description.words, told.entry)), MOST_WORDS)
    numbered = language.gettext("Turn {turn}", turn=turn.number)
    return f"**{number}** · {numbered} · **{_verdict(turn, language)}** · {words}."


def _last_turn(turn: JudgedTurn) -> ToldTurn:
    return ToldTurn(turn.number, turn.first, turn.last, turn.last + 1)


def _moment_buttons(
    match: Match, review: Review, chosen: JudgedTurn | None, language: Language
) -> list[ui.Button[ui.LayoutView]]:
    made = []
    for number, turn in enumerate(review.moments, 1):
        click = Click("review-moment", match.id, 0, str(turn.first))
        style = Style.primary if turn == chosen else Style.secondary
        made.append(items.button(click, language.gettext("Moment {number}", number=number), style))
    return made


def _share(match: Match, language: Language) -> ui.Button[ui.LayoutView]:
    return items.button(Click("review-share", match.id), language.gettext("Share here"))
