"""/setup: the settings of a server, and the permission check."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord import SelectDefaultValueType as DefaultType
from discord import ui

import games
from bot.club.guild_settings import GuildSettings
from bot.match.clock import OFFERED, read_time
from bot.match.errors import Refused
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.limits import clip
from bot.ui.pages.settings import AS_DISCORD
from games.core.i18n import Message, gettext, join_list

_LANGUAGES = {"en": "English", "de": "Deutsch"}
_POSTING = {
    "auto": gettext("new at each move; edited in live matches"),
    "post": gettext("always a new message"),
    "edit": gettext("one message, edited; a new one after 50 minutes"),
}
_THEMES = {"dark": gettext("dark"), "light": gettext("light")}
_ACROSS: Mapping[str, Message] = {
    "closed": gettext("closed: opponents come from this server only"),
    "open": gettext("open, without the name of this server"),
    "named": gettext("open, with the name of this server"),
}
BASICS, MORE = "basics", "more"
"""The two modals."""
FIELDS: Mapping[str, Sequence[str]] = {
    BASICS: ("channels", "play-role", "time", "posting", "language"),
    MORE: ("games", "moderator-role", "results", "moderation-log", "seeks"),
}
"""The topics that each modal sets."""
MOST_CHECKED = 20
"""The most channels that the permission check names."""
MOST_TEXT = 3900
"""The longest text of a page in characters, below Discord's limit."""
WITHOUT_EVENTS = gettext("Optional: with **Create Events**, planned tournaments are listed among the server's events.")
WITHOUT_FORUM = gettext(
    "I can't find the forum for matches, so they are played in threads. Choose another under **Posts for matches**."
)

TITLES: Mapping[str, Message] = {
    "channels": gettext("Channels"),
    "play-role": gettext("Who can start matches"),
    "moderator-role": gettext("Moderators"),
    "games": gettext("Games switched off"),
    "time": gettext("Default time"),
    "posting": gettext("Boards"),
    "language": gettext("Language"),
    "results": gettext("Results channel"),
    "moderation-log": gettext("Moderation log"),
    "seeks": gettext("Searches for opponents"),
    "seek-role": gettext("Role for searches"),
    "across": gettext("Opponents on other servers"),
    "turn-list": gettext("Whose turn it is"),
    "match-forum": gettext("Posts for matches"),
    "ranked": gettext("Ratings on or off"),
    "theme": gettext("Theme of public pictures"),
}
"""The names of the topics, as in the menu of the first page."""
MEANINGS: Mapping[str, Message] = {
    "channels": gettext("Matches start only in these channels. Choose none to allow all channels."),
    "play-role": gettext("Only members with this role start or join matches. Choose none for everybody."),
    "moderator-role": gettext("This role can void, award or undo matches of others. Server managers always can."),
    "games": gettext("No new matches of these can start here. Matches that are running go on."),
    "time": gettext("The time per move when nobody chooses one."),
    "posting": gettext("How the next position is shown: by a new message that pings, or an edit."),
    "language": gettext("For what everybody sees, and for matches whose players don't share another language."),
    "results": gettext("Each result is also posted here. Choose none to post no results."),
    "seeks": gettext("Searches for opponents by /play are shown here. Choose none to show them nowhere."),
    "seek-role": gettext("Pinged at most every 30 minutes when a search begins to wait. Choose none for no pings."),
    "across": gettext(
        "When both servers are open, /play finds opponents on other servers. /exclude-server keeps one out."
    ),
    "turn-list": gettext("One message lists whose turn it is in public matches. Choose none for no list."),
    "match-forum": gettext("Each match gets a post with tags in this forum. Choose none for threads."),
    "moderation-log": gettext("What moderators do with matches is posted here, with their reasons."),
    "ranked": gettext("Whether matches between people count for ratings. Choose it to switch."),
    "theme": gettext("Colours of the pictures that everybody sees. Choose it to switch."),
}
"""The explanation of each topic."""


_NO_CHANNEL: Mapping[str, Message] = {
    "channels": gettext("All channels"),
    "results": gettext("No results channel"),
    "moderation-log": gettext("No moderation log"),
    "seeks": gettext("No channel for searches"),
    "turn-list": gettext("No list of turns"),
    "match-forum": gettext("No forum: matches are played in threads"),
}
"""The meaning of choosing no channel, by topic."""


def _single_channels(guild_settings: GuildSettings) -> Mapping[str, int | None]:
    """Return the channels of topics with at most one."""
    return {
        "results": guild_settings.results,
        "moderation-log": guild_settings.moderation_log,
        "seeks": guild_settings.seek_channel,
        "turn-list": guild_settings.turn_list,
        "match-forum": guild_settings.match_forum,
    }


def _single_roles(guild_settings: GuildSettings) -> Mapping[str, int | None]:
    """Return the roles of topics with at most one."""
    return {
        "play-role": guild_settings.play_role,
        "moderator-role": guild_settings.moderator_role,
        "seek-role": guild_settings.seek_role,
    }


def chosen_channels(guild_settings: GuildSettings) -> set[int]:
    """Return all channels that a manager has chosen."""
    return {*guild_settings.channels, *(one for one in _single_channels(guild_settings).values() if one is not None)}


def page(guild_settings: GuildSettings, language: Language, hints: Sequence[Message] = ()) -> ui.LayoutView:
    """Return the first page: the settings and where to change them; `hints` say what prevents them from working."""
    places = language.join_list(f"<#{one}>" for one in guild_settings.channels) or language.gettext("all channels")
    play = f"<@&{guild_settings.play_role}>" if guild_settings.play_role else language.gettext("everybody")
    moderator = (
        f"<@&{guild_settings.moderator_role}>"
        if guild_settings.moderator_role
        else language.gettext("server managers only")
    )
    ratings = language.gettext("on") if guild_settings.rated_matches else language.gettext("off")
    titles = [games.find(key).info.title for key in guild_settings.games_off if key in games.keys()]
    off = language.join_list(titles) or language.pgettext("list of games", "none")
    none = language.gettext("no channel")
    seek_role = f"<@&{guild_settings.seek_role}>" if guild_settings.seek_role else language.pgettext("role", "none")
    absent = {"match-forum": language.gettext("no forum")}
    channels = {
        key: f"<#{one}>" if one else absent.get(key, none) for key, one in _single_channels(guild_settings).items()
    }
    lines = [
        f"## {language.gettext('Setup of this server')}",
        f"-# {language.gettext('What applies to everybody here. The menu below says what each setting does.')}",
        f"**{language.gettext('Channels')}**: {places}",
        f"**{language.gettext('Who can start matches')}**: {play}",
        f"**{language.gettext('Moderators')}**: {moderator}",
        f"**{language.gettext('Games switched off')}**: {off}",
        f"**{language.gettext('Default time')}**: {language(read_time(guild_settings.time).words())}",
        f"**{language.gettext('Boards')}**: {language(_POSTING[guild_settings.posting])}",
        f"**{language.gettext('Ratings')}**: {ratings}",
        f"**{language.gettext('Language')}**: {_language_name(guild_settings, language)}",
        *(f"**{language(TITLES[key])}**: {channel}" for key, channel in channels.items()),
        f"**{language(TITLES['seek-role'])}**: {seek_role}",
        f"**{language(TITLES['across'])}**: {language(_ACROSS[guild_settings.across])}",
        f"**{language.gettext('Theme of public pictures')}**: {language(_THEMES[guild_settings.theme])}",
        *(language(hint) for hint in hints),
    ]
    options = [items.option(key, language.alone(title), language(MEANINGS[key])) for key, title in TITLES.items()]
    return items.layout(
        items.text("\n".join(lines)),
        items.menu(Click("setup-topic"), language.gettext("Change …"), options),
        items.buttons(
            items.button(Click("setup-open", rest=BASICS), language.gettext("Basics"), Style.primary),
            items.button(Click("setup-open", rest=MORE), language.gettext("Games and roles"), Style.primary),
            items.button(Click("setup-roles"), language.gettext("Rating roles")),
            items.button(Click("setup-check"), language.gettext("Permission check")),
            items.button(Click("setup-test"), language.gettext("Test post")),
        ),
    )


def topic(guild_settings: GuildSettings, key: str, language: Language) -> ui.LayoutView:
    """Return the page of one topic, with the menu that sets it."""
    click = Click("setup-set", rest=key)
    chooser: items.Item
    if key in _NO_CHANNEL:
        most = 10 if key == "channels" else 1
        chosen = guild_settings.channels if key == "channels" else (_single_channels(guild_settings)[key],)
        chooser = _row(
            ui.ChannelSelect(
                custom_id=str(click),
                channel_types=[discord.ChannelType.forum if key == "match-forum" else discord.ChannelType.text],
                min_values=0,
                max_values=most,
                placeholder=language(_NO_CHANNEL[key]),
                default_values=[_present(one, DefaultType.channel) for one in chosen if one is not None],
            )
        )
    elif key in _single_roles(guild_settings):
        placeholder = language.gettext("No role")
        role = _single_roles(guild_settings)[key]
        present = [_present(role, DefaultType.role)] if role else []
        chooser = _row(
            ui.RoleSelect(
                custom_id=str(click), min_values=0, max_values=1, placeholder=placeholder, default_values=present
            )
        )
    else:
        chooser = _choices(guild_settings, key, click, language)
    back = items.buttons(items.button(Click("setup-back"), language.gettext("Back")))
    about = f"## {language(TITLES[key])}\n{language(MEANINGS[key])}"
    return items.layout(items.text(about), chooser, back)


def window(guild_settings: GuildSettings, which: str, language: Language) -> ui.Modal:
    """Return one of the modals: the basics, or the games and roles."""
    click = Click("setup-form", rest=which)
    if which == BASICS:
        times = [items.option(text, language.alone(read_time(text).words())) for text in OFFERED]
        modes = [items.option(mode, language.alone(words)) for mode, words in _POSTING.items()]
        languages = _language_options(language)
        fields: list[tuple[str, ui.Item[ui.Modal]]] = [
            ("channels", _channel_field("channels", guild_settings.channels, 10)),
            ("play-role", _role_field("play-role", guild_settings.play_role)),
            ("time", ui.Select(custom_id="time", options=_chosen_options(times, guild_settings.time))),
            ("posting", items.radio("posting", _chosen_options(modes, guild_settings.posting))),
            ("language", items.radio("language", _chosen_options(languages, guild_settings.language or AS_DISCORD))),
        ]
        title = language.gettext("Basics")
    else:
        off = guild_settings.games_off
        kinds = [items.option(one.info.key, one.info.title, chosen=one.info.key in off) for one in games.every()[:10]]
        fields = [
            ("games", items.checks("games", kinds)),
            ("moderator-role", _role_field("moderator-role", guild_settings.moderator_role)),
            ("results", _channel_field("results", (guild_settings.results,), 1)),
            ("moderation-log", _channel_field("moderation-log", (guild_settings.moderation_log,), 1)),
            ("seeks", _channel_field("seeks", (guild_settings.seek_channel,), 1)),
        ]
        title = language.gettext("Games and roles")
    labelled = [(language(TITLES[key]), language(MEANINGS[key]), field) for key, field in fields]
    return items.form(click, title, *labelled)


def _chosen_options(options: list[discord.SelectOption], present: str) -> list[discord.SelectOption]:
    for option in options:
        option.default = option.value == present
    return options


def _channel_field(name: str, chosen: Sequence[int | None], most: int) -> ui.ChannelSelect[ui.Modal]:
    return ui.ChannelSelect(
        custom_id=name,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=most,
        required=False,
        default_values=[_present(one, DefaultType.channel) for one in chosen if one is not None],
    )


def _role_field(name: str, chosen: int | None) -> ui.RoleSelect[ui.Modal]:
    present = [_present(chosen, DefaultType.role)] if chosen else []
    return ui.RoleSelect(custom_id=name, min_values=0, max_values=1, required=False, default_values=present)


def _language_options(language: Language) -> list[discord.SelectOption]:
    named = [items.option(code, _LANGUAGES[code]) for code in SUPPORTED]
    return [items.option(AS_DISCORD, language.alone(gettext("as in Discord"))), *named]


def _language_name(guild_settings: GuildSettings, language: Language) -> str:
    """Return the public language, and where it comes from if nobody has set one."""
    name = _LANGUAGES[Language(guild_settings.public_language).code]
    return name if guild_settings.language else language.gettext("{language}, as in Discord", language=name)


def _choices(guild_settings: GuildSettings, key: str, click: Click, language: Language) -> items.Item:
    """Return a menu of fixed values, with the current ones selected. Raises Refused for an unknown topic."""
    if key == "games":
        options = [items.option(game.info.key, game.info.title) for game in games.every()]
        return _menu(click, language.gettext("Games switched off"), options, guild_settings.games_off, 0)
    if key == "time":
        times = [items.option(text, language.alone(read_time(text).words())) for text in OFFERED]
        return _menu(click, language.gettext("Default time"), times, (guild_settings.time,))
    if key == "posting":
        modes = [items.option(mode, language.alone(words)) for mode, words in _POSTING.items()]
        return _menu(click, language.gettext("Boards"), modes, (guild_settings.posting,))
    if key == "across":
        across = [items.option(one, language.alone(words)) for one, words in _ACROSS.items()]
        return _menu(click, language(TITLES[key]), across, (guild_settings.across,))
    if key == "language":
        languages = _language_options(language)
        return _menu(click, language.gettext("Language"), languages, (guild_settings.language or AS_DISCORD,))
    raise Refused(gettext("That choice no longer exists. Open /setup again."))


def _menu(
    click: Click, placeholder: str, options: list[discord.SelectOption], present: Collection[str], least: int = 1
) -> items.Item:
    for option in options:
        option.default = option.value in present
    return items.menu(click, placeholder, options, least, 1 if least else len(options))


def _present(number: int, kind: DefaultType) -> discord.SelectDefaultValue:
    return discord.SelectDefaultValue(id=number, type=kind)


def _row(select: ui.Item[ui.LayoutView]) -> items.Item:
    return ui.ActionRow(select)


def test_post(absent: Message, language: Language) -> str:
    """Return the text of a test post where boards can be posted, naming other missing permissions."""
    if not absent:
        return language.gettext("This is a test post. Everything works.")
    return language.gettext(
        "This is a test post. I can post boards here, but without {permissions} I can't open threads for matches.",
        permissions=absent,
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked channel: its name, what is missing there, and what of that the bot's role lacks itself."""

    name: str
    absent: Message
    lacks_role: bool = False


def explain_lacking(channels: Sequence[Checked]) -> Message | None:
    """Return a sentence that names the channels that lack permissions; None if none does."""
    names = [one.name for one in channels if one.absent]
    if not names:
        return None
    return gettext("I'm missing permissions in {channels}: press **Permission check**.", channels=join_list(names))


def check(channels: Sequence[Checked], role: str, language: Language, hints: Sequence[Message] = ()) -> str:
    """Return what is missing and where to fix it, channel by channel, those with problems first.

    `hints` tell at the end what else could be, with a permission that the bot does not need.
    """
    lines = [f"## {language.gettext('Permission check')}"]
    broken = [one for one in channels if one.absent]
    for one in sorted(channels, key=lambda found: not found.absent)[:MOST_CHECKED]:
        if one.absent:
            said = language.ngettext(
                "{channel}: missing {permissions}", "{channel}: missing {permissions}", len(one.absent.values),
                channel=one.name, permissions=one.absent,
            )  # fmt: skip
            lines.append(said)
        else:
            lines.append(language.gettext("{channel}: everything is fine", channel=one.name))
    if len(channels) > MOST_CHECKED:
        lines.append(language.gettext("… and {n} more", n=len(channels) - MOST_CHECKED))
    if any(one.lacks_role for one in broken):
        lines.append(
            language.gettext(
                "To fix it: **Server Settings → Roles → {role} → Permissions**. Switch on what is missing.",
                role=role,
            )
        )
    if any(not one.lacks_role for one in broken):
        lines.append(
            language.gettext(
                "For a single channel: **Edit Channel → Permissions → {role}**. Allow what is missing.",
                role=role,
            )
        )
    lines += [language(hint) for hint in hints]
    return clip("\n".join(lines), MOST_TEXT)
