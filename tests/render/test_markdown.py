"""Markdown as blocks: what the source breaks over lines is one line, lists and tables keep their rows."""

from __future__ import annotations

import pytest

from render.markdown import Block, Code, Grid, Heading, Words, read_blocks


@pytest.mark.parametrize(
    "markdown, blocks",
    [
        ("# One\n\n### Two", [Heading(1, "One"), Heading(3, "Two")]),
        ("1.1 **Words** that\nrun `on`.", [Words(("1.1 **Words** that run `on`.",))]),
        ("- one\n  goes on\n- two", [Words(("- one goes on", "- two"))]),
        ("- one\n\n  goes on\n  - under it", [Words(("- one", "  goes on", "  - under it"))]),
        ("3. three\n4. four", [Words(("3. three", "4. four"))]),
        ("| | `b` |\n|---|---|\n| 1 | **2** |", [Grid((("", "`b`"), ("1", "**2**")))]),
        ("```position\nb=... t=0\n```", [Code("position", "b=... t=0\n")]),
        ("    b=.yw/...", [Code("", "b=.yw/...\n")]),
        ("", []),
    ],
)
def test_markdown_is_read_as_blocks(markdown: str, blocks: list[Block]) -> None:
    assert list(read_blocks(markdown)) == blocks
