"""Why an action is a good idea."""

from __future__ import annotations

from games.choccer.moves import Action
from games.choccer.state import State
from games.choccer.tell import tell
from games.core.table import Telling


def reason(state: State, action: Action) -> Telling:
    """The action in words."""
    return tell(state, action)
