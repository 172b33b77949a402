"""/play: its modal, the seeks that wait, and what a server's channel shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord import ui

import games
from bot.club.guild_settings import GuildSettings
from bot.club.seeks import STANDING_MOST, Rated, Seek, SeekStage, can_be_answered
from bot.match.challenges import Person
from bot.match.clock import OFFERED, read_time
from bot.match.errors import Refused
from bot.match.model import Match, Place, Stage
from bot.match.showing import may_meet_others
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import mention, plain, relative
from bot.ui.i18n.language import Language
from bot.ui.pages.people import address
from games.core.game import AnyGame
from games.core.i18n import Message, gettext

GAMES, TIME, RATED, REACH, KEEP = "games", "time", "rated", "reach", "keep"
"""The fields of the modal."""
ACROSS: Final = "across"
"""The suffix of a choice that includes other servers."""
_RATED: Mapping[str, Message] = {
    "either": gettext("rated or unrated"),
    "rated": gettext("rated only"),
    "casual": gettext("unrated only"),
}
_REACHES: Final = (0, 100, 200, 400)


def window(offered: Sequence[AnyGame], settings: GuildSettings, language: Language) -> ui.Modal:
    """Return the modal for a seek, including other servers if the server's `settings` allow that."""
    usual = settings.usual_terms
    kinds = [items.option(one.info.key, one.info.title, language(one.info.summary)) for one in offered[:25]]
    which: ui.Select[ui.Modal] = ui.Select(custom_id=GAMES, options=kinds, required=True, max_values=len(kinds))
    times = [items.option(text, language.alone(read_time(text).words()), chosen=text == usual.time) for text in OFFERED]
    time: ui.Select[ui.Modal] = ui.Select(custom_id=TIME, options=times, required=True)
    rated = [
        items.option(key, language.alone(words), chosen=key == "either")
        for key, words in _RATED.items()
        if usual.rated_matches or key != "rated"
    ]
    reaches = [items.option(str(reach), language.alone(_reach_words(reach)), chosen=reach == 0) for reach in _REACHES]
    most = max(one.info.max_seats for one in offered)
    keep = [
        items.option("once", language.gettext("One opponent"), chosen=True),
        *(items.option(str(seats), language.gettext("A table for {n}", n=seats)) for seats in range(3, most + 1)),
        items.option("standing", language.gettext("Anybody, up to {n} matches at once", n=STANDING_MOST)),
    ]
    if settings.across != "closed":
        keep += [
            items.option(f"once-{ACROSS}", language.gettext("One opponent, here or on another server")),
            *(
                items.option(
                    f"{seats}-{ACROSS}", language.gettext("A table for {n}, here or on another server", n=seats)
                )
                for seats in range(3, most + 1)
            ),
            items.option(f"standing-{ACROSS}", language.gettext("Anybody, here or on other servers")),
        ]
    return items.form(
        Click("seek-form"),
        language.gettext("Find an opponent"),
        (language.gettext("Which games?"), language.gettext("One or more"), which),
        (language.gettext("Time per move"), language.gettext("You are paired with whoever wants the same"), time),
        (
            language.gettext("Rated"),
            language.gettext("Whether the result may count for both ratings"),
            items.radio(RATED, rated),
        ),
        (
            language.gettext("Rating of the opponent"),
            language.gettext("The closer to yours, the longer you may wait"),
            items.radio(REACH, reaches),
        ),
        (
            language.gettext("Against how many?"),
            language.gettext("One opponent, one table of several, or match after match"),
            items.radio(KEEP, keep),
        ),
    )


def _reach_words(reach: int) -> Message:
    if not reach:
        return gettext("any rating")
    return gettext("at most {n} points from mine", n=reach)


def read_form(form: Mapping[str, Sequence[str]], person: Person, place: Place) -> Seek:
    """Return the seek from a submitted modal. Raises Refused for invalid values."""
    wanted = tuple(key for key in form.get(GAMES, ()) if key in games.keys())
    reach = (form.get(REACH) or ["0"])[0]
    if not wanted or reach not in map(str, _REACHES):
        raise Refused(gettext("That choice no longer exists. Open /play again."))
    time = read_time((form.get(TIME) or [""])[0] or OFFERED[0])
    keep, _, where = (form.get(KEEP) or [""])[0].partition("-")
    seats = int(keep) if keep.isdecimal() else 2
    if seats > 2 and reach != "0":
        raise Refused(gettext("A table is for everybody: in /play, choose any rating or one opponent."))
    seek = Seek(person, place, wanted, time, _read_rated(form), int(reach) or None, keep == "standing")
    return replace(seek, seats=seats, across=where == ACROSS)


def _read_rated(form: Mapping[str, Sequence[str]]) -> Rated:
    match (form.get(RATED) or ["either"])[0]:
        case "rated":
            return "rated"
        case "casual":
            return "casual"
        case _:
            return "either"


def terms(seek: Seek, language: Language) -> str:
    """Return a seek's terms in one line."""
    named = [games.find(key).info.title for key in seek.games if key in games.keys()]
    said = [language.join_list(named, "or"), language(seek.time.words()), language(_RATED[seek.rated])]
    if seek.reach is not None:
        said.append(language.gettext("ratings within {n} points", n=seek.reach))
    if seek.across:
        said.append(language.gettext("also on other servers"))
    return " · ".join(said)


def waits(seek: Seek, language: Language) -> ui.LayoutView:
    """Return the message for a person whose seek is waiting."""
    return items.layout(items.text(search_text(seek, language)), items.buttons(stop_button(language)))


def search_text(seek: Seek, language: Language) -> str:
    """Return a person's own seek and until when it waits."""
    lines = [f"### {language.gettext('Looking for an opponent')}", terms(seek, language)]
    if seek.expires is None:
        lines.append(
            language.gettext(
                "You are paired with whoever fits until you have {n} matches. I ping you each time.",
                n=STANDING_MOST,
            )
        )
    else:
        lines.append(
            language.gettext(
                "Nobody fits yet. As soon as somebody does, your match begins and I ping you. The search ends {when}.",
                when=relative(seek.expires),
            )
        )
    return "\n".join(lines)


def post(seek: Seek, language: Language, role: int | None = None) -> ui.LayoutView:
    """Return the post of a seek in the server's channel, which may ping a `role` the first time."""
    name = plain(seek.person.name)
    if seek.stage is SeekStage.PAIRED:
        said = language.gettext("{name} has found an opponent.", name=name)
    elif seek.stage is not SeekStage.OPEN:
        said = language.gettext("{name} is no longer looking.", name=name)
    else:
        said = language.gettext("{name} is looking for an opponent", name=name)
        lines = [f"### {said}", terms(seek, language)]
        if seek.expires is not None:
            lines.append(language.gettext("Ends {when}.", when=relative(seek.expires)))
        if role is not None:
            lines.append(language.gettext("{role}, who plays?", role=f"<@&{role}>"))
        play = items.button(Click("seek-answer", rest=str(seek.id)), language.gettext("Play"), Style.success)
        return items.layout(items.text("\n".join(lines)), items.buttons(play, stop_button(language)))
    return items.layout(items.text(said))


def table_opened(match: Match, language: Language) -> str:
    """Return the message for a person whose table was opened; its card follows."""
    return language.gettext(
        "No table was waiting, so I opened one for you: #{code}. The match begins when all {n} seats are taken, or "
        "when you press **Start**.",
        code=match.code,
        n=len(match.players),
    )


def table_found(match: Match, language: Language) -> str:
    """Return the message for a person who joined a waiting table."""
    channel = f"<#{match.place.channel}>"
    free = sum(player.user is None for player in match.players)
    if match.stage is not Stage.INVITED:
        return language.gettext(
            "The table is full: match #{code} begins in {channel}.", code=match.code, channel=channel
        )
    return language.ngettext(
        "You've sat down at table #{code} in {channel}. It begins when {n} more person joins.",
        "You've sat down at table #{code} in {channel}. It begins when {n} more people join.",
        free,
        code=match.code,
        channel=channel,
    )


def call_to_table(table: Match, language: Language, role: int) -> ui.LayoutView:
    """Return the message that pings a role about a table for more than two."""
    said = language.gettext(
        "{role}, {name} has opened table #{code} for {n}: {game}, {time}. Its card has **Join**.",
        role=f"<@&{role}>",
        name=address(table, table.host, language),
        code=table.code,
        n=len(table.players),
        game=games.find(table.game).info.title,
        time=language(table.time.words()),
    )
    return items.layout(items.text(said))


def opponent_found(seek: Seek, other: Person, match: Match, language: Language) -> ui.LayoutView:
    """Return the message for the person who waited."""
    said = language.gettext(
        "{person}, you have an opponent: {name}. Match #{code} begins in {channel}.",
        person=mention(seek.person.user),
        name=plain(other.name),
        code=match.code,
        channel=f"<#{match.place.channel}>",
    )
    return items.layout(items.text(said))


def ways_to_match(place: Place, language: Language) -> items.Row:
    """Return the buttons that lead to a match from this place: find an opponent, challenge a friend, the easy AI."""
    buttons = []
    if can_be_answered(place):
        buttons.append(items.button(Click("seek"), language.gettext("Find an opponent"), Style.primary))
    if may_meet_others(place):
        buttons.append(items.button(Click("friend"), language.gettext("Challenge a friend")))
    return items.buttons(*buttons, items.button(Click("play-ai"), language.gettext("Play the easy AI")))


def stop_button(language: Language) -> ui.Button[ui.LayoutView]:
    """Return the button that ends one's own search."""
    return items.button(Click("seek-stop"), language.gettext("Stop looking"))
