"""Refusals of takes, in sentences for the player."""

from __future__ import annotations

from games.core.i18n import Message, gettext, join_list, ngettext
from games.cyberzul.legal import destinations
from games.cyberzul.position import LINES, Board, State
from games.cyberzul.scoring import SPACE
from games.cyberzul.tiles import colour_noun, tile_list


def explain_no_tiles(state: State, source: int, colour: int) -> Message:
    """Return why these tiles can't be taken (RULES 2.1-2.4)."""
    word = colour_noun(colour)
    if source == 0:
        if state.centre:
            return gettext(
                "The centre has no {colour} tiles. It holds {tiles}.", colour=word, tiles=tile_list(state.centre)
            )
        return gettext("The centre holds no tiles yet. Take tiles {sources}.", sources=_sources_left(state))
    if source > len(state.factories):
        return explain_no_factory(state, source)
    tiles = state.factories[source - 1]
    if tiles:
        return gettext(
            "Factory {number} has no {colour} tiles. It holds {tiles}.",
            number=source,
            colour=word,
            tiles=tile_list(tiles),
        )
    return gettext("Factory {number} is empty. Take tiles {sources}.", number=source, sources=_sources_left(state))


def explain_no_factory(state: State, number: int) -> Message:
    """Return that there is no factory with this number, and which there are."""
    return gettext(
        "There is no factory {number}. This table has factories 1 to {all}.", number=number, all=len(state.factories)
    )


def explain_no_line(number: int) -> Message:
    """Return that there is no line with this number, and which there are."""
    return gettext(
        "There is no line {number}. There are lines 1 to {all} and the floor line (f).", number=number, all=LINES
    )


def _sources_left(state: State) -> Message:
    """Return where tiles can still be taken from: "from factory 2, 3 or from the centre"."""
    numbers = [number for number, tiles in enumerate(state.factories, 1) if tiles]
    words: list[str] = [gettext("from factory {number}", number=number) for number in numbers[:1]]
    words += map(str, numbers[1:])
    if state.centre:
        words.append(gettext("from the centre"))
    return join_list(words, "or")


def explain_line(board: Board, line: int, colour: int) -> Message:
    """Return why a pattern line doesn't take this colour (RULES 2.5)."""
    word = colour_noun(colour)
    number, held = board.line(line)
    places = [str(place) for place in destinations(board, colour) if place]
    hint = (
        ngettext(
            "Possible: line {lines}, or the floor line (f).",
            "Possible: lines {lines}, or the floor line (f).",
            len(places),
            lines=join_list(places, "or"),
        )
        if places
        else gettext("Only the floor line (f) is left.")
    )
    if board.wall >> SPACE[line - 1][colour] & 1:
        return gettext("Row {line} of your wall already has {colour}. {hint}", line=line, colour=word, hint=hint)
    if number == line:
        return gettext("Line {line} is full. {hint}", line=line, hint=hint)
    return gettext(
        "Line {line} holds {held}, so {colour} can't join it. {hint}",
        line=line,
        held=colour_noun(held),
        colour=word,
        hint=hint,
    )
