"""Pictures as they were approved: one per game and theme, and the largest boards, small, compared with tolerance.

After a change of the drawings, look at the new pictures and keep them: QUINTET_GOLDEN=keep pytest tests/render
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core.table import Mark, Table
from render.demo import with_players
from render.theme import ThemeName

FOLDER = Path(__file__).parent / "golden"
WIDTH = 400
ONE_AWAY = 16
"""Levels by which a pixel may differ: another version of FreeType smooths a little differently."""

POSITIONS: dict[str, tuple[dict[str, str], str, tuple[Mark, ...]]] = {
    "choccer": (
        {},
        (
            "b=...t.+.T.../..st...TS../..lc...CL../...c.*.C.../..lc...CL../..st...TS../...t.+.T... "
            "held=- pts=0,0 turn=1 t=0"
        ),
        (Mark("chosen", ("h4",)), Mark("target", ("g4",), "1"), Mark("target", ("h6",), "12")),
    ),
    "conquid": (
        {"size": "small"},
        (
            "b=.1.2112.1.2.2./..12...12.2.2./2..1...1..11.1/...2A1...B.2../222..2.2....../12....11..2..1/"
            "122..11....112 "
            "t=0"
        ),
        (Mark("last", ("a1", "b1")),),
    ),
    "onyx": (
        {"board": "snub-3"},
        "b=.yy.b./p.bb.Y/.bp.y./p...Y./.W..../p.b.wp t=0 ph=play passed=00 removed=00",
        (Mark("territory", ("a1", "a2", "b1"), role="purple"), Mark("from", ("d3",)), Mark("last", ("b2",))),
    ),
    "piously": (
        {"board": "classic"},
        (
            "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X3,-2 ...w/..../b.b./ww../...w/..../..../b "
            "W=U3,B=O3,I=O4,S=I2 wwbwb-- OS w0 19"
        ),
        (Mark("hint", ("P2",)),),
    ),
    "cyberzul": (
        {},
        (
            "n=3 r=3 s=1 t=2 ph=draft f=-/ORRR/-/-/-/-/- c=BOORRKKKKKWWWW m=2 bag=5,1,3,4,3 lid=10,9,2,5,7 "
            "p0=0:-,B2,W2,K1,K1:...KW/...../...../...B./.....:O p1=0:O1,O2,-,W1,K3:....W/...../...OR/...../.....:O "
            "p2=0:-,O1,R2,R2,R5:B..../...../...../..W../.....:M"
        ),
        (Mark("last", ("3L52",)),),
    ),
    "conquid-large": (
        {"size": "large"},
        (FOLDER / "conquid-large.txt").read_text(encoding="utf-8").strip(),
        (Mark("last", ("d4", "n16", "ab9")), Mark("hint", ("t8",))),
    ),
    "onyx-large": (
        {"board": "king-19"},
        (FOLDER / "onyx-large.txt").read_text(encoding="utf-8").strip(),
        (Mark("last", ("b17", "m3")),),
    ),
    "conquid-window": (
        {"size": "large"},
        (FOLDER / "conquid-large.txt").read_text(encoding="utf-8").strip(),
        (Mark("last", ("d4", "n7")),),
    ),
    "onyx-window": (
        {"board": "king-19"},
        (FOLDER / "onyx-large.txt").read_text(encoding="utf-8").strip(),
        (Mark("last", ("c16", "m12")),),
    ),
}


def table_of(key: str) -> Table:
    options, position, marks = POSITIONS[key]
    game = games.find(key.split("-", maxsplit=1)[0])
    state = game.rules.load(position, game.info.check_options(options))
    return with_players(game.presenter.table(state, None), game.rules.status(state)).with_marks(*marks)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("key", POSITIONS)
def test_the_picture_is_the_approved_one(key: str, theme: ThemeName) -> None:
    render.palette.cache_clear()  # the colours of pictures drawn before must not matter here
    data = render.png(table_of(key), theme, WIDTH)
    approved = FOLDER / f"{key}-{theme}.png"
    if os.environ.get("QUINTET_GOLDEN") == "keep":
        approved.parent.mkdir(exist_ok=True)
        approved.write_bytes(data)
    now, then = (Image.open(source).convert("RGB") for source in (io.BytesIO(data), approved))
    assert now.size == then.size
    difference = ImageChops.difference(now, then)
    far = sum(difference.convert("L").histogram()[ONE_AWAY:]) / (now.width * now.height)
    assert max(ImageStat.Stat(difference).mean) < 1.0
    assert far < 0.01
