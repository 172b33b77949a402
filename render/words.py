"""A table in words, for people who do not see the picture. The most important things come first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from games.core.diagram import held_words, player_name
from games.core.i18n import Message, Translate, count_things, gettext, join_list, ngettext
from games.core.sentences import YOU, end_sentence
from games.core.table import Area, Mark, Piece, PlayerStrip, Standing, Table

LIMIT = 1024
"""The most characters that Discord accepts."""
PartWords = Callable[[Table, Area, Translate], str]
ThingWords = Callable[[Sequence[Piece], Translate], str]

_PARTS = {
    "factory": gettext("Factory {title}", title=""),
    "centre": gettext("Centre"),
    "lines": gettext("{name}'s lines", name=""),
    "wall": gettext("{name}'s wall", name=""),
    "floor": gettext("{name}'s floor", name=""),
}
"""The names of the parts of a table that has several."""
_YOUR_PARTS = {"lines": gettext("Your lines"), "wall": gettext("Your wall"), "floor": gettext("Your floor")}
_MY_PARTS = {"lines": gettext("My lines"), "wall": gettext("My wall"), "floor": gettext("My floor")}
"""The names of a table's parts in a lesson: the learner's, and the bot's."""
_FURTHER_PARTS = {"lines": gettext("Lines"), "wall": gettext("Wall"), "floor": gettext("Floor")}
"""The names of parts that follow another part of the same player."""
_ROWS = {"lines": gettext("line {n}", n=0), "wall": gettext("row {n}", n=0)}
"""The parts that are described row by row."""


def alt_text(table: Table, language: Translate = str, limit: int = LIMIT, rest: Message | str = "") -> str:
    """Return at most `limit` characters in this language: turn, last move, scores, choices, then the position.

    If a description of the rows of each part does not fit, each thing becomes one word. Then, beginning with the player
    who moves last, a player's things are only counted and scores are bare numbers; `rest`, a sentence on where to find
    the full text, ends it.
    """
    whole = ""
    for parts in (part_words, _brief_part):
        whole = _whole(table, language, parts)
        if len(whole) <= limit:
            return whole
    bare = replace(table, players=tuple(replace(player, score_words="") for player in table.players))
    for near in _nearest_seats(table):
        whole = " ".join(filter(None, (_whole(bare, language, partial(_part_near, near)), language(rest))))
        if len(whole) <= limit:
            return whole
    return whole[: limit - 1].rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def _nearest_seats(table: Table) -> Iterator[Sequence[int]]:
    """Yield the seats in turn order from the player to move: first all but the last, then one fewer each time."""
    first = next((place for place, player in enumerate(table.players) if player.active), 0)
    seats = [player.seat for player in (*table.players[first:], *table.players[:first])]
    for number in reversed(range(max(1, len(seats)))):
        yield seats[:number]


def _whole(table: Table, language: Translate, parts: PartWords) -> str:
    return " ".join(sentence for sentence in _sentences(table, language, parts) if sentence)


def _sentences(table: Table, language: Translate, parts: PartWords) -> Iterator[str]:
    yield f"{table.title}."
    yield end_sentence(language(leader(table)))
    yield language(_turn(table))
    yield end_sentence(language(_last_move(table)))
    yield end_sentence("; ".join(_standing(player, language) for player in table.players))
    yield end_sentence(language(table.caption))
    yield language(_choices(table))
    yield _position(table, language, parts)
    yield _lists(table, language)


def leader(table: Table) -> str:
    """Return the leader and the lead while the match goes on; empty if nothing is counted yet.

    Also empty if somebody else is nearer to winning: in Conquid the player with less land may have the longer chain.
    """
    scores = {player_name(player): int(player.score) for player in table.players if player.score.isdecimal()}
    over = table.result or any(player.place is not None for player in table.players)
    if over or len(scores) < max(2, len(table.players)) or not any(scores.values()):
        return ""
    best = max(scores.values())
    ahead = [name for name, score in scores.items() if score == best]
    if table.standing and ahead != _nearest_to_winning(table.players, table.standing):
        return ""
    if len(ahead) > 1 and any(map(_is_of_lesson, ahead)):
        return gettext("We are level at {score}", score=best)
    if len(ahead) > 1:
        return gettext("{names} are level at {score}", names=join_list(ahead), score=best)
    second = max(score for name, score in scores.items() if name != ahead[0])
    if _is_of_lesson(ahead[0]):
        mine = gettext("I lead {high} to {low}", high=best, low=second)
        return gettext("You lead {high} to {low}", high=best, low=second) if _is_learner(ahead[0]) else mine
    return gettext("In the lead: {name}, {high} to {low}", name=ahead[0], high=best, low=second)


def _is_of_lesson(name: str) -> bool:
    """Whether this is the learner or the bot; somebody may be named "You", too."""
    return isinstance(name, Message) and name.context == YOU.context


def _is_learner(name: str) -> bool:
    """Whether this is the learner of a lesson, in any language."""
    return isinstance(name, Message) and (name.context, name.template) == (YOU.context, YOU.template)


def _nearest_to_winning(players: Sequence[PlayerStrip], standing: Standing) -> list[str]:
    best = max(standing.sure)
    return [player_name(player) for player, share in zip(players, standing.sure, strict=True) if share == best]


def _turn(table: Table) -> str:
    """Return the player to move, or the winner."""
    if table.result:
        return end_sentence(table.result)
    placed = [player for player in table.players if player.place is not None]
    if placed:
        winners = [player_name(player) for player in placed if player.place == 1]
        names = join_list(winners)
        return (
            gettext("{name} wins.", name=names) if len(winners) == 1 else gettext("Draw between {names}.", names=names)
        )
    active = [player_name(player) for player in table.players if player.active]
    return gettext("{names} to move.", names=join_list(active)) if active else ""


def _last_move(table: Table) -> str:
    """Return the last move, named as such, or else what the picture says."""
    return gettext("Last move: {words}", words=table.story) if table.story else table.headline


def _standing(player: PlayerStrip, language: Translate) -> str:
    side = f" ({language(player.side)})" if player.name and not _is_number(player, language) else ""
    score = f": {language(player.score_words or player.score)}" if player.score else ""
    rest = [language(part) for part in (player.note, held_words(player)) if part]
    return language(join_list((f"{language(player_name(player))}{side}{score}", *rest), "unit"))


def _is_number(player: PlayerStrip, language: Translate) -> bool:
    """Whether a seat's side is only its number, which says nothing beside a name."""
    return language(player.side) in ("", language(gettext("Player {number}", number=player.seat + 1)))


_COORDINATES = re.compile(r"-?\d+,-?\d+")
"""How a place without a name is called: a free one beside a board that is being built."""


def _choices(table: Table) -> str:
    """Return the numbered places of a board. Those of a mat or beside it are nameless: the controls tell them."""
    named = {cell.name for area in table.areas if area.place == "board" for cell in area.cells}
    named = {name for name in named if not _COORDINATES.fullmatch(name)}
    targets = [
        _target(mark)
        for mark in table.marks
        if mark.kind == "target" and mark.text and named.issuperset(mark.cells[:1]) and mark.cells
    ]
    return gettext("Choices: {choices}.", choices=join_list(targets)) if targets else ""


def _target(mark: Mark) -> str:
    """Return a number and the place it stands on, or only the sign if it is the place or stands for a whole board."""
    cell = mark.cells[0]
    return mark.text if mark.text == cell or cell.startswith(f"{mark.text}:") else f"{mark.text} {cell}"


def _parts(table: Table, language: Translate, parts: PartWords) -> str:
    """Describe what lies on each part of a table, naming its owner once; empty parts are left out."""
    names = {player.seat: player_name(player) for player in table.players}
    sentences = []
    named: int | None = None
    for area in table.areas:
        name = names.get(area.seat or 0, "")
        titles = _first_parts(name) if area.seat is None or area.seat != named else _FURTHER_PARTS
        things, title = parts(table, area, language), titles.get(area.kind)
        if things and title is not None:
            named = area.seat
            values = {"title": area.title, "name": name}
            sentences.append(f"{language(title.with_values(values))}: {things}.")
    return " ".join(sentences)


def _first_parts(name: str) -> Mapping[str, Message]:
    """Return the names of a player's parts, in a lesson as yours and mine."""
    if not _is_of_lesson(name):
        return _PARTS
    return {**_PARTS, **(_YOUR_PARTS if _is_learner(name) else _MY_PARTS)}


def part_words(table: Table, area: Area, language: Translate = str) -> str:
    """Describe what lies on a part of the table, row by row from the top if it has several; empty if nothing does."""
    return _part_by_rows(table, area, language, _name_each)


def _brief_part(table: Table, area: Area, language: Translate) -> str:
    """Describe a part with one word for each thing."""
    return _part_by_rows(table, area, language, _brief)


def _part_by_rows(table: Table, area: Area, language: Translate, things: ThingWords) -> str:
    row_name = _ROWS.get(area.kind)
    if row_name is None:
        return things(_pieces_on(table, area), language)
    where = {cell.name: cell.at[1] for cell in area.cells}
    heights = sorted(set(where.values()), reverse=True)
    rows: defaultdict[float, list[Piece]] = defaultdict(list)
    for piece in _pieces_on(table, area):
        rows[where[piece.cell]].append(piece)
    return "; ".join(
        f"{language(row_name.with_values({'n': number}))}: {things(rows[height], language)}"
        for number, height in enumerate(heights, 1)
        if rows[height]
    )


def _part_near(seats: Sequence[int], table: Table, area: Area, language: Translate) -> str:
    """Describe a part with one word for each thing; for other seats than these, things are only counted."""
    if area.seat is None or area.seat in seats:
        return _brief_part(table, area, language)
    return _brief(_pieces_on(table, area), language)


def _pieces_on(table: Table, area: Area) -> list[Piece]:
    cells = {cell.name for cell in area.cells}
    return [piece for piece in table.pieces if piece.cell in cells]


def _name_each(pieces: Sequence[Piece], language: Translate) -> str:
    """Return the number of each thing: "2 blue tiles, 1 red tile"."""
    counted = Counter(piece.name or piece.char for piece in pieces)
    return language(join_list((count_things(name, number) for name, number in counted.items()), "unit"))


def _brief(pieces: Sequence[Piece], language: Translate) -> str:
    """Return the number of each thing without the words that are clear: "2 blue, red"."""
    counted = Counter(piece.word or piece.name or piece.char for piece in pieces)
    words = (word if number == 1 else count_things(word, number) for word, number in counted.items())
    return language(join_list(words, "unit"))


def _position(table: Table, language: Translate, parts: PartWords) -> str:
    """Group pieces of a kind with their cells; large groups are only counted."""
    if any(area.place == "mat" for area in table.areas):
        return _parts(table, language, parts)
    named: defaultdict[str, list[str]] = defaultdict(list)
    for piece in table.pieces:
        named[piece.name or piece.char].append(piece.cell)
    cells: defaultdict[str, list[str]] = defaultdict(list)
    for name, places in named.items():
        cells[language(name)] += places
    order = sorted(cells.items(), key=lambda each: len(each[1]))
    return " ".join(f"{name[:1].upper()}{name[1:]}: {language(_places(places))}." for name, places in order)


def _places(places: list[str]) -> str:
    return " ".join(places) if len(places) <= 24 else ngettext("{n} cell", "{n} cells", len(places))


def _lists(table: Table, language: Translate) -> str:
    """Tell what each player owns of the lists beside the board; in lessons by side: "Spells of You" is wrong."""
    names = {
        player.seat: player.side if player.side and _is_of_lesson(player.name) else player_name(player)
        for player in table.players
    }
    owned: defaultdict[str, list[str]] = defaultdict(list)
    for panel in table.panels:
        for item in (item for row in panel.rows for item in row.items if item.owner is not None):
            title = gettext("{list} of {name}", list=panel.title, name=names.get(item.owner or 0, ""))
            owned[language(title)].append(language(item.text))
    return " ".join(f"{title}: {language(join_list(items, 'unit'))}." for title, items in owned.items())
