"""The menu More of a match: resign, offers, time, other views, a hint."""

from __future__ import annotations

from discord import ui

from bot.club.match_notes import tidy
from bot.cogs.cog import RequestCog, on
from bot.cogs.context import Context, as_seen
from bot.cogs.moderation import ModerationCog
from bot.match.acting import must_be_live, must_be_same_turn
from bot.match.errors import Refused
from bot.match.model import Match, OfferKind, Player, Stage
from bot.match.names import names_of
from bot.match.showing import must_be_repostable
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.thinking_process import Idea
from bot.match.thinking_time import Allowance
from bot.match.timeouts import time_given
from bot.match.turn_draft import Draft, after_turn, draft_table, is_drafted, position_of, readable_draft, with_typed
from bot.match.turns import number_composed
from bot.match.visibility import HINT_LEVEL, may_have_hint
from bot.ui.components import items
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.items import Style
from bot.ui.components.markdown import block, plain
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request
from bot.ui.components.sent_requests import SentRequests
from bot.ui.i18n.language import Language
from bot.ui.pages import ask, requests
from bot.ui.pages.card import title
from bot.ui.pages.hint import hint_words, play_it
from bot.ui.pages.match_menu import looking_row, player_rows
from bot.ui.pages.match_notes import TEXT, note_rows, window
from bot.ui.pages.match_view import advice_marks, board_table, flip, personal_table, with_players, with_turn_number
from games.core.i18n import Message, gettext, join_list
from games.core.status import Seat
from games.core.table import Table

HINT_ALLOWANCE = Allowance(seconds=1.0, due_in=8.0)


class MenuCog(RequestCog):
    """Everything that can be done with a match besides moving."""

    def __init__(self, context: Context, thinkers: Thinkers, moderation: ModerationCog) -> None:
        super().__init__(context)
        self._thinkers = thinkers
        self._moderation = moderation
        self._sent = SentRequests()
        context.service.listeners.append(self._sent.notice_change)

    async def _match(self, request: Request) -> Match:
        return await self._context.find_visible(request, request.click.match)

    async def _may_see(self, request: Request) -> None:
        """Raise NotAllowed if the person may not see the match."""
        await self._match(request)

    async def _own(self, request: Request) -> Match:
        """Return the running match, for its players only. Raises Refused."""
        match = await self._match(request)
        must_be_repostable(match, request.user)
        return match

    async def _mover(self, request: Request) -> tuple[Match, Player]:
        """Return the match and the player who acts, if hints are allowed. Raises Refused in rated matches."""
        match = await self._match(request)
        player = await self._context.service.mover(match, request.user)
        if not may_have_hint(match):
            raise Refused(gettext("There are no hints in rated matches."))
        return match, player

    @on("menu", acknowledge=Acknowledge.PRIVATE_IN_TIME, load=_match)
    async def _menu(self, request: Request, match: Match) -> None:
        note = await self._context.notes.note(request.user, match.id)
        await request.tell(await self._view(request, match, note))

    async def _view(self, request: Request, match: Match, note: str) -> ui.LayoutView:
        """Return the menu, with the person's private note."""
        language, user = request.language, request.user
        heading = items.text(f"### {title(match, language)}")
        plays = match.seats_of(user) and match.stage is Stage.LIVE
        refusals = await self._context.service.find_refusals(match, user) if plays else {}
        playing = player_rows(match, user, refusals, language) if plays else []
        looking = looking_row(match, user, language)
        moderating = await self._moderation.rows(request, match)
        return items.layout(heading, *playing, looking, *note_rows(match, note, language), *moderating)

    # ------------------------------------------------------------------ the private note

    @on("note", acknowledge=Acknowledge.NONE, load=_match)
    async def _write_note(self, request: Request, match: Match) -> None:
        note = await self._context.notes.note(request.user, match.id)
        await request.show_modal(window(match, note, request.language))

    @on("note-form", acknowledge=Acknowledge.UPDATE, load=_match, when_late=WhenLate.STOP)
    async def _keep_note(self, request: Request, match: Match) -> None:
        note = tidy(request.first(TEXT))
        await self._context.notes.keep_note(request.user, match.id, note, self._context.service.clock())
        await request.update(await self._view(request, match, note))

    # ------------------------------------------------------------------ resigning

    @on("resign", acknowledge=Acknowledge.UPDATE_IN_TIME, load=_match)
    async def _ask_resign(self, request: Request, match: Match) -> None:
        seat = self._context.service.player(match, request.user).seat
        row = items.buttons(
            items.button(Click("resign-yes", match.id), request.language.gettext("Resign"), Style.danger),
            items.button(Click("never-mind", match.id), request.language.gettext("Keep playing")),
        )
        await request.update_text(_resigning(match, seat, request.language), row)

    @on("resign-yes", acknowledge=Acknowledge.UPDATE, guard=_may_see)
    async def _resign(self, request: Request) -> None:
        resigned = await self._context.service.resign(request.click.match, request.user)
        await self._tell_until_board(request, resigned, request.language.gettext("You have resigned."))

    @on("never-mind", acknowledge=Acknowledge.UPDATE_IN_TIME)
    async def _never_mind(self, request: Request) -> None:
        await request.update_text(request.language.gettext("You keep playing."))

    # ------------------------------------------------------------------ offers and time

    @on("draw", "draw-yes", "takeback", "pause", acknowledge=Acknowledge.UPDATE, load=_match)
    async def _offer(self, request: Request, seen: Match) -> None:
        """Make an offer. Whoever plays all sides is asked before a draw, since nobody else could decline it."""
        if request.click.action == "draw" and seen.hot_seat:
            await request.update_text(request.language.gettext("End the match in a draw?"), _draw_row(seen, request))
            return
        kinds: dict[str, OfferKind] = {"draw-yes": "draw", "draw": "draw", "takeback": "takeback", "pause": "pause"}
        kind, turn = kinds[request.click.action], request.click.turn or None
        match = await self._context.service.offer(request.click.match, request.user, kind, turn)
        match = as_seen(request, match)
        stored = request.language.gettext("Your request is saved.")

        async def tell(why: Message) -> None:
            await request.update_text(f"{stored}\n{request.language(why)}")

        if not await self._context.wait_for_board(match, tell):
            return
        if match.offer is None:  # nobody had to answer: the board and the thread tell what was done
            await request.dismiss()
            return
        below = requests.withdrawal(match, request.user, request.language)
        await request.update_text(requests.request_sent(match, kind, request.language), *below)
        self._sent.note(request, match)
        await self._sent.notice_change(await self._context.service.get(match.id))  # it may be answered already

    @on("accept-request", acknowledge=Acknowledge.UPDATE, load=_match)
    async def _accept(self, request: Request, match: Match) -> None:
        """Accept another player's request, from the person's own menu."""
        click, asked = request.click, match.offer
        agreed = await self._context.service.agree(click.match, request.user, _offer_of(click), click.turn)
        if asked is not None:
            said = requests.request_sent(agreed, asked.kind, request.language)
            if agreed.offer is None:
                await self._tell_until_board(request, agreed, said)
            else:
                await request.update_text(said)

    @on("withdraw", acknowledge=Acknowledge.UPDATE, guard=_may_see)
    async def _withdraw(self, request: Request) -> None:
        """Withdraw the person's own request."""
        self._sent.keep(request, request.click.match)
        await self._context.service.refuse(request.click.match, request.user, _offer_of(request.click))
        await self._replace(request, gettext("You have withdrawn your request."))

    @on("agree", acknowledge=Acknowledge.SILENT_IN_TIME, guard=_may_see)
    async def _agree(self, request: Request) -> None:
        click = request.click
        await self._context.service.agree(click.match, request.user, _offer_of(click), click.turn)

    @on("refuse", acknowledge=Acknowledge.SILENT_IN_TIME, guard=_may_see)
    async def _refuse(self, request: Request) -> None:
        await self._context.service.refuse(request.click.match, request.user, _offer_of(request.click))

    @on("give-time", acknowledge=Acknowledge.UPDATE, guard=_may_see)
    async def _give_time(self, request: Request) -> None:
        match = await self._context.service.give_time(request.click.match, request.user)
        names = join_list(dict.fromkeys(plain(player.name) for player in match.to_act))
        gift = time_given(match)
        await self._replace(request, gettext("You gave {name} {time} more.", name=names, time=gift))

    # ------------------------------------------------------------------ looking

    @on("repost", acknowledge=Acknowledge.SILENT, load=_own)
    async def _repost(self, request: Request, match: Match) -> None:
        """Post the board again, at the end of its channel."""
        await self._context.publisher.repost(match)

    @on("flip", acknowledge=Acknowledge.PRIVATE, load=_match)
    async def _flip(self, request: Request, match: Match) -> None:
        """Show the board from the other side, privately."""
        await self._picture(request, match, flip(personal_table(match, request.user)), "")

    @on("hint", acknowledge=Acknowledge.PRIVATE, load=_mover)
    async def _hint(self, request: Request, mover: tuple[Match, Player]) -> None:
        """Show what an AI would play, in words and marks, for the whole rest of the turn; a button plays it."""
        match, player = mover
        draft = readable_draft(match, player, await self._context.drafts.of(match, request.user))
        with self._context.exclusive.run(request.user, "hint"):
            idea = await self._idea(draft, match, player)
        turn = idea.whole_turn
        button = play_it(draft, turn, request.language)
        why = hint_words(match, idea.why, request.language)
        said = why if button else f"{why}\n`{turn}`"
        if is_drafted(match):
            seats = (await self._context.log.seats(match.id))[: match.ply]
            whole = with_typed(draft, turn)  # so that its changes are marked
            table = with_turn_number(draft_table(whole), number_composed(match, seats, player.seat))
            match = after_turn(whole)
        else:
            table = board_table(match, player.seat).with_marks(*advice_marks(idea.marks))
        await self._picture(request, match, table, said, *button)

    async def _idea(self, draft: Draft, match: Match, player: Player) -> Idea:
        """Return what the strongest level would play. Raises Stale or Refused if the match has moved on or ended."""
        try:
            return await self._thinkers.think(position_of(draft), player.seat, HINT_LEVEL, HINT_ALLOWANCE)
        except NotWanted:
            present = await self._context.service.get(match.id)
            must_be_live(present)
            must_be_same_turn(present, match.turn)
            raise

    async def _picture(self, request: Request, match: Match, table: Table, said: str, *below: items.Item) -> None:
        last = None if said and is_drafted(match) else await self._context.last(match)
        shown = with_players(table, match, self._context.service.clock(), last, request.language)
        drawn = await self._context.draw(request, shown)
        name = f"look-{match.code}-{match.revision}-{'hint' if said else 'flip'}.png"
        rows = [items.text(said)] if said else []
        await request.tell(items.layout(*rows, drawn.item(name), *below), drawn.file(name))

    @on("text", acknowledge=Acknowledge.PRIVATE_IN_TIME, load=_match)
    async def _text(self, request: Request, match: Match) -> None:
        """Show the text board, for readers and slow connections."""
        shown = await self._context.complete(request, match, personal_table(match, request.user))
        text = self._context.painter.write_words(shown, request.language).text
        await request.tell_text(block(text, 3800), ask.menu(match, request.language))

    async def _tell_until_board(self, request: Request, match: Match, said: str) -> None:
        """Tell what was done, until the board shows it."""
        await request.update_text(said)

        async def tell(why: Message) -> None:
            await request.replace_text(f"{said}\n{request.language(why)}")

        if await self._context.wait_for_board(match, tell):
            await request.dismiss()

    async def _replace(self, request: Request, sentence: Message) -> None:
        await request.update_text(request.language(sentence))


def _resigning(match: Match, seat: Seat, language: Language) -> str:
    """Return what resigning for a seat would lead to."""
    if len(match.players) > 2:
        return language.gettext("Resign? An AI takes your seat.")
    return language.gettext("Resign? {name} wins.", name=plain(language(names_of(match)[1 - seat])))


def _draw_row(match: Match, request: Request) -> items.Row:
    """Return the answers to the question whether to end a match that one person plays in a draw."""
    return items.buttons(
        items.button(click_now("draw-yes", match), request.language.gettext("End in a draw"), Style.danger),
        items.button(Click("never-mind", match.id), request.language.gettext("Keep playing")),
    )


def _offer_of(click: Click) -> int:
    """Return the offer that a click answers; 0 on a board of an older version, whose offers had that number."""
    return read_number(click.rest) or 0
