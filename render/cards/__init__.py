"""Cards: all pictures other than boards. Each is a pure function from plain values to a PNG 1200 units wide.

All words except a few labels are already in the reader's language. Names may be in any script and of any length.
"""

from __future__ import annotations

from render.cards.bracket import Pairing, Round, Slot, bracket
from render.cards.challenge import Contender, challenge
from render.cards.crosstable import Meeting, Rival, crosstable
from render.cards.listing import Entry, listing
from render.cards.profile import Achievement, profile

__all__ = [
    "Achievement",
    "Contender",
    "Entry",
    "Meeting",
    "Pairing",
    "Rival",
    "Round",
    "Slot",
    "bracket",
    "challenge",
    "crosstable",
    "listing",
    "profile",
]
