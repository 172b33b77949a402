"""The properties of Piously that the bot needs to know."""

from __future__ import annotations

from games.core.i18n import gettext
from games.core.info import GameInfo, Option

BOARD = Option(
    key="board",
    title=gettext("Board"),
    values=("built", "random", "classic"),
    default="built",
    labels=(gettext("Black builds it"), gettext("Drawn at random"), gettext("The designer's")),
)

INFO = GameInfo(
    key="piously",
    title="Piously",
    version=1,
    summary=gettext("Link all seven rooms with your auras: bless tiles, learn spells, outwit your opponent."),
    goal=gettext(
        "Link all seven rooms: one connected group of your auras must reach every room. "
        "Whoever links them first wins at once."
    ),
    sides=(gettext("White"), gettext("Black")),
    options=(BOARD,),
    multi_step=True,
)
