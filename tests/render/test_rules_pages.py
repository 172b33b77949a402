"""The examples of every RULES.md can be read and drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import games
import render
from games.core.errors import GameError
from games.core.table import Mark
from render.markdown import Words
from render.picture import compose, look_of
from render.rules import Example, example_table, read_rules

PAGES = {key: Path(games.__path__[0]) / key / "RULES.md" for key in games.keys()}
PAGE = """# Choccer

Words before.

## 1. The table

Some words.

```position
options: size=small first=0
b=... t=0
mark: chosen e4
mark: target c4 d4
caption: The clover may go there
```

More words.
"""


def test_sections_hold_their_words_and_examples() -> None:
    first, second = read_rules(PAGE)
    assert (first.title, first.level, first.blocks) == ("Choccer", 1, (Words(("Words before.",)),))
    assert second.blocks == (Words(("Some words.",)), Words(("More words.",)))
    marks = Mark("chosen", ("e4",)), Mark("target", ("c4",)), Mark("target", ("d4",))
    options = (("size", "small"), ("first", "0"))
    assert second.examples == (Example(options, "b=... t=0", marks, "The clover may go there"),)


@pytest.mark.parametrize("block", ["options:\n", "b=...\nmark: chosen e4\n", "options:\nb=...\nmark: circle e4\n"])
def test_an_example_that_cannot_be_read_is_refused(block: str) -> None:
    with pytest.raises(ValueError, match=r"example|mark"):
        read_rules(f"# A\n```position\n{block}```\n")


def test_a_mark_on_no_cell_is_refused() -> None:
    game = games.find("choccer")
    position = game.rules.dump(game.rules.start(2, {}))
    with pytest.raises(ValueError, match="'z9' is no cell of Choccer"):
        example_table(game, Example((), position, (Mark("chosen", ("z9",)),)))
    with pytest.raises(GameError):
        example_table(game, Example((), "nonsense"))


@pytest.mark.parametrize("key", [key for key, page in PAGES.items() if page.is_file()])
def test_every_example_of_the_rules_is_drawn_with_its_whole_caption(key: str) -> None:
    game = games.find(key)
    examples = [example for section in read_rules(PAGES[key].read_text("utf-8")) for example in section.examples]
    assert examples
    for example in examples:
        table = example_table(game, example)
        scene = compose(table, look_of(table, "light"), 1200)
        words = " ".join(text.words for text in scene.texts)
        assert example.caption in words
        assert render.png(table, "light").startswith(b"\x89PNG")


@pytest.mark.parametrize("key", PAGES)
def test_examples_mark_nothing_that_the_game_marks_itself(key: str) -> None:
    """Two signs for the same would lie over each other."""
    game = games.find(key)
    for section in read_rules(PAGES[key].read_text(encoding="utf-8")):
        for example in section.examples:
            own = example_table(game, replace(example, marks=())).marks
            taken = {(mark.kind, cell) for mark in own for cell in mark.cells}
            assert not taken & {(mark.kind, cell) for mark in example.marks for cell in mark.cells}, example.caption
