"""Pages for the bot's host: servers, blocks, and the progress of an announcement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from discord import ui

from bot.club.announcements import Announcement
from bot.club.blocks import Block
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import bare, plain
from bot.ui.components.paging import Page
from bot.ui.i18n.language import Language
from bot.ui.limits import MODAL_LABEL, MODAL_TITLE, clip

PAGE = 10
LONGEST_ANNOUNCEMENT = 2000
"""Characters."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that the bot is in."""

    id: int
    name: str
    members: int
    live: int = 0
    total: int = 0


def servers_page(page: Page[Server], count: int, language: Language) -> ui.LayoutView:
    """Return one page of the `count` servers, largest first."""
    lines = [f"## {language.ngettext('{n} server', '{n} servers', count)}"]
    lines += [
        language.gettext(
            "**{name}** `{id}`: members {members}, running matches {live}, all matches {total}",
            name=plain(server.name), id=server.id, members=server.members, live=server.live, total=server.total,
        )
        for server in page.entries
    ]  # fmt: skip
    return items.layout(items.text("\n".join(lines)), *_turning("owner-servers", page, language))


def leave_page(server: Server, language: Language) -> ui.LayoutView:
    """Return the confirmation before the bot leaves a server."""
    question = language.gettext(
        "Leave **{name}** (members {members}, running matches {live})? Its matches stay stored, and go on when I am "
        "invited again.",
        name=plain(server.name), members=server.members, live=server.live,
    )  # fmt: skip
    return items.layout(
        items.text(question),
        items.buttons(
            items.button(Click("owner-leave", rest=str(server.id)), language.gettext("Leave"), Style.danger),
            items.button(Click("owner-never-mind"), language.gettext("Stay")),
        ),
    )


def blocks_page(page: Page[Block], names: Mapping[int, str], count: int, language: Language) -> ui.LayoutView:
    """Return one page of the `count` blocks, newest first, with a menu to undo one."""
    if not count:
        return items.layout(items.text(language.gettext("Nobody is blocked.")))
    lines = [f"## {language.ngettext('{n} block', '{n} blocks', count)}"]
    options = []
    for block in page.entries:
        name = names.get(block.subject, "")
        if block.kind == "person":
            shown = f"<@{block.subject}> `{block.subject}`"
        else:
            shown = f"**{plain(name)}** `{block.subject}`" if name else f"`{block.subject}`"
        kind = language.gettext("Person") if block.kind == "person" else language.gettext("Server")
        reason = f" · {plain(block.reason, 200)}" if block.reason else ""
        lines.append(f"{kind} {shown} · <t:{block.at // 1000}:d>{reason}")
        label = f"{kind} {bare(name)} {block.subject}" if name else f"{kind} {block.subject}"
        options.append(items.option(f"{block.kind}-{block.subject}", label))
    return items.layout(
        items.text("\n".join(lines)),
        items.menu(Click("owner-unblock", rest=str(page.number)), language.gettext("Unblock …"), options),
        *_turning("owner-blocks", page, language),
    )


def announcement(text: str, language: Language) -> ui.LayoutView:
    """Return the announcement as servers see it."""
    return items.layout(items.text(f"### {language.gettext('News from the host of this bot')}\n{text}"))


def announcement_form(language: Language) -> ui.Modal:
    """Return the modal for an announcement."""
    title = clip(language.gettext("Announcement to all servers"), MODAL_TITLE)
    window = ui.Modal(title=title, custom_id=str(Click("owner-draft")), timeout=None)
    line = items.paragraph("answer", LONGEST_ANNOUNCEMENT)
    window.add_item(ui.Label(text=clip(language.gettext("Text"), MODAL_LABEL), component=line))
    window.stop()
    return window


def draft_page(draft: Announcement, servers: int, language: Language) -> ui.LayoutView:
    """Return the draft before it is sent."""
    question = language.ngettext(
        "Send this to {n} server? It pings nobody.",
        "Send this to {n} servers, one a second? It pings nobody.",
        servers,
    )
    return items.layout(
        items.text(draft.text),
        items.text(question),
        items.buttons(
            items.button(Click("owner-send", rest=str(draft.id)), language.gettext("Send"), Style.primary),
            items.button(Click("owner-never-mind"), language.gettext("Discard")),
        ),
    )


def progress_page(present: Announcement, servers: int, language: Language) -> ui.LayoutView:
    """Return the progress of the announcement."""
    words = {
        "draft": language.gettext("This announcement has not been sent."),
        "sending": language.gettext("The announcement is being sent, one server a second."),
        "stopped": language.gettext("The announcement was stopped."),
        "done": language.gettext("The announcement was sent."),
    }
    counts = language.gettext(
        "Delivered {delivered} of {servers}, not delivered {failed}.",
        delivered=present.delivered, servers=servers, failed=present.failed,
    )  # fmt: skip
    rows = []
    if present.state == "sending":
        stop = items.button(Click("owner-stop", rest=str(present.id)), language.gettext("Stop"), Style.danger)
        rows.append(items.buttons(items.button(Click("owner-progress"), language.gettext("Refresh")), stop))
    return items.layout(items.text(f"{words[present.state]}\n{counts}"), *rows)


def _turning(action: str, page: Page[object], language: Language) -> list[items.Row]:
    before, after = language.gettext("Previous page"), language.gettext("Next page")
    return page.buttons(lambda number: Click(action, rest=str(number)), before, after)
