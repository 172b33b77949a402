"""What Piously declares about itself."""

from __future__ import annotations

from games.core.info import GameInfo, Option
from games.core.say import say

BOARD = Option(
    key="board",
    title=say("Board"),
    values=("built", "random", "classic"),
    default="built",
    labels=(say("Black builds it"), say("Drawn by chance"), say("The designer's board")),
)

INFO = GameInfo(
    key="piously",
    title="Piously",
    version=1,
    summary=say("Link all seven rooms with your auras: bless tiles, learn spells, outwit the other piece."),
    sides=(say("White"), say("Black")),
    options=(BOARD,),
    multi_step=True,
)
