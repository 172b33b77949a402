"""Answers in words to questions about a match, for players who do not see the picture or listen to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from babel.numbers import format_decimal

from bot.match.model import Match, Player, Stage
from bot.match.names import name_of
from bot.match.play import game_of, state_of
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import plain, relative
from bot.ui.i18n.language import Language, with_capital
from bot.ui.pages.card import result
from bot.ui.pages.match_view import Last
from bot.ui.pages.question_words import (
    BOARD,
    CLOCKS,
    LAST,
    MAT,
    MOVES,
    PANEL,
    PIECES,
    RULES,
    THREATS,
    TURN,
    Question,
)
from bot.ui.pages.table_answers import Seen, cells_of, find_things, in_area, on_cells, part_named, pieces_of
from bot.ui.pages.turn_lines import turn_line
from bot.ui.pages.typed import is_legal, move_words
from games.core.errors import GameError
from games.core.i18n import Message, gettext, ngettext
from games.core.sentences import end_sentence
from games.core.table import Table
from render import alt_text, leader

TOPICS: Mapping[str, Message] = {
    TURN: gettext("Whose turn is it, and who leads?"),
    LAST: gettext("What was the last move?"),
    CLOCKS: gettext("What do the clocks say?"),
    MOVES: gettext("Which moves can I play?"),
    PIECES: gettext("What do I have, and where?"),
    THREATS: gettext("What is in danger?"),
    BOARD: gettext("The whole board in words"),
    RULES: gettext("How do I win?"),
}
SPACE, PART, THINGS = "space", "part", "things"
"""Further subjects of questions."""
_OF_CELLS = frozenset({MOVES, THREATS})
"""Topics that may be about one space."""
_NOT_OF_PARTS = frozenset({TURN, LAST, CLOCKS, RULES, MOVES})
_MOVES_NAMED = 8
"""The number of moves that are listed."""
_MOVE_LENGTH = 150
"""The longest move in that list, in characters."""
_MOST = 1900
"""The longest answer, in characters."""


def menu(match: Match, language: Language) -> items.Row:
    """Return a menu of the questions."""
    options = [items.option(key, language.alone(words)) for key, words in TOPICS.items()]
    return items.menu(Click("ask", match.id), language.gettext("Ask about the board"), options)


def suggestions(typed: str, language: Language) -> list[str]:
    """Return the keys of the questions that the typed text may mean."""
    wanted = typed.strip().casefold()
    asked = Question(wanted, language)
    meant = asked.topic or asked.vague_topic
    return [key for key, words in TOPICS.items() if key == meant or wanted in language(words).casefold()]


def answer(
    match: Match, player: Player | None, question: str, table: Table, last: Last | None, language: Language
) -> str:
    """Return the answer as Markdown; `table` is what the person sees, `last` the last turn.

    Of what cannot be read it says what can be asked.
    """
    wanted = question.strip().casefold()
    seen = Seen(match, player, table, language)
    asked = seen.read_question(wanted)
    subject = subject_of(seen, asked, wanted)
    if subject.found:
        return subject.found[:_MOST]
    if not subject.kind:
        return _what_can_be_asked(table, language)
    cells = on_cells(table, _cells_named(table, wanted), language)
    said = _answer_topic(subject.kind, seen, asked, wanted, last)[:_MOST]
    return f"{cells}\n{said}" if cells and subject.kind == THREATS else said


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about: a topic, a space, a part, things (`kind`); empty if that is not clear.

    `found` is what lies on the table there; empty for a topic.
    """

    kind: str
    found: str = ""


def subject_of(seen: Seen, asked: Question, wanted: str) -> Subject:
    """What a question is about; `wanted` is its text in lower case, `asked` what the words mean."""
    topic = wanted if wanted in TOPICS else asked.topic
    cells = _cells_named(seen.table, wanted)
    if cells and topic not in _OF_CELLS:
        return Subject(SPACE, on_cells(seen.table, cells, seen.language))
    if not cells and not asked.has(MAT) and topic not in _NOT_OF_PARTS:
        part = part_named(seen.table, asked, wanted, seen.language)
        if part is not None:
            return Subject(PART, in_area(seen.table, part, seen.language))
    things = find_things(seen, asked, wanted) if topic in {None, PANEL} else ""
    if things:
        return Subject(THINGS, things)
    found = topic or (TURN if seen.tells_of_players(wanted) else asked.vague_topic)
    if found is None and seen.seat_named(wanted) is not None:
        found = PIECES  # "what does Ben have?"
    return Subject("" if found is None or found == PANEL else found)


def board_words(table: Table, language: Language) -> str:
    """Return the whole board in words, as Markdown; it may be longer than alt text."""
    return plain(alt_text(table, language, _MOST), _MOST)


def _cells_named(table: Table, wanted: str) -> list[str]:
    names = cells_of(table)
    return list(dict.fromkeys(cell for cell in re.findall(r"[^\W_]+", wanted) if cell in names))


def _answer_topic(topic: str, seen: Seen, asked: Question, wanted: str, last: Last | None) -> str:
    match, table, language = seen.match, seen.table, seen.language
    match topic:
        case "rules":
            info = game_of(match).info
            return language.gettext("{goal} /rules has the details.", goal=language(info.goal or info.summary))
        case "last":
            return _last(match, last, language)
        case "clocks":
            return _clocks(match, table, language)
        case "turn":
            return _turn(match, table, language)
        case "board":
            return board_words(table, language)
        case _:
            return _answer_to_player(topic, seen, asked, wanted)


def _answer_to_player(topic: str, seen: Seen, asked: Question, wanted: str) -> str:
    """What only those who play have: pieces, moves, what is in danger."""
    match, player, language = seen.match, seen.player, seen.language
    seat = seen.seat_meant(asked, wanted)
    if topic == PIECES and seat is not None:
        return pieces_of(seen, seat)
    if player is None:
        return language.gettext(
            "You aren't playing in this match. Ask about a place, the last move or the whole board."
        )
    if topic == PIECES:
        return pieces_of(seen, player.seat)
    return _moves(seen, player, wanted) if topic == MOVES else _threats(match, player, language)


def _last(match: Match, last: Last | None, language: Language) -> str:
    if last is None:
        return language.gettext("Nothing has been played yet.")
    return turn_line(match, replace(last, again=False), language, _MOST)


def _threats(match: Match, player: Player, language: Language) -> str:
    game = game_of(match)
    found = game.presenter.threats(game.rules.view(state_of(match), player.seat), player.seat)
    return "\n".join(plain(language(one), _MOST) for one in found) or language.gettext("Nothing is in danger now.")


def _moves(seen: Seen, player: Player, wanted: str) -> str:
    """Some moves that the person may play, of a space if one is named; whose move it is if it is not theirs."""
    match, language, seat = seen.match, seen.language, player.seat
    if match.stage.ended:
        return _turn(match, seen.table, language)
    if not player.to_act:
        return language.gettext("It's {name}'s move.", name=_movers(match, language))
    game = game_of(match)
    state = game.rules.view(state_of(match), seat)
    texts: Sequence[str] = ()
    with suppress(GameError):
        texts = game.presenter.read(state, seat, " ".join(_cells_named(seen.table, wanted)), language)
    texts = [text for text in texts if is_legal(game, state, seat, text)]
    count = len(texts) or game.rules.legal(state, seat).count()
    named = (texts or game.presenter.suggest(state, seat, "", _MOVES_NAMED))[:_MOVES_NAMED]
    lines = [f"- `{text}` · {plain(move_words(game, state, seat, text, language), _MOVE_LENGTH)}" for text in named]
    if count is None:
        heading = language.gettext("You can play, for example:")
    else:
        words = ngettext("You can play {n} move:", "You can play {n} moves, for example:", count)
        heading = language(words.with_values({"n": format_decimal(count, locale=language.code)}))
    return "\n".join([heading, *lines])


def _what_can_be_asked(table: Table, language: Language) -> str:
    """The topics, after a space of this board or a factory that can be asked for."""
    cells = list(cells_of(table).values())
    factory = next((area for area in table.areas if area.kind == "factory"), None)
    if cells:
        cell = cells[len(cells) // 2]
        said = language.gettext("I didn't understand that. You can ask about {cell}, for example, or:", cell=cell)
    elif factory is not None:
        name = language.gettext("Factory {number}", number=factory.title)
        said = language.gettext("I didn't understand that. You can ask about {part}, for example, or:", part=name)
    else:
        said = language.gettext("I didn't understand that. You can ask:")
    return "\n".join([said, *(f"- {language(words)}" for words in TOPICS.values())])


def _clocks(match: Match, table: Table, language: Language) -> str:
    rests = language.gettext("no clock") if match.time.kind == "none" else language.gettext("not running")
    lines = [f"- {plain(language(strip.name))}: {language(strip.clock) or rests}" for strip in table.players]
    if match.deadline is not None and match.stage is Stage.LIVE:
        movers = _movers(match, language)
        lines.append(language.gettext("{name} to move, due {when}.", name=movers, when=relative(match.deadline)))
    return "\n".join(lines)


def _movers(match: Match, language: Language) -> str:
    return language.join_list(plain(language(name_of(match, one))) for one in match.to_act)


def _turn(match: Match, table: Table, language: Language) -> str:
    if match.stage.ended:
        return result(match, language)
    lines = [language.gettext("{name} to move.", name=_movers(match, language))]
    if ahead := leader(table):
        lines.append(plain(end_sentence(language(ahead)), _MOST))
    if table.caption:
        lines.append(plain(with_capital(language(table.caption))))
    for strip in table.players:
        parts = [
            plain(language(part), _MOST) for part in (strip.side, strip.score_words or strip.score, strip.note) if part
        ]
        lines.append(f"- {plain(language(strip.name))}: {' · '.join(parts)}")
    return "\n".join(lines)
