"""How a take is asked for."""

from __future__ import annotations

from games.core.status import Seat
from games.cyberzul import GAME
from tests.games.cyberzul.positions import BARE, factories, position

PRESENTER = GAME.presenter


def asked(draft: tuple[str, ...] = (), **fields: str) -> tuple[str, list[str]]:
    """The question after the draft, and what may be answered."""
    question = PRESENTER.ask(position(BARE, BARE, **fields), Seat(0), draft)
    assert question is not None
    return str(question.prompt), [str(choice.label) for choice in question.choices]


def test_of_several_sources_the_source_is_asked_first() -> None:
    assert asked(f=factories("BBRK"), c="OO") == ("Where do you take tiles from?", ["Factory 1", "Centre"])


def test_of_the_last_source_only_the_colour_is_asked() -> None:
    assert asked(f=factories(), c="OORK", m="1") == ("Centre: which colour?", ["Orange (2)", "Red (1)", "Black (1)"])
    assert asked(f=factories("BBRK")) == ("Factory 1: which colour?", ["Blue (2)", "Red (1)", "Black (1)"])
    prompt, lines = asked(("c orange",), f=factories(), c="OORK", m="1")
    assert prompt == "Where do the 2 orange tiles go?"
    assert "Line 2" in lines


def test_of_the_last_tiles_of_one_colour_only_the_line_is_asked() -> None:
    prompt, lines = asked(f=factories(), c="RR", m="1")
    assert prompt == "Where do the 2 red tiles go?"
    assert lines == [*(f"Red to line {line}" for line in range(1, 6)), "Red to floor line"]
    state = position(BARE, BARE, f=factories("KKKK"))
    for move in GAME.rules.legal(state, Seat(0)):
        path = PRESENTER.tokens(state, move)
        assert len(path) == 1
        assert PRESENTER.compose(path) == GAME.rules.text(move)
        assert PRESENTER.ask(state, Seat(0), path) is None
