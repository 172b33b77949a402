"""The board message, the only one of a match with live controls."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.club.ratings import RatingChange
from bot.match.clock import time_back
from bot.match.model import Match, Stage, ThreadLine
from bot.match.moderation import VOIDED
from bot.match.names import side_in_brackets
from bot.match.play import game_of, state_of
from bot.match.reasons import LEFT_SERVER, RAN_OUT_OF_TIME
from bot.match.reviews import can_be_reviewed
from bot.match.thread_lines import who_lost_seat
from bot.match.turn_draft import draft_of, is_drafted
from bot.ui.components import items
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain, relative
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT, OPTIONS
from bot.ui.pages import questions, requests
from bot.ui.pages.card import is_named_after, points, result, title
from bot.ui.pages.compose import first_rows
from bot.ui.pages.match_view import Last
from bot.ui.pages.people import address, address_player
from bot.ui.pages.quick import Quick, quick_controls
from bot.ui.pages.turn_lines import missed_lines, turn_line
from games.core.i18n import Message, gettext
from games.core.question import Question

PROMPT = "-# "
"""The prefix of the question above the buttons."""
_MOST_LINES = 6
"""The most lines in one message."""

_MOST_IN_LINE = 400
"""The longest description in one of these lines, in characters."""


def board(
    match: Match,
    last: Last | None,
    shown: items.Item,
    language: Language,
    quick: Sequence[Quick] = (),
    *,
    changes: Sequence[RatingChange] = (),
    back_to: int = 0,
) -> ui.LayoutView:
    """Return the message of the current position, with its picture or text board.

    `changes` is what the match, which has ended, did to the ratings; `back_to` is after how many turns the match would
    go on if the take-back that is asked for was agreed to.
    """
    top, *rest = header(match, last, language, changes, back_to=back_to).split("\n")
    controls = _buttons_after_end(match, language) if match.stage.ended else _live(match, language, quick)
    if last is not None and last.missed is not None:
        used = items.layout(items.text("\n".join([top, *rest])), shown, *controls).content_length()
        rest = [*missed_lines(match, last.missed, language, MESSAGE_TEXT - used), *rest]
    return items.layout(items.text("\n".join([top, *rest])), shown, *controls)


def lines_of(match: Match, lines: Sequence[ThreadLine], language: Language, place_name: str = "") -> ui.LayoutView:
    """Return the newest lines for the thread besides boards: take-backs, pauses, an AI taking over.

    `place_name` is the name of the thread where they are told, which names the match already if it ends with the code.
    """
    code = "" if is_named_after(place_name, match) else match.code
    told = (_thread_line(match, line, code, language) for line in lines[-_MOST_LINES:])
    return items.layout(items.text("\n".join(told)))


def _thread_line(match: Match, line: ThreadLine, code: str, language: Language) -> str:
    """Return a line in words; a take-back with the code of its match, if one is given.

    Somebody who has lost their seat is mentioned, since no board pings them any more.
    """
    words = plain(language(line.words), _MOST_IN_LINE)
    user, name = who_lost_seat(match, line), plain(match.players[line.seat].name)
    if user is not None and words.startswith(name):
        words = address(match, user, language) + words[len(name) :]
    if not line.turn:
        return words
    if not code:
        return language.gettext("Taken back: turn {turn} · {words}.", turn=line.turn, words=words)
    return language.gettext("Taken back in #{code}: turn {turn} · {words}.", code=code, turn=line.turn, words=words)


def result_notice(match: Match, language: Language, place_name: str = "") -> ui.LayoutView:
    """Return the message that pings the players with the result, since the board may be further up.

    `place_name` as in `lines_of`.
    """
    people = language.join_list(address(match, user, language) for user in match.people)
    if match.outcome is not None and not match.outcome.places:
        return items.layout(items.text(_without_result(match, people, place_name, language)))
    if is_named_after(place_name, match):
        called = language.gettext("{people}, the match is over.", people=people)
    else:
        called = language.gettext("{people}, match #{code} is over.", people=people, code=match.code)
    return items.layout(items.text(f"{called} {result(match, language)}".rstrip()))


def _without_result(match: Match, people: str, place_name: str, language: Language) -> str:
    reason = plain(language(match.outcome.reason), _MOST_IN_LINE) if match.outcome is not None else ""
    if is_named_after(place_name, match):
        return language.gettext("{people}, the match ended without a result: {reason}.", people=people, reason=reason)
    return language.gettext(
        "{people}, match #{code} ended without a result: {reason}.", people=people, code=match.code, reason=reason
    )


def reminder(match: Match, language: Language, place_name: str = "") -> ui.LayoutView:
    """Return the reminder for players whose days are running out. `place_name` as in `lines_of`."""
    people = language.join_list(
        address(match, player.user, language) for player in match.to_act if player.user is not None
    )
    due = relative(match.deadline or 0)
    if is_named_after(place_name, match):
        sentence = language.gettext("{people}, it is your move, due {when}.", people=people, when=due)
    else:
        sentence = language.gettext(
            "{people}, it is your move in #{code}, due {when}.", people=people, code=match.code, when=due
        )
    return items.layout(items.text(sentence))


def header(
    match: Match, last: Last | None, language: Language, changes: Sequence[RatingChange] = (), *, back_to: int = 0
) -> str:
    """Return the match's state, whose turn it is, and the last move, as Markdown."""
    lines = [f"### {title(match, language)}", turn_line(match, last, language)]
    if match.stage.ended:
        lines += [f"**{result(match, language)}**", _why_no_winner(match, language), _call(match, language)]
        lines += [*points(match, language), _ratings(match, changes, language)]
    elif match.stage is Stage.PAUSED:
        lines.append(language(_pause_sentence(match)))
    else:
        lines.append(_turn(match, language))
        if match.time.tells_of(match.credited):
            lines.append(f"-# {language(time_back(match.credited))}")
        if match.offer is not None:
            lines.append(requests.sentence(match, back_to, language))
    return "\n".join(line for line in lines if line)


def _pause_sentence(match: Match) -> Message:
    """Say that the match is paused; and why, if a bullet board could not be delivered."""
    if match.time.kind == "bullet" and not match.delivered and any(player.user for player in match.to_act):
        return gettext("I couldn't post the board in time, so the match is paused. Press **Resume**.")
    return gettext("The match is paused. Press **Resume** to go on.")


def _why_no_winner(match: Match, language: Language) -> str:
    """Say why somebody who played, and then stopped, has not lost; empty if nobody asks that."""
    reason = match.outcome.reason if match.outcome is not None and not match.outcome.places else ""
    if isinstance(reason, Message) and reason.template in {RAN_OUT_OF_TIME.template, LEFT_SERVER.template}:
        return language.gettext("Nobody has won: somebody made fewer than two moves.")
    return ""


def _call(match: Match, language: Language) -> str:
    """Mention the players where no table of points does, so that a new board pings them; a moderator has done so."""
    if match.outcome is None or match.outcome.places or match.outcome.reason == VOIDED or not match.people:
        return ""
    people = language.join_list(address(match, user, language) for user in match.people)
    return language.gettext("{people}: **Rematch** leads to a new match.", people=people)


def _ratings(match: Match, changes: Sequence[RatingChange], language: Language) -> str:
    """Return the rating changes in seat order, or why there are none although somebody has won."""
    if not changes and match.rated and not match.counts and match.outcome is not None and match.outcome.places:
        return language.gettext("Not rated: somebody made fewer than two moves.")
    found = {change.user: change for change in changes}
    rated = [(plain(player.name), found[player.user]) for player in match.players if player.user in found]
    shown = [f"{name} {change.after} ({_with_sign(change.after - change.before)})" for name, change in rated]
    return language.gettext("Ratings: {changes}", changes=language.join_list(shown, "unit")) if shown else ""


def _with_sign(points: int) -> str:
    return f"{'+' if points > 0 else '−' if points < 0 else '±'}{abs(points)}"


def _turn(match: Match, language: Language) -> str:
    people = dict.fromkeys(address_player(match, player, language) for player in match.to_act)
    names = language.join_list(people)
    acting = match.to_act
    side = plain(language(side_in_brackets(match, acting[0].seat))) if len(acting) == 1 else ""
    due = "" if match.deadline is None else relative(match.deadline)
    if side and due:
        return language.gettext("{names} ({side}) to move · due {when}", names=names, side=side, when=due)
    if side:
        return language.gettext("{names} ({side}) to move", names=names, side=side)
    if due:
        return language.gettext("{names} to move · due {when}", names=names, when=due)
    return language.gettext("{names} to move", names=names)


def _live(match: Match, language: Language, quick: Sequence[Quick]) -> list[items.Item]:
    look = [
        items.button(click_now("text", match), language.gettext("Board as text")),
        items.button(Click("menu", match.id), language.gettext("More")),
    ]
    if match.stage is Stage.PAUSED:
        resume = items.button(Click("unpause", match.id), language.gettext("Resume"), Style.primary)
        return [items.buttons(resume, *look)]
    rows: list[items.Item] = [*requests.answers(match, language)]
    if all(player.ai is not None for player in match.to_act):
        return [*rows, items.buttons(*look)]
    question = _first_question(match)
    if question is not None:
        rows += _first_answers(question, match, language)
        rows += quick_controls(quick, match, language)
    rows.append(
        items.buttons(
            *([] if _is_whole(question, match) else [_make_move(match, language)]),
            items.button(click_now("type", match), language.gettext("Type move")),
            *look,
        )
    )
    return rows


def _first_answers(question: Question, match: Match, language: Language) -> list[items.Item]:
    """Return the answers to the first question, which is asked in a line above buttons or inside a menu."""
    if is_drafted(match):
        rows = first_rows(draft_of(match, match.to_act[0], ()), language)
    else:
        rows = questions.opening_controls(question, match, language)
    if not rows or not isinstance(rows[0].children[0], ui.Button):
        return [*rows]
    return [items.text(f"{PROMPT}{language(question.prompt)}"), *rows]


def _is_whole(question: Question | None, match: Match) -> bool:
    """Whether the board offers all first choices, so that no draft has to be reopened."""
    return question is not None and not is_drafted(match) and len(question.choices) <= OPTIONS


def _make_move(match: Match, language: Language) -> ui.Button[ui.LayoutView]:
    return items.button(click_now("move", match), language.gettext("Make a move"), Style.primary)


def _first_question(match: Match) -> Question | None:
    """Return the first question of the move, if exactly one seat is to act and a person sits there.

    None if the choices are places that the picture of the board does not show.
    """
    if len(match.to_act) != 1 or match.to_act[0].user is None:
        return None
    game, seat = game_of(match), match.to_act[0].seat
    state = game.rules.view(state_of(match), seat)
    question = game.presenter.ask(state, seat, ())
    if question is None or not is_drafted(match):
        return question
    there = {cell.name for area in game.presenter.table(state, seat).areas for cell in area.cells}
    return question if all(there.issuperset(choice.cells) for choice in question.choices) else None


def _buttons_after_end(match: Match, language: Language) -> list[items.Item]:
    review = [items.button(Click("review", match.id), language.gettext("Review"))] if can_be_reviewed(match) else []
    return [
        items.buttons(
            items.button(Click("rematch", match.id), language.gettext("Rematch"), Style.primary),
            *review,
            items.button(Click("replay", match.id), language.gettext("Replay")),
            items.button(Click("film", match.id, 0, "webp"), language.gettext("Animation")),
            items.button(Click("record", match.id), language.gettext("Record")),
        )
    ]
