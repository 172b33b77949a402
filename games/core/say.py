"""The names of `games.core.i18n` before they were gettext's.

TODO: remove it when nothing imports it any more; work that was begun before still does.
"""

from __future__ import annotations

from games.core.i18n import Message as Say
from games.core.i18n import gettext as say
from games.core.i18n import join_list as say_all
from games.core.i18n import ngettext as say_n

__all__ = ["Say", "say", "say_all", "say_n"]
