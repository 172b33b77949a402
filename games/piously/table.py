"""The contents of the table."""

from __future__ import annotations

from functools import cache

from games.core.boards.grid import bits
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.table import (
    Item,
    Mark,
    Panel,
    Piece,
    PlayerStrip,
    Role,
    Row,
    Skin,
    Standing,
    Table,
    Token,
)
from games.piously.areas import ROOM_ROLES, area, page_numbers, page_sheet
from games.piously.layout import Places, connected_tiles, layout
from games.piously.position import TIED, State
from games.piously.rooms import (
    ARTWORK,
    BEWITCHMENT,
    BLACK,
    LETTERS,
    NOWHERE,
    OBJECT_LETTERS,
    OBJECTS,
    ROOMS,
    SIDES,
    SINGLETON,
    SPELL_CODES,
    SPELL_NAMES,
    SPELL_TITLES,
    TILE_NAMES,
    WHITE,
    rooms_of,
)

SKIN = Skin(
    "rooms",
    "priest",
    (
        ("pink", "#E09CA8"),
        ("indigo", "#3004A8"),
        ("orange", "#E04800"),
        ("umber", "#682820"),
        ("sapphire", "#3CC4F4"),
        ("lime", "#84B454"),
        ("yellow", "#FCF838"),
    ),
    (("priest", "white"), *(("artwork", role) for role in ROOM_ROLES[:7]), ("priest", "black")),
)
"""The colours of the rooms, which all kinds of sight can tell apart: any two differ by at least 18 (CIEDE2000)."""
SIDE_ROLES: tuple[Role, Role] = ("white", "black")
_AURA_NAMES = gettext("white aura"), gettext("black aura")
_PIECE_NAMES = gettext("White piece"), gettext("Black piece")


APART: Places = ((0, 0, 0), (3, 0, 0), (8, 0, 0), (-1, 5, 2), (7, 4, 1), (4, 5, 4), (1, 5, 0))
"""The rooms before chance makes a board of them: side by side, no two touching."""


def table(state: State) -> Table:
    """Return the board, or those to choose from; the auras and objects on it, both players and the spells."""
    choosing = state.phase == "build" and state.mover == BLACK
    board = layout(APART) if state.phase == "build" else state.board
    players = _player(state, WHITE), _player(state, BLACK)
    panels = (spells(state),)
    return Table(
        gettext("Piously"),
        (page_sheet(0) if choosing else area(board),),
        _pieces(state),
        players,
        page_numbers(0) if choosing else _links(state),
        () if state.phase == "build" else panels,
        _caption(state),
        skin=SKIN,
        standing=None if state.phase == "build" else _standing(state),
    )


def _standing(state: State) -> Standing:
    """Return how many of the seven rooms each player has linked, as a race to the middle of the bar."""
    return Standing((linked_rooms(state, WHITE), linked_rooms(state, BLACK)), 2 * len(ROOMS))


def _pieces(state: State) -> tuple[Piece, ...]:
    """Return the pieces: auras first, so that objects are drawn on top."""
    auras = (_aura(tile, colour) for colour in (WHITE, BLACK) for tile in bits(state.auras[colour]))
    objects = (_object(thing, state.objects[thing]) for thing in OBJECTS if state.objects[thing] != NOWHERE)
    return (*auras, *objects)


@cache
def _aura(tile: int, colour: int) -> Piece:
    return Piece(TILE_NAMES[tile], "aura", SIDE_ROLES[colour], "wb"[colour], _AURA_NAMES[colour])


@cache
def _object(thing: int, tile: int) -> Piece:
    cell, char = TILE_NAMES[tile], OBJECT_LETTERS[thing]
    if thing < ARTWORK:
        return Piece(cell, "priest", SIDE_ROLES[thing], char, _PIECE_NAMES[thing])
    return Piece(cell, "artwork", ROOM_ROLES[thing - ARTWORK], char, SPELL_NAMES[thing - ARTWORK])


def linked_rooms(state: State, colour: int) -> int:
    """Return the greatest number of the seven rooms in which one group of the colour's auras has tiles."""
    best, rest = 0, state.auras[colour]
    while rest:
        group = connected_tiles(state.board.near, rest, rest & -rest)
        rest &= ~group
        best = max(best, (rooms_of(group) & ~(1 << SINGLETON)).bit_count())
    return best


def _player(state: State, seat: int) -> PlayerStrip:
    auras: Message = ngettext("{n} aura", "{n} auras", state.auras[seat].bit_count())
    note = auras
    if state.phase == "play" and state.mover == seat:
        actions = ngettext("{n} action left", "{n} actions left", state.actions)
        note = gettext("{actions}, {auras}", actions=actions, auras=auras)
    hand = [room for room in ROOMS if state.arts[seat] >> room & 1 and state.objects[ARTWORK + room] == NOWHERE]
    tokens = tuple(
        Token("artwork", ROOM_ROLES[room], name=gettext("artwork {artwork}", artwork=SPELL_NAMES[room]))
        for room in hand
    )
    artworks = join_list([SPELL_NAMES[room] for room in hand])
    held = ngettext("artwork in hand: {artworks}", "artworks in hand: {artworks}", len(hand), artworks=artworks)
    rooms = linked_rooms(state, seat)
    score, final = gettext("{rooms} of 7", rooms=rooms), gettext("{rooms} of 7 rooms linked", rooms=rooms)
    return PlayerStrip(
        seat,
        SIDE_ROLES[seat],
        SIDES[seat],
        score,
        note,
        tokens,
        final_note=auras,
        score_words=final,
        held=held if hand else "",
    )


def spells(state: State) -> Panel:
    """Return the spells with their owners, and which of the mover's are spent."""
    return Panel(gettext("Spells"), tuple(Row(LETTERS[room], ROOM_ROLES[room], _items(state, room)) for room in ROOMS))


def _items(state: State, room: int) -> tuple[Item, Item]:
    art, other = SPELL_TITLES[room], SPELL_TITLES[room + BEWITCHMENT]
    owner = 0 if state.arts[0] >> room & 1 else 1 if state.arts[1] >> room & 1 else None
    one, two = SPELL_CODES[room], SPELL_CODES[room + BEWITCHMENT]
    if owner is None:
        return Item(art, short=one), Item(other, short=two)
    spent = state.spent >> room & 1 and state.phase == "play"
    return (
        Item(art, owner, "spent" if spent and owner == state.mover else "ready", one),
        Item(other, 1 - owner, "spent" if spent and owner != state.mover else "ready", two),
    )


def _links(state: State) -> tuple[Mark, ...]:
    """Return marks on the winning groups."""
    if state.phase != "over":
        return ()
    winners = (WHITE, BLACK) if state.mover == TIED else (state.mover,)
    groups = ((colour, state.board.winning_group(state.auras[colour])) for colour in winners)
    return tuple(
        Mark("link", tuple(TILE_NAMES[tile] for tile in bits(group)), role=SIDE_ROLES[colour])
        for colour, group in groups
        if group
    )


def _caption(state: State) -> Message:
    if state.phase == "build":
        return gettext("Black builds the board") if state.mover == BLACK else gettext("The board is drawn at random")
    if state.phase == "place":
        return gettext("{side} places its piece", side=SIDES[state.mover])
    return gettext("Turn {turn}", turn=state.turn)
