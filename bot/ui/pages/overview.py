"""/games: matches that wait for the person, requests they have made, and matches to join or watch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.club.seeks import Seek
from bot.match.model import Match, Posting, Stage, UserId
from bot.match.play import game_of
from bot.match.reviews import can_be_reviewed
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import relative
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT, OPTIONS
from bot.ui.pages.card import answers_for, card_text, players_line, result, title
from bot.ui.pages.seeks import search_text, stop_button

MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class LinkedMatch:
    """A match with links to it."""

    match: Match
    posting: Posting

    @property
    def jump(self) -> str | None:
        """The link to the message to open."""
        message, channel = self.posting.board or self.posting.card, self.posting.thread
        if self.posting.board is None:
            channel = self.match.place.channel
        guild = self.match.place.guild or "@me"
        return f"https://discord.com/channels/{guild}/{channel}/{message}" if message and channel else None

    @property
    def place_link(self) -> str | None:
        """The link to where it is played, which in a thread stays the same from move to move."""
        if self.posting.thread is None or self.posting.thread == self.match.place.channel:
            return self.jump
        return f"https://discord.com/channels/{self.match.place.guild or '@me'}/{self.posting.thread}"


def overview(
    mine: Sequence[LinkedMatch],
    others: Sequence[LinkedMatch],
    user: UserId,
    language: Language,
    finished: Sequence[LinkedMatch] = (),
    seek: Seek | None = None,
    *,
    ways: Sequence[items.Item],
) -> ui.LayoutView:
    """Return the lists, a menu that opens a match, and the person's search with a button to stop it.

    `others` are open tables, and matches to watch; `finished` are the person's own that ended last. Whoever plays no
    match and looks for none is shown the `ways` to one.
    """
    waiting = [one for one in mine if one.match.stage is Stage.LIVE and _waits_for(one.match, user)]
    going = [one for one in mine if one.match.stage is Stage.LIVE and one not in waiting]
    paused = [one for one in mine if one.match.stage is Stage.PAUSED]
    asked = [one for one in mine if one.match.stage is Stage.INVITED]
    tables = [one for one in others if one.match.stage is Stage.INVITED]
    watched = [one for one in others if one not in tables]
    lists = [
        (language.gettext("Your turn"), waiting),
        (language.gettext("Waiting for others"), going),
        (language.gettext("Paused"), paused),
        (language.gettext("Challenges"), asked),
        (language.gettext("Open tables"), tables),
        (language.gettext("To watch"), watched),
        (language.gettext("Finished"), finished),
    ]
    looking = [] if seek is None else [items.text(search_text(seek, language)), items.buttons(stop_button(language))]
    room = MESSAGE_TEXT - (0 if seek is None else len(search_text(seek, language)) + 1)
    if not any(listed for _, listed in lists):
        hint = language.gettext("No matches yet. Start one with /challenge.")
        return items.layout(items.text(hint), *(looking or ways))
    rows: list[items.Item] = [items.text(_fitting(lists, room, language))]
    options = [
        items.option(
            one.match.code, f"#{one.match.code} · {game_of(one.match).info.title}", players_line(one.match, language)
        )
        for one in [*waiting, *asked, *tables, *going, *paused, *watched, *finished][:OPTIONS]
    ]
    rows.append(items.menu(Click("open"), language.gettext("Open a match"), options))
    return items.layout(*rows, *(looking or ([] if waiting or going or paused or asked else ways)))


def match_page(listed: LinkedMatch, user: UserId, shown: items.Item | None, language: Language) -> ui.LayoutView:
    """Return the page of one match: its board, and what can be done with it."""
    match = listed.match
    rows: list[items.Item] = [items.text(card_text(match, listed.posting.thread, language))]
    if shown is not None:
        rows.append(shown)
    begun = match.stage not in {Stage.INVITED, Stage.CANCELLED}
    place = language.gettext("To the board") if begun else language.gettext("To the challenge")
    buttons = [items.link(listed.jump, place)] if listed.jump else []
    if match.seats_of(user) and (match.stage is Stage.PAUSED or (match.stage is Stage.LIVE and listed.posting.lost)):
        words = language.gettext("Resume here") if listed.posting.lost else language.gettext("Resume")
        buttons.append(items.button(Click("resume", match.id), words, Style.primary))
    if match.stage is Stage.INVITED:  # the card may have been deleted
        buttons += answers_for(match, user, language)
    elif begun:
        if can_be_reviewed(match):
            buttons.append(items.button(Click("review", match.id), language.gettext("Review")))
        buttons.append(items.button(Click("replay", match.id), language.gettext("Replay")))
        buttons.append(items.button(Click("menu", match.id), language.gettext("More")))
    if buttons:
        rows.append(items.buttons(*buttons))
    return items.layout(*rows)


def _fitting(lists: Sequence[tuple[str, Sequence[LinkedMatch]]], room: int, language: Language) -> str:
    """Return the lists, truncated to the room in characters."""
    shown = ""
    for most in range(MOST_LINES, 0, -1):
        shown = "\n".join(list_section(heading, listed, most, language) for heading, listed in lists if listed)
        if len(shown) <= room:
            break
    return shown


def list_section(heading: str, listed: Sequence[LinkedMatch], most: int, language: Language) -> str:
    """Return one of the lists, with at most `most` lines."""
    lines = [f"- {linked_line(one.match, one.jump, language)}" for one in listed[:most]]
    if len(listed) > most:
        lines.append(language.gettext("… and {n} more", n=len(listed) - most))
    return "\n".join([f"### {heading}", *lines])


def linked_line(match: Match, address: str | None, language: Language) -> str:
    """Return a line for a match with a link, its state and deadline, as Markdown."""
    shown = title(match, language)
    linked = f"[{shown}]({address})" if address else shown
    notes = [language.gettext("paused")] if match.stage is Stage.PAUSED else []
    if match.stage is Stage.OVER:
        notes.append(result(match, language))
    if match.deadline is not None:
        until = relative(match.deadline)
        invited = match.stage is Stage.INVITED
        notes.append(
            language.gettext("expires {when}", when=until) if invited else language.gettext("due {when}", when=until)
        )
    return " · ".join([linked, *notes])


def _waits_for(match: Match, user: UserId) -> bool:
    return any(player.to_act for player in match.seats_of(user))
