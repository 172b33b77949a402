"""/block: what a block does, and whom a person has blocked."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.club.personal_blocks import PersonalBlock
from bot.match.challenges import Person
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import bare, plain, relative
from bot.ui.i18n.language import Language
from bot.ui.limits import CHOICES


def tell_blocked(person: Person, language: Language) -> ui.LayoutView:
    """Return the confirmation of a block, with a way to undo it."""
    name = plain(person.name)
    lines = [
        f"## {language.gettext('{name} is blocked', name=name)}",
        language.gettext(
            "Neither of you can challenge the other or join the other's tables. /play never pairs you. Their "
            "requests don't ping you. They are not told."
        ),
        language.gettext("Matches that you are playing with each other go on."),
    ]
    undo = items.button(Click("unblock", rest=str(person.user)), language.gettext("Undo"))
    return items.layout(items.text("\n".join(lines)), items.buttons(undo))


def block_list(blocks: Sequence[PersonalBlock], language: Language) -> ui.LayoutView:
    """Return the list of a person's blocks, newest first, with a menu to undo one."""
    title = f"## {language.gettext('People you have blocked')}"
    if not blocks:
        nobody = language.gettext("Nobody. To block somebody, use /block with the option `member`.")
        return items.layout(items.text(f"{title}\n{nobody}"))
    shown = blocks[:CHOICES]
    lines = [f"- {plain(one.name)}, {relative(one.at)}" for one in shown]
    if len(blocks) > len(shown):
        lines.append(language.gettext("… and {n} more", n=len(blocks) - len(shown)))
    options = [items.option(str(one.blocked), bare(one.name)) for one in shown]
    undo = items.menu(Click("unblock"), language.gettext("Undo a block …"), options)
    return items.layout(items.text("\n".join([title, *lines])), undo)
