"""How a move is asked for: a path of tokens, one question after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

DONE = "."
"""The token that ends a move which could also continue. It is not part of the move's text."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question.

    `token` is appended to the draft. `label` is shown: if all labels, with their numbers before them, have at most 20
    characters, the choices become buttons, otherwise a menu. `note` says what the choice leads to. `cells` are the
    places on the table it points at; the last of them gets its number in the picture. `sign` replaces the number if the
    label names something that is labelled on the board anyway ("c4", "Line 3"). `group` is its heading (a kind of move,
    a region of the board) if there are many choices. `confirms` says that the choice plays what the picture already
    shows, so that nothing is asked after it.
    """

    token: str
    label: str
    cells: tuple[str, ...] = ()
    note: str = ""
    group: str = ""
    sign: str = ""
    confirms: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a choice does; `obstacle` says why it cannot be chosen now, and is empty if it can."""

    title: str
    words: str
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What to choose next.

    Normally one choice is taken. If `most` is more than 1, between `least` and `most` choices are taken together; any
    such set is allowed, and their tokens, joined by commas in the order of `choices`, form one token of the draft (`-`
    for the empty set). If there are more choices than a menu holds (25), people see one group after another and may
    take fewer than `least` from it; `ask` must then ask for the rest.

    `suggested` holds the tokens of at most 25 choices that are offered before all groups if there are more than 25.
    `explanations` covers whatever needs more words than a label has, including things that are offered only at other
    times.
    """

    prompt: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    suggested: tuple[str, ...] = ()
    explanations: tuple[Explanation, ...] = ()

    def answer(self, tokens: Iterable[str]) -> str:
        """Return the draft token for the chosen `tokens`, in the order of the question."""
        chosen = set(tokens)
        return ",".join(choice.token for choice in self.choices if choice.token in chosen) or "-"


def only_answer(question: Question) -> str | None:
    """Return the draft token of the question's only answer if it points at places on the table, else None."""
    tokens = [choice.token for choice in question.choices]
    if not tokens or question.least < len(tokens) or not all(choice.cells for choice in question.choices):
        return None
    return question.answer(tokens) if question.most > 1 else tokens[0]


def next_tokens(paths: Iterable[tuple[str, ...]], draft: tuple[str, ...]) -> list[str] | None:
    """Return the tokens that follow `draft` in the paths, each once, in order of appearance.

    Returns None if `draft` is a whole path and nothing may follow, and an empty list if no path starts with it. If a
    path may either end or continue, DONE comes first.
    """
    depth = len(draft)
    bare = draft[:-1] if draft and draft[-1] == DONE else draft
    ends = False
    following: dict[str, None] = {}
    for path in paths:
        if path == bare:
            ends = True
        elif path[:depth] == draft:
            following[path[depth]] = None
    if ends and (not following or bare != draft):
        return None
    return [DONE, *following] if ends else list(following)


def walk(ask: Callable[[tuple[str, ...]], Question | None], draft: tuple[str, ...] = ()) -> Iterable[tuple[str, ...]]:
    """Yield every complete draft that the questions lead to, including sets of choices of every size."""
    question = ask(draft)
    if question is None:
        yield draft
        return
    for token in answers(question):
        yield from walk(ask, (*draft, token))


def answers(question: Question) -> Iterable[str]:
    """Yield every token that may answer the question."""
    if question.most == 1:
        yield from (choice.token for choice in question.choices)
        return
    for size in range(question.least, min(question.most, len(question.choices)) + 1):
        for chosen in combinations(question.choices, size):
            yield ",".join(choice.token for choice in chosen) or "-"
