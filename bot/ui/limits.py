"""Discord's limits, and texts cut to fit them."""

from __future__ import annotations

from typing import Final

BUTTON_LABEL = 80
OPTION_LABEL = 100
OPTION_DESCRIPTION = 100
OPTION_VALUE = 100
OPTIONS = 25
ROW_BUTTONS = 5
MOST_BUTTONS = 20
"""The most answers that are offered as buttons, in four rows; more become a menu."""
READ_AT_A_GLANCE = 20
"""The number of characters of a button's label that fit on a phone."""
PLACEHOLDER = 150
CUSTOM_ID = 100
MODAL_TITLE = 45
MODAL_LABEL = 45
ALT_TEXT = 1024
MESSAGE_TEXT = 4000
CHOICES = 25
CHOICE_NAME = 100
THREAD_NAME = 100
ARCHIVE_MINUTES: Final = 10080
"""Minutes of silence after which Discord archives a thread: a week, the longest it allows."""
COMMAND_DESCRIPTION = 100


def clip(text: str, length: int) -> str:
    """Return the text, truncated with an ellipsis if it is longer than `length`."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
