"""Questions about a match, answered in words: for players who do not see the picture, or listen to it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from bot.match.model import Match, Player, Stage
from bot.match.names import name_of, with_names
from bot.match.play import game_of, state_of
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import plain, relative
from bot.ui.i18n.language import Language, with_capital
from bot.ui.pages.card import result
from bot.ui.pages.match_view import Last
from games.core.diagram import token_words
from games.core.i18n import Message, gettext, pgettext
from games.core.status import Seat
from games.core.table import Area, Piece, Table
from games.core.typed import COMMON, Vocabulary, tokens
from render import alt_text, part_words

LAST, CLOCKS, PIECES, THREATS, TURN, BOARD = "last", "clocks", "pieces", "threats", "turn", "board"
_RULES, _MAT = "rules", "mat"
TOPICS: Mapping[str, Message] = {
    TURN: gettext("Whose turn is it, and who leads?"),
    LAST: gettext("What was the last move?"),
    CLOCKS: gettext("What do the clocks say?"),
    PIECES: gettext("What do I have, and where?"),
    THREATS: gettext("What is in danger?"),
    BOARD: gettext("The whole board in words"),
}
_WORDS: Mapping[str, Message] = {
    LAST: pgettext("typed", "last, move, last move, happened, played, did, previous"),
    CLOCKS: pgettext("typed", "clock, clocks, time, deadline, due, left, when, long, how long"),
    PIECES: pgettext("typed", "pieces, piece, have, mine, my pieces, my, own, stones, tiles, land"),
    THREATS: pgettext("typed", "danger, threat, threats, threatened, attack, attacked, attacks, capture, safe"),
    TURN: pgettext(
        "typed",
        "turn, whose, whose turn, who, leads, leading, ahead, score, points, territory, standing, winning, "
        "who wins, who is winning",
    ),
    BOARD: pgettext("typed", "board, position, everything, describe, whole, all"),
    _RULES: pgettext("typed", "win, wins, goal, aim, rules, rule, how to win"),
    _MAT: pgettext("typed", "line, lines, row, rows, wall, floor, floor line"),
    "what": pgettext(
        "typed", "what, where, which, how, is, are, was, the, a, on, at, in, of, there, can, do, does, say"
    ),
    **COMMON,
}
_MOST = 1900
"""Letters of an answer."""


def menu(match: Match, language: Language) -> items.Row:
    """A menu of the questions."""
    options = [items.option(key, language.alone(words)) for key, words in TOPICS.items()]
    return items.menu(Click("ask", match.id), language.gettext("Ask about the board"), options)


def suggestions(typed: str, language: Language) -> list[str]:
    """The keys of the questions that somebody who types this may mean."""
    wanted = typed.strip().casefold()
    meant = _topic(wanted, language)
    return [key for key, words in TOPICS.items() if key == meant or wanted in language(words).casefold()]


def answer(
    match: Match, player: Player | None, question: str, table: Table, last: Last | None, language: Language
) -> str:
    """The answer, as Markdown; `table` is what the person sees, `last` what was done last.

    Of what cannot be read it says what can be asked.
    """
    wanted = question.strip().casefold()
    topic = wanted if wanted in TOPICS else None
    if topic is None:
        cells = [cell for cell in re.findall(r"[^\W_]+", wanted) if cell in _cells(table)]
        if cells:
            return "\n".join(_on_cell(table, _cells(table)[cell], language) for cell in dict.fromkeys(cells))
        part = None if _MAT in _meanings(wanted, language) else _part(table, wanted)
        if part is not None:
            return _in_area(table, part, language)
        topic = _topic(wanted, language)
    if topic is None:
        return _what_can_be_asked(table, language)
    if topic == _RULES:
        return language.gettext("How to win is in the rules: /rules shows them.")
    return _answer_topic(topic, match, player, table, last, language)[:_MOST]


def board_words(table: Table, language: Language) -> str:
    """The whole board in words, as Markdown: longer than the text of a picture may be."""
    return plain(alt_text(table, language, _MOST), _MOST)


def _answer_topic(
    topic: str, match: Match, player: Player | None, table: Table, last: Last | None, language: Language
) -> str:
    if topic == LAST:
        if last is None:
            return language.gettext("Nothing has been played yet.")
        words = plain(language(with_names(match, last.description.words, last.entry)), _MOST)
        return language.gettext("Turn {turn} · {words}", turn=last.number, words=words)
    if topic == CLOCKS:
        return _clocks(match, table, language)
    if topic == TURN:
        return _turn(match, table, language)
    if topic == BOARD:
        return board_words(table, language)
    if player is None:
        return language.gettext("You don't play in this match. Ask for a space, the last move or the whole board.")
    if topic == PIECES:
        return _own_pieces(match, table, player.seat, language)
    game = game_of(match)
    found = game.presenter.threats(game.rules.view(state_of(match), player.seat), player.seat)
    return "\n".join(plain(language(one), _MOST) for one in found) or language.gettext("Nothing is in danger now.")


def _topic(wanted: str, language: Language) -> str | None:
    found = [PIECES if meaning == _MAT else meaning for meaning in _meanings(wanted, language)]
    asked = [meaning for meaning in found if meaning in TOPICS or meaning == _RULES]
    # "Which of my pieces are attacked?" asks for the danger, "the last move" for the move.
    return min(asked, key=(THREATS, _RULES, CLOCKS, LAST, TURN, BOARD, PIECES).index) if asked else None


def _meanings(wanted: str, language: Language) -> list[str]:
    """What the words of a question mean, in their order."""
    return [token.text for token in tokens(wanted, Vocabulary(_WORDS, language), lambda _: False)]


def _what_can_be_asked(table: Table, language: Language) -> str:
    """The topics, after a space of this board or a factory that can be asked for."""
    cells = list(_cells(table).values())
    factory = next((area for area in table.areas if area.kind == "factory"), None)
    if cells:
        cell = cells[len(cells) // 2]
        said = language.gettext("I didn't understand that. You can ask for a space, such as {cell}, or:", cell=cell)
    elif factory is not None:
        name = language.gettext("Factory {number}", number=factory.title)
        said = language.gettext("I didn't understand that. You can ask for a part, such as {part}, or:", part=name)
    else:
        said = language.gettext("I didn't understand that. You can ask:")
    return "\n".join([said, *(f"- {language(words)}" for words in TOPICS.values())])


def _cells(table: Table) -> dict[str, str]:
    """The cells that a board names, by their names in lower case."""
    return {cell.name.casefold(): cell.name for area in table.areas if area.place == "board" for cell in area.cells}


def _on_cell(table: Table, cell: str, language: Language) -> str:
    found = [_piece(piece, language) for piece in table.pieces if piece.cell == cell]
    if not found:
        return language.gettext("{cell}: empty.", cell=cell)
    told = with_capital(language.join_list(found))
    return plain(language.gettext("{cell}: {pieces}.", cell=cell, pieces=told), 300)


def _piece(piece: Piece, language: Language) -> str:
    name = language(piece.name) or piece.char
    carried = language(token_words(piece.carries)) if piece.carries else ""
    return (
        name if not carried or carried in name else language.gettext("{piece} with {thing}", piece=name, thing=carried)
    )


def _part(table: Table, wanted: str) -> Area | None:
    """A part of the table that is named by its title and number: a factory, the centre."""
    supplies = [area for area in table.areas if area.place == "supply"]
    number = re.search(r"\d+", wanted)
    if number is not None:
        return next((area for area in supplies if area.title == number[0]), None)
    return next((area for area in supplies if area.title and str(area.title).casefold() in wanted), None)


def _in_area(table: Table, area: Area, language: Language) -> str:
    found = part_words(table, area, language)
    part = language.gettext("Factory {number}", number=area.title) if area.kind == "factory" else language(area.title)
    return f"{part}: {found}." if found else language.gettext("{part}: empty.", part=part)


def _cells_by_piece(pieces: Sequence[Piece], language: Language) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for piece in pieces:
        found[_piece(piece, language)].append(piece.cell)
    return found


def _own_pieces(match: Match, table: Table, seat: Seat, language: Language) -> str:
    """The pieces of a seat by kind, or what lies on its mat."""
    strip = next((one for one in table.players if one.seat == seat), None)
    roles = game_of(match).presenter.own_roles(seat) | ({strip.role} if strip is not None else set())
    mats = [area for area in table.areas if area.seat == seat]
    if mats:
        return "\n".join(
            f"- {language(_MATS.get(area.kind, area.kind))}: "
            f"{part_words(table, area, language) or language.gettext('empty')}"
            for area in mats
        )
    found = _cells_by_piece([piece for piece in table.pieces if piece.role in roles], language)
    lines = [
        f"- {with_capital(plain(name))} ({len(cells)}): {' '.join(cells)}" for name, cells in sorted(found.items())
    ]
    return "\n".join(lines) or language.gettext("You have nothing on the board.")


_MATS = {"lines": gettext("Lines"), "wall": gettext("Wall"), "floor": gettext("Floor line")}


def _clocks(match: Match, table: Table, language: Language) -> str:
    rests = language.gettext("no clock") if match.time.kind == "none" else language.gettext("not running")
    lines = [f"- {plain(language(strip.name))}: {language(strip.clock) or rests}" for strip in table.players]
    if match.deadline is not None and match.stage is Stage.LIVE:
        names = language.join_list(plain(language(name_of(match, one))) for one in match.to_act)
        lines.append(language.gettext("{name} must move {when}.", name=names, when=relative(match.deadline)))
    return "\n".join(lines)


def _turn(match: Match, table: Table, language: Language) -> str:
    if match.stage.ended:
        return result(match, language)
    names = language.join_list(plain(language(name_of(match, one))) for one in match.to_act)
    lines = [language.gettext("{name} to move.", name=names)]
    for strip in table.players:
        parts = [
            plain(language(part), _MOST) for part in (strip.side, strip.score_words or strip.score, strip.note) if part
        ]
        lines.append(f"- {plain(language(strip.name))}: {' · '.join(parts)}")
    return "\n".join(lines)
