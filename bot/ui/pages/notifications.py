"""Direct messages to people: that it is their move, and digests; and the modal in which they choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord import ui

from bot.club.notifications import Kind
from bot.club.preferences import Preferences
from bot.club.quiet_hours import read_quiet_hours, read_time_zone, write_quiet_hours, write_time_zone
from bot.match.model import Match, Posting
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import mention, relative
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT, clip
from bot.ui.pages.card import result, title
from bot.ui.pages.overview import LinkedMatch, list_section
from games.core.i18n import Message, gettext

TURNS, PLACE, HOURS, ZONE = "turns", "place", "hours", "zone"
"""The fields of the modal."""
_TURNS: Mapping[str, tuple[Message, Message]] = {
    "each": (gettext("each turn"), gettext("A ping whenever it is your move")),
    "once": (gettext("once until you look"), gettext("One ping, then silence until you use the bot again")),
    "digest": (gettext("a digest a day"), gettext('One direct message: "Your turn in 4 matches"')),
    "nothing": (gettext("nothing"), gettext("No pings at all, not even for challenges")),
}
_PLACES: Mapping[str, Message] = {
    "thread": gettext("in the match's thread"),
    "direct": gettext("by direct message"),
}


def letter(kind: Kind, match: Match, posting: Posting, language: Language) -> ui.LayoutView:
    """Return the direct message about one match, which is shown at `posting`."""
    your_move = language.gettext("It's your move")
    headings = {
        Kind.REMINDER: language.gettext("Your time is running out"),
        Kind.END: language.gettext("Your match is over"),
    }
    lines = [f"### {headings.get(kind, your_move)}", title(match, language)]
    if match.stage.ended:
        lines.append(result(match, language))
    if match.deadline is not None:
        lines.append(language.gettext("due {when}", when=relative(match.deadline)))
    if match.place.external and posting.lost:
        lines.append(language.gettext("I can't post there by myself. Type /games there, and the board appears."))
    if match.other is not None and posting.lost:
        lines.append(language.gettext("Its channel is gone. Open /games on your server and press **Resume here**."))
    place = posting.thread or match.place.channel
    address = f"https://discord.com/channels/{match.place.guild or '@me'}/{place}"
    return items.layout(
        items.text("\n".join(lines)), items.buttons(items.link(address, language.gettext("To the board")))
    )


def closed_messages(user: int, language: Language) -> ui.LayoutView:
    """Return the message in the thread for a person who wants direct messages but doesn't accept them."""
    said = language.gettext(
        "{name}, it's your move. Discord doesn't let me write to you directly, so I ping you where you "
        "play. Allow direct messages from this server, then choose them again in /settings, "
        "**Notifications**.",
        name=mention(user),
    )
    return items.layout(items.text(said))


def digest(waiting: Sequence[LinkedMatch], asked: Sequence[LinkedMatch], language: Language) -> ui.LayoutView:
    """Return one message about everything that is waiting for a person."""
    parts = []
    if waiting:
        count = len(waiting)
        heading = language.ngettext("Your turn in {n} match", "Your turn in {n} matches", count)
        parts.append(list_section(heading, waiting, 10, language))
    if asked:
        count = len(asked)
        heading = language.ngettext("{n} challenge waits for your answer", "{n} challenges wait for your answer", count)
        parts.append(list_section(heading, asked, 5, language))
    parts.append("-# " + language.gettext("Open /settings and press **Notifications** to choose when I write."))
    return items.layout(items.text(clip("\n".join(parts), MESSAGE_TEXT)))


def summary(preferences: Preferences, language: Language) -> str:
    """Return the person's choices in one line."""
    if not preferences.pings:
        return language(_TURNS["nothing"][0])
    said = [language(_TURNS[preferences.turn_pings][0])]
    if preferences.turn_pings != "digest":
        said.append(language(_PLACES[preferences.ping_by]))
    hours = write_quiet_hours(preferences.quiet_from, preferences.quiet_to)
    if hours:
        zone = write_time_zone(preferences.time_zone)
        said.append(language.gettext("quiet {hours} ({zone})", hours=hours, zone=zone))
    return language.join_list(said, "unit")


def window(preferences: Preferences, language: Language) -> ui.Modal:
    """Return the modal for notifications."""
    mode = preferences.turn_pings if preferences.pings else "nothing"
    modes = [
        items.option(key, language.alone(words), language(about), chosen=key == mode)
        for key, (words, about) in _TURNS.items()
    ]
    places = [
        items.option(key, language.alone(words), chosen=key == preferences.ping_by) for key, words in _PLACES.items()
    ]
    hours = write_quiet_hours(preferences.quiet_from, preferences.quiet_to)
    zone = "" if preferences.time_zone == "UTC" and not hours else write_time_zone(preferences.time_zone)
    return items.form(
        Click("notify-form"),
        language.gettext("Notifications"),
        (
            language.gettext("When it is your move"),
            language.gettext("How often I ping you about a match"),
            items.radio(TURNS, modes),
        ),
        (
            language.gettext("Where"),
            language.gettext("In live matches always the thread"),
            items.radio(PLACE, places),
        ),
        (
            language.gettext("Quiet hours"),
            language.gettext("No pings then; afterwards I tell you what you missed"),
            items.line(HOURS, "22:00-08:00", hours, 20),
        ),
        (
            language.gettext("Your time zone"),
            language.gettext("For quiet hours and the digest"),
            items.line(ZONE, "Europe/Berlin", zone, 60),
        ),
    )


def read_form(preferences: Preferences, form: Mapping[str, Sequence[str]]) -> Preferences:
    """Return the settings from a submitted modal. Raises Refused for invalid hours."""
    mode, place = (form.get(TURNS) or [""])[0], (form.get(PLACE) or [""])[0]
    hours = read_quiet_hours((form.get(HOURS) or [""])[0])
    zone = read_time_zone((form.get(ZONE) or [""])[0])
    start, end = hours or (None, None)
    changed = replace(
        preferences,
        pings=mode != "nothing",
        ping_by="direct" if place == "direct" else "thread",
        quiet_from=start,
        quiet_to=end,
        time_zone=zone,
        digest_at=None,
        pinged_for="",
    )
    match mode:
        case "each" | "once" | "digest":
            return replace(changed, turn_pings=mode)
        case _:
            return changed


def has_looked(preferences: Preferences) -> Preferences:
    """Return the settings of a person who has just used the bot."""
    return replace(preferences, pinged_for="")


def back_to_threads(preferences: Preferences) -> Preferences:
    """Return the settings of a person who doesn't accept direct messages."""
    return replace(preferences, ping_by="thread")
