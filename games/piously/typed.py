"""Readings of typed steps and turns: `bless, move P2, bless, end`, `priestess P2`, `drop locksmith on P3`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.i18n import Translate, gettext
from games.core.typed import (
    FROM,
    READINGS,
    THEN,
    TO,
    Token,
    Vocabulary,
    could_play,
    must_be_known,
    nothing_fits,
    tokens,
    unfinished,
    unreadable,
)
from games.piously import legal
from games.piously import typed_words as w
from games.piously.moves import Move
from games.piously.naming import DIRECTION_NAMES
from games.piously.notation import parse, text
from games.piously.position import State
from games.piously.rooms import LETTERS, NOWHERE, OBJECT_LETTERS, ROOMS, SIDES, TILE_NAMES, TILE_NUMBERS
from games.piously.siting import touched_rooms, touches
from games.piously.spells import SPELLS, ready_spells
from games.piously.spells.leap import Leap
from games.piously.spells.stonemason import Stonemason
from games.piously.suggest import suggest
from games.piously.turns import play
from games.piously.typed_notation import notations
from games.piously.typed_steps import Step, object_letter, readings_of_tiles, split

_Path = tuple[State, tuple[str, ...]]
_SEARCHED = 3000
"""The most ways to cast a spell that are searched."""
_SIGNS = ",;.+-@"
_NUMBERS_OF_TILES: Sequence[Token | str] = [Token("number", number) for number in "1234"]
_NOT_ON_A_TILE = set(w.ARTWORKS) - {"spell:pr", "spell:us"}
_NEAR = 6
"""The most steps that are named when nothing fits."""
_CASTS = {
    "sh": "Sh:E", "le": "Le:B", "yo": "Yo:B>E", "us": "Us:-P1", "lo": "Lo:B>P1", "il": "Il:P", "op": "Op:P",
    "st": "St:Y@0,0,0",
}  # fmt: skip
"""A cast of each spell that needs more than its name, in notation: its refusal says why the spell cannot be cast."""
_REMARK = re.compile(r"\([^()]*\)")
_ATOM = re.compile(r"[PIOUSLY][1-4]|[NS][EW]|[A-Z]")


def read(state: State, seat: int, typed: str, translate: Translate) -> tuple[str, ...]:
    """Return the turns that the text may mean, as steps with blanks between. Raises BadNotation or IllegalMove.

    Steps that are all in notation, and legal, mean just that. Text in brackets may be a remark: it counts unless the
    rest is clearer without it.
    """
    steps = [_notation(chunk) or "" for chunk in typed.split()]
    if steps and _is_legal(state, steps):
        return (" ".join(steps),)
    bare = _REMARK.sub(" ", typed)
    if bare == typed or not bare.strip():
        return _read(state, seat, typed, translate)
    shorter: tuple[str, ...] = ()
    with suppress(GameError):
        shorter = _read(state, seat, bare, translate)
    try:
        whole = _read(state, seat, typed, translate)
    except GameError:
        if not shorter:
            raise
        return shorter
    return whole if not shorter or len(whole) <= len(shorter) else shorter


def _read(state: State, seat: int, typed: str, translate: Translate) -> tuple[str, ...]:
    tokens_found = (token for token in _tokens(typed, Vocabulary(w.WORDS, translate)) if not _is_mere_sign(token))
    found = _join_tiles(_with_artworks(_with_ands(tokens_found)))
    must_be_known((token for token in found if isinstance(token, Token)), typed, w.EXAMPLES)
    paths: list[_Path] = []
    refusal: GameError = unreadable(typed, w.EXAMPLES)
    for meant in _meanings(found):
        try:
            paths += _paths(state, seat, meant, typed)
        except GameError as error:
            refusal = error
    if not paths:
        raise refusal
    if len(paths) > READINGS:
        raise nothing_fits(typed, [" ".join(texts) for _, texts in paths[:_NEAR]])
    return tuple(dict.fromkeys(" ".join(texts) for _, texts in paths))


def _with_ands(found: Iterable[Token | str]) -> Iterator[Token | str]:
    """Yield the tokens with "and" behind "bless" as "then": "bless and P2". It says nothing elsewhere."""
    before: Token | str = ""
    for token in found:
        if token != Token("word", w.AND):
            yield token
        elif before == Token("word", w.BLESS):
            yield Token("word", THEN)
        before = token


def _with_artworks(found: Iterable[Token | str]) -> list[Token | str]:
    """Return the tokens with "the pink artwork" as the Priestess; "artwork" says nothing elsewhere."""
    kept: list[Token | str] = []
    for token in found:
        room = kept[-1] if kept else ""
        if token != Token("word", w.ARTWORK):
            kept.append(token)
        elif isinstance(room, Token) and room.text.startswith("room:"):
            kept[-1] = Token("word", w.ARTWORKS["piously".index(room.text[5:])])
    return kept


def _join_tiles(found: list[Token | str]) -> list[Token | str]:
    """Read `pink 4` as the tile P4, except for the Stonemason, whose rooms come before numbers of another kind."""
    if Token("word", "spell:st") in found:
        return found
    joined: list[Token | str] = []
    for token in found:
        room = joined[-1] if joined else ""
        if isinstance(room, Token) and room.text.startswith("room:") and token in _NUMBERS_OF_TILES:
            joined[-1] = Token("name", f"{room.text[5:]}{_NUMBERS_OF_TILES.index(token) + 1}")
        else:
            joined.append(token)
    return joined


def _meanings(found: Sequence[Token | str]) -> Iterator[list[Token | str]]:
    """Yield what the words may mean: "im done" is the end of the turn, perhaps after an Imprint."""
    im_done, end, imprint = (Token("word", word) for word in (w.IM_DONE, w.END, "spell:im"))
    if im_done in found:
        at = found.index(im_done)
        yield [*found[:at], imprint, end, *found[at + 1 :]]
        yield [*found[:at], end, *found[at + 1 :]]
    else:
        yield list(found)


def _paths(state: State, seat: int, found: Sequence[Token | str], typed: str) -> list[_Path]:
    """Return where the words lead. Raises the refusal if they lead nowhere."""
    try:
        steps = split(found, "WB"[seat] if seat in range(len(SIDES)) else "W")
    except LookupError as error:
        raise _not_understood(error, found, seat, typed) from None
    if not steps:
        says_something = any(isinstance(token, Token) and token.kind == "word" for token in found)
        raise unfinished(typed, suggest(state, "", READINGS)) if says_something else unreadable(typed, w.EXAMPLES)
    first, *others = readings_of_tiles(steps)
    try:
        return _follow(state, seat, first, typed)
    except GameError:
        for other in others:
            with suppress(GameError):
                return _follow(state, seat, other, typed)
        raise


def _not_understood(error: LookupError, found: Sequence[Token | str], seat: int, typed: str) -> GameError:
    """Return the refusal of a word that belongs to no step; the opponent's piece cannot be moved."""
    word = str(error.args[0])
    moves = any(isinstance(token, Token) and token.text in {w.MOVE, TO} for token in found)
    if moves and seat in range(2) and object_letter(word, "WB"[seat]) == "BW"[seat]:
        return IllegalMove(gettext("You only move your own piece. Spells also move objects."))
    return unreadable(typed, w.EXAMPLES)


def _follow(state: State, seat: int, steps: Iterable[Step], typed: str) -> list[_Path]:
    """Return where the steps lead. Raises the refusal if they lead nowhere."""
    paths: list[_Path] = [(state, ())]
    for step in steps:
        paths = _go_on(paths, seat, step, typed)
    return paths


def _tokens(typed: str, vocabulary: Vocabulary) -> Iterator[Token | str]:
    """Yield words and names; text in notation, with a colon or an @, stays whole."""
    plain: list[str] = []
    for chunk in typed.split():
        step = _notation(chunk.strip(",;.")) if ":" in chunk or "@" in chunk else None
        if step is None:
            plain.append(chunk)
            continue
        yield from tokens(" ".join(plain), vocabulary, _is_tile, _is_tile)
        plain = []
        yield step
    yield from tokens(" ".join(plain), vocabulary, _is_tile, _is_tile)


def _is_mere_sign(token: Token | str) -> bool:
    """Whether the token is a sign that means nothing: `!`, or a smiling face."""
    return isinstance(token, Token) and token.kind == "sign" and token.text not in _SIGNS


def _notation(chunk: str) -> str | None:
    try:
        return text(parse(chunk))
    except BadNotation:
        return None


def _is_tile(name: str) -> bool:
    return name.upper() in TILE_NUMBERS


def _go_on(paths: list[_Path], seat: int, step: Step, typed: str) -> list[_Path]:
    """Return the paths with the step added. Raises the refusal if it fits none."""
    refusal: GameError | None = None
    further: list[_Path] = []
    for before, texts in paths:
        try:
            for words in _readings(before, _as_drop(before, step), typed):
                after = _after(before, seat, words)
                further.append((after, (*texts, *words)))
        except GameError as error:
            refusal = refusal or error
    if not further and refusal is not None:
        raise refusal
    return further


def _after(state: State, seat: int, words: Iterable[str]) -> State:
    for step in words:
        if state.mover != seat and state.phase == "play":
            raise IllegalMove(gettext("Your turn ends before '{step}'. Leave out what follows.", step=step))
        state = play(state, seat, parse(step))
    return state


def _readings(state: State, step: Step, typed: str) -> list[tuple[str, ...]]:
    """Return the ways to read the step: only legal ones if there are any. Raises IllegalMove or BadNotation."""
    if state.phase == "place" and step.head in {w.MOVE, w.PUT, w.DROP} and len(step.tiles) == 1:
        return [(f"@{step.tiles[0]}",)]
    if step.head == w.MOVE and _names_only_where_it_is(state, step):
        raise unfinished(typed, _possible(state, step))
    if step.head == w.MOVE and step.tiles:
        return [tuple(f"m:{tile}" for tile in _way(state, step))]
    if step.head == w.MOVE and step.directions:
        return _steps_towards(state, step.directions[0])
    if step.head == w.BLESS:
        return _blessings(state, step)
    if step.head == w.TAKE and step.tiles and not _lies_on(state, step):
        if step.mark == FROM:
            raise _refusal(state, step, typed)
        return [(*notations(step), f"m:{step.tiles[0]}")]
    written: list[tuple[str, ...]] = [(text(parse(notation)),) for notation in notations(step)]
    if len(written) > 1:
        return [one for one in written if _is_legal(state, one)] or written[:1]
    if written:
        return written
    fitting: list[tuple[str, ...]] = [(one,) for one in _possible(state, step) if _fits(state, step, one)]
    if not fitting or len(fitting) > READINGS:
        raise _refusal(state, step, typed)
    return fitting


def _as_drop(state: State, step: Step) -> Step:
    """Return "yeoman to P3" as a drop if the artwork is in the hand; such a spell is not cast on a tile."""
    artwork = object_letter(step.head, "")
    names_only_tile = step.atoms == set(step.tiles) and len(step.tiles) == 1 and not step.numbers
    if step.head not in _NOT_ON_A_TILE or not names_only_tile:
        return step
    is_in_hand = state.objects[OBJECT_LETTERS.index(artwork)] == NOWHERE
    return Step(w.DROP, step.tiles, [artwork]) if is_in_hand else step


def _fits(state: State, step: Step, notation: str) -> bool:
    """Whether a legal step is what is wanted, as far as that is known."""
    wanted, move = step.atoms, parse(notation)
    if isinstance(move, Leap) and step.tiles:  # the typed tile is the object's
        wanted = {*step.objects, TILE_NAMES[state.objects[move.thing]]} - {OBJECT_LETTERS[move.thing]}
        return wanted == set(step.tiles)
    if isinstance(move, Stonemason) and not _fits_site(state, step, move):
        return False
    return wanted <= set(_ATOM.findall(notation.partition(":")[2]))


def _fits_site(state: State, step: Step, move: Stonemason) -> bool:
    """Whether a room goes where it is wanted, as far as that is known: turned, beside rooms, at coordinates."""
    q, r, turns = move.place
    turn = (turns - state.board.places[move.room][2]) % 6 if move.room in ROOMS else 0
    if step.turn not in (None, turn) or [q, r][: len(step.site)] != step.site:
        return False
    if step.contact and not _is_contact(state, step, move):
        return False
    beside = sum(1 << LETTERS.index(letter) for letter in dict.fromkeys(step.beside))
    return not step.beside or beside == touched_rooms(state.board, move.room, move.place)


def _is_contact(state: State, step: Step, move: Stonemason) -> bool:
    """Whether the two tiles that are named touch each other afterwards, in the direction that is told."""
    tiles = [TILE_NUMBERS[tile] for tile in step.contact]
    if len(tiles) < 2 or step.way not in {"", *DIRECTION_NAMES}:
        return False
    way = DIRECTION_NAMES.index(step.way) if step.way else None
    return touches(state.board, move.room, move.place, (tiles[0], tiles[1]), way)


def _lies_on(state: State, step: Step) -> bool:
    """Whether the object is where it is said to be taken from."""
    places = dict(zip(OBJECT_LETTERS, state.objects, strict=True))
    return not step.objects or places.get(step.objects[0]) == TILE_NUMBERS[step.tiles[0]]


def _way(state: State, step: Step) -> list[str]:
    """Return the tiles that a walk goes to; its start may be named first: `P3 to P4`."""
    here = state.objects[state.mover] if state.mover in range(2) else NOWHERE
    starts_here = len(step.tiles) > 1 and TILE_NUMBERS[step.tiles[0]] == here
    return step.tiles[1:] if starts_here else step.tiles


def _names_only_where_it_is(state: State, step: Step) -> bool:
    """Whether a move does not say where to: `white`, or only the tile where the piece is."""
    here = state.objects[state.mover] if state.mover in range(2) else NOWHERE
    is_here = len(step.tiles) == 1 and TILE_NUMBERS[step.tiles[0]] == here
    return is_here or (step.implied and set(step.marks) <= {FROM})


def _steps_towards(state: State, direction: str) -> list[tuple[str, ...]]:
    """Return the steps of the own piece in a direction as drawn; north and south lie between two directions.

    Raises IllegalMove if there is no tile.
    """
    here = state.objects[state.mover] if state.mover in range(2) else NOWHERE
    ways = [number for number, name in enumerate(DIRECTION_NAMES) if name.startswith(direction) and here != NOWHERE]
    if direction in DIRECTION_NAMES:
        ways = [DIRECTION_NAMES.index(direction)]
    tiles = [state.board.step[here][way] for way in ways if state.board.step[here][way] != NOWHERE]
    if not tiles:
        raise IllegalMove(gettext("There is no tile there. Name one beside your piece, e.g. move P2."))
    steps: list[tuple[str, ...]] = [(f"m:{TILE_NAMES[tile]}",) for tile in tiles]
    return [step for step in steps if _is_legal(state, step)] or steps[:1]


def _blessings(state: State, step: Step) -> list[tuple[str, ...]]:
    """Return the blessings; only the own tile can be blessed, so another tile may be where to go before or after it."""
    here = state.objects[state.mover] if state.mover in range(2) else NOWHERE
    if not step.tiles or TILE_NUMBERS[step.tiles[0]] == here:
        return [("b",)]
    walk = f"m:{step.tiles[0]}"
    both: list[tuple[str, ...]] = [words for words in ((walk, "b"), ("b", walk)) if _is_legal(state, words)]
    if both or here == NOWHERE:
        return both or [("b",)]
    raise IllegalMove(gettext("You can only bless the tile that your piece is on: {tile}.", tile=TILE_NAMES[here]))


def _is_legal(state: State, words: Iterable[str]) -> bool:
    try:
        _after(state, state.mover, words)
    except GameError:
        return False
    return True


def _possible(state: State, step: Step) -> Iterator[str]:
    """Yield the legal steps that begin with the word."""
    if step.head.startswith("spell:"):
        code = step.head[6:]
        spell = next(one for one in SPELLS if one.code.lower() == code)
        if spell in ready_spells(state):
            yield from map(text, islice(spell.casts(state), _SEARCHED))
        return
    if state.phase == "place":
        yield from map(text, legal.puts(state))
        return
    kinds = {w.MOVE: legal.walks, w.DROP: legal.drops, w.PUT: legal.drops, w.TAKE: legal.pick_ups, w.LEARN: legal.ends}
    moves: Iterable[Move] = kinds[step.head](state) if step.head in kinds and state.phase == "play" else ()
    yield from (text(move) for move in moves if step.head != w.LEARN or text(move) != "end")


def _refusal(state: State, step: Step, typed: str) -> GameError:
    """Return why nothing fits: the spell's own refusal, or what is possible."""
    possible = list(islice(_possible(state, step), _NEAR))
    if step.head == w.MOVE and not possible:
        try:
            play(state, state.mover, parse(f"m:{TILE_NAMES[0]}"))
        except GameError as error:
            return error
    if step.head.startswith("spell:") and not possible:
        code = step.head[6:]
        example = _CASTS.get(code, f"{code}:P1" if code in {"pr", "pu"} else code)
        try:
            play(state, state.mover, parse(example))
        except GameError as error:
            drops = [drop for drop in map(text, legal.drops(state)) if drop[2] == object_letter(step.head, "")]
            return could_play(error.sentence, drops) if drops else error
    return nothing_fits(typed, possible)
