"""The questions that compose a step: one menu of everything, then what a spell still needs.

A draft is a path of tokens. Moves and blessings are one token, their text; a spell begins with an opening token such as
`Us:`, and its form asks for the rest. A spell that can be cast in only one way is offered as a whole. The menu explains
what the mover's spells do, and why some cannot be cast now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.core.i18n import Message, gettext, ngettext
from games.core.question import DONE, Choice, Explanation, Question
from games.piously import legal
from games.piously import moves as m
from games.piously.actions import free_tiles
from games.piously.building import Building, Draft
from games.piously.explanations import explain_spells
from games.piously.forms import Form, Pairs, destination_question, tile_choice
from games.piously.labels import label, target_tiles
from games.piously.notation import text
from games.piously.position import State
from games.piously.rooms import (
    ARTWORK,
    LETTERS,
    ROOM_NAMES,
    ROOMS,
    TILE_NAMES,
    tiles_of,
)
from games.piously.spells import SPELLS, ready_spells
from games.piously.spells.spell import Spell

FEW_TILES = 20
_DROP = "d:"
_BUILDING = Building()
FORMS: dict[str, Form[Any]] = {
    _DROP: Pairs(
        _DROP,
        legal.drops,
        lambda move: ARTWORK + move.room,
        text,
        lambda _, move: (TILE_NAMES[move.tile], move.tile, ""),
        gettext("Which artwork is dropped?"),
        destination_question,
    ),
    **{f"{spell.code}:": spell.form for spell in SPELLS if spell.form is not None},
}
"""The forms by their opening tokens."""
_SPELL_OF: dict[str, Spell[Any]] = {f"{spell.code}:": spell for spell in SPELLS}
_ACTION, _SPELL, _END = gettext("Actions"), gettext("Spells"), gettext("End of turn")


def ask(state: State, draft: tuple[str, ...]) -> Question | None:
    """Ask the next question; None if the draft is a whole legal step. Raises IllegalMove if no step starts like it."""
    question = _next_question(state, ())
    for number, token in enumerate(draft):
        if question is None or not (_answers(question, token) or _BUILDING.takes(state, draft[: number + 1])):
            raise IllegalMove(
                gettext("No legal step starts with '{text}'. Pick one from the list.", text=" ".join(draft)[:60])
            )
        question = _next_question(state, draft[: number + 1])
    return question


def _answers(question: Question, token: str) -> bool:
    tokens = [choice.token for choice in question.choices]
    if question.most == 1:
        return token in tokens
    parts = token.split(",")
    in_order = [choice for choice in tokens if choice in parts]
    return parts == in_order and question.least <= len(parts) <= question.most


def _next_question(state: State, draft: tuple[str, ...]) -> Question | None:
    """Return the question after a draft that answers all questions before it."""
    if state.phase == "build":
        return _BUILDING.question(draft)
    if state.phase == "place":
        return _place(state, draft)
    if not draft:
        left = ngettext("What do you do? {n} action left", "What do you do? {n} actions left", state.actions)
        prompt = left if state.actions else gettext("What do you do? No actions left")
        return Question(prompt, tuple(menu(state)), explanations=tuple(explain_spells(state)))
    form = FORMS.get(draft[0])
    question = form.question(state, draft[1:]) if form else None
    if question is None:
        return None
    spell = _SPELL_OF.get(draft[0])
    explanations = () if spell is None else (Explanation(spell.name, spell.explanation),)
    return replace(_without_rooms(question), explanations=explanations)


def _without_rooms(question: Question) -> Question:
    """Group the tiles by room if there are many; offer few side by side."""
    if len(question.choices) > FEW_TILES:
        return question
    return replace(question, choices=tuple(replace(choice, group="") for choice in question.choices))


def _place(state: State, draft: tuple[str, ...]) -> Question | None:
    """Ask for a room, then for a tile: all tiles would not fit one menu."""
    free = free_tiles(state)
    if not draft:
        rooms = [room for room in ROOMS if free & tiles_of(room)]
        choices = (Choice(f"@{LETTERS[room]}", ROOM_NAMES[room], _names(free & tiles_of(room))) for room in rooms)
        return Question(gettext("In which room does your piece enter?"), tuple(choices))
    if len(draft) > 1:
        return None
    room = LETTERS.index(draft[0][1])
    tiles = bits(free & tiles_of(room))
    return Question(gettext("On which tile?"), tuple(tile_choice(TILE_NAMES[tile][1], tile) for tile in tiles))


def _names(tiles: int) -> tuple[str, ...]:
    return tuple(TILE_NAMES[tile] for tile in bits(tiles))


def menu(state: State) -> Iterator[Choice]:
    """Yield everything that the mover can begin with."""
    yield from _move_choices(state, (*legal.walks(state), *legal.blessings(state)), _ACTION)
    if any(True for _ in legal.drops(state)):
        yield Choice(_DROP, gettext("Drop an artwork"), group=_ACTION)
    yield from _move_choices(state, legal.pick_ups(state), _ACTION)
    for spell in ready_spells(state):
        yield from _casts(state, spell)
    yield from _move_choices(state, legal.ends(state), _END)


def _move_choices(state: State, moves: Iterable[m.Move], group: Message) -> Iterator[Choice]:
    for move in moves:
        yield Choice(text(move), label(state, move), target_tiles(state, move), group=group)


def _casts(state: State, spell: Spell[Any]) -> Iterator[Choice]:
    """Yield a spell as a whole if there is one way to cast it, without a target; else the token that opens its form."""
    if spell.form is None:
        yield from _move_choices(state, spell.casts(state), _SPELL)
        return
    few = list(islice(spell.casts(state), 2))
    if len(few) == 1 and not target_tiles(state, few[0]):
        yield from _move_choices(state, few, _SPELL)
    elif few:
        yield Choice(f"{spell.code}:", spell.name, group=_SPELL)


def tokens(state: State, move: m.Move) -> tuple[str, ...]:
    """Return the path of tokens to a legal step, the inverse of `compose`."""
    whole = text(move)
    if isinstance(move, m.Build):
        return Draft.of(move.places)
    if isinstance(move, m.Put):
        return whole[:2], whole[2:]
    form = FORMS.get(whole[:3]) or (FORMS[_DROP] if isinstance(move, m.Drop) else FORMS.get(f"{whole}:"))
    if form is None or any(choice.token == whole for choice in menu(state)):
        return (whole,)
    path = (_DROP if isinstance(move, m.Drop) else f"{whole[:2]}:", *form.answers(state, move))
    return path if _next_question(state, path) is None else (*path, DONE)


def compose(draft: tuple[str, ...]) -> str:
    """Return the text that the tokens stand for."""
    if draft and draft[0] in FORMS:
        return FORMS[draft[0]].text(draft[1:])
    if draft and Draft.begins(draft[0]):
        return Draft.read(draft).text()
    return "".join(draft)
