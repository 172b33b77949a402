"""Exclusions: what moderators are told about them, and the list in /audit."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.club.exclusions import Exclusion
from bot.match.model import UserId
from bot.match.moderation import MOST_REASON
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import bare, mention, plain, relative
from bot.ui.i18n.language import Language
from bot.ui.pages.acts import mention_moderator


def tell_moderator(exclusion: Exclusion, problems: Sequence[str], language: Language) -> ui.LayoutView:
    """Return the confirmation for a moderator who has excluded a member or server, with a way to undo it."""
    consequences = (
        language.gettext(
            "They can't start, accept or join anything on this server. Their open challenges are cancelled, "
            "running matches go on. They read the reason when they try."
        )
        if exclusion.match is None
        else language.gettext(
            "/play pairs nobody here with its members any more, and there is no rematch. Running matches go "
            "on. The other server isn't told."
        )
    )
    lines = [sentence(exclusion, language), consequences, *problems]
    undo = items.button(Click("readmit", rest=str(exclusion.excluded)), language.gettext("Undo"))
    return items.layout(items.text("\n".join(lines)), items.buttons(undo))


def log_exclusion(exclusion: Exclusion, language: Language) -> ui.LayoutView:
    """Return the line for the moderation log."""
    return items.layout(items.text(sentence(exclusion, language)))


def log_readmission(exclusion: Exclusion, moderator: UserId, language: Language) -> ui.LayoutView:
    """Return the line about the end of an exclusion, for the moderation log and the moderator."""
    words = (
        language.gettext(
            "{moderator} lets {name} play on this server again.",
            moderator=mention(moderator),
            name=mention(exclusion.excluded),
        )
        if exclusion.match is None
        else language.gettext(
            "{moderator} allows matches with {server} again.",
            moderator=mention(moderator),
            server=_name_server(exclusion, language),
        )
    )
    return items.layout(items.text(f"**{words}**"))


def sentence(exclusion: Exclusion, language: Language, most: int = MOST_REASON) -> str:
    """Return a sentence that says who has excluded whom and why, in at most `most` characters."""
    moderator = mention_moderator(exclusion.moderator, language)
    words = (
        language.gettext(
            "{moderator} excluded {name} from matches on this server.",
            moderator=moderator,
            name=mention(exclusion.excluded),
        )
        if exclusion.match is None
        else language.gettext(
            "{moderator} excluded {server} from matches with this one.",
            moderator=moderator,
            server=_name_server(exclusion, language),
        )
    )
    reason = language.gettext("Reason: {reason}", reason=plain(exclusion.reason, most))
    return f"**{words}**\n{reason}"


def _name_server(exclusion: Exclusion, language: Language) -> str:
    """Return the other server of the match, by its name if it shows that."""
    if exclusion.name:
        return language.gettext(
            "the server {name} of match #{code}", name=plain(exclusion.name), code=exclusion.match or ""
        )
    return language.gettext("the other server of match #{code}", code=exclusion.match or "")


def section(exclusions: Sequence[Exclusion], language: Language, most: int) -> list[items.Item]:
    """Return the section of /audit about exclusions, with a menu to undo them; empty if there are none.

    Each reason has at most `most` letters.
    """
    if not exclusions:
        return []
    entries = [_entry(one, language, most) for one in exclusions]
    rows: list[items.Item] = [
        items.text("\n\n".join([f"### {language.gettext('Excluded members and servers')}", *entries]))
    ]
    options = [
        items.option(str(one.excluded), _label(one), bare(one.reason)) for one in exclusions if one.ended is None
    ]
    if options:
        rows.append(items.menu(Click("readmit"), language.gettext("Undo an exclusion …"), options))
    return rows


def _label(exclusion: Exclusion) -> str:
    """Return a member's name, or a server's with the match in which it was met."""
    return bare(exclusion.name) if exclusion.match is None else f"#{exclusion.match} {bare(exclusion.name)}".rstrip()


def _entry(exclusion: Exclusion, language: Language, most: int) -> str:
    lines = [f"{relative(exclusion.at)}", sentence(exclusion, language, most)]
    if exclusion.ended is not None and exclusion.ended_by is not None:
        undone = language.gettext(
            "Undone by {moderator} {when}.",
            moderator=mention_moderator(exclusion.ended_by, language),
            when=relative(exclusion.ended),
        )
        lines.append(f"-# {undone}")
    return "\n".join(lines)
