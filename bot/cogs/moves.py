"""Making a move: with menus, by typing, by /move."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.cog import RequestCog, command, on, suggestions
from bot.cogs.context import Context, as_seen
from bot.match import turns
from bot.match.acting import earlier_position
from bot.match.errors import MatchError, Stale
from bot.match.model import Match, Player, Stage, UserId
from bot.match.names import name_of, numbered_names
from bot.match.play import game_of, state_of
from bot.match.turn_draft import (
    Draft,
    after_turn,
    draft_of,
    follow,
    is_drafted,
    readable_draft,
    with_typed,
    without_last,
)
from bot.match.turn_path import MARK, read_path
from bot.ui.components import items
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.components.open_composers import OpenComposers
from bot.ui.components.pipeline import Acknowledge
from bot.ui.components.request import Request
from bot.ui.i18n.language import Language
from bot.ui.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.pages import typed as typed_page
from bot.ui.pages.card import players_line
from bot.ui.pages.compose import STEP, choose, compose, draft_table, quick_moves
from bot.ui.pages.match_view import with_last_faded, with_players, with_turn_number
from bot.ui.pages.questions import stamp
from bot.ui.pages.quick import ALONE, BEST, in_bullet
from bot.ui.pages.typed import READING
from bot.ui.pages.typed_requests import must_be_move, must_not_be_request
from games.core.errors import BadNotation, NothingFits
from games.core.i18n import Message, gettext

Mover = tuple[Match, Player]
Composer = tuple[Match, Player, tuple[str, ...]]
_CHOOSE_AGAIN = gettext("That button is outdated. Choose again here.")
_DRAFTED_ALREADY = gettext("You are in the middle of this turn. Go on here, or press **Reset** to start it over.")
MOST_SEARCHED = 200
"""How many of a person's matches are searched for what is typed."""


_LATEST = 1 << 62
"""A time after all deadlines."""


class MoveCog(RequestCog):
    """The controls of the board and of the composing message, and /move."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._composers = OpenComposers()
        context.service.listeners.append(self._composers.notice_change)

    # ------------------------------------------------------------------ who is to move

    async def _mover(self, request: Request) -> Mover:
        """Return the match of a click and the player who acts. Raises Stale, NotOnMove, NotAllowed, Refused."""
        match = await self._context.find_visible(request, request.click.match)
        if match.stage is Stage.LIVE and match.seats_of(request.user) and request.click.turn != match.turn:
            raise Stale(await self._late(request.click, match))
        return match, await self._context.service.mover(match, request.user)

    async def _late(self, click: Click, match: Match) -> Message:
        """Return the error for a control of an earlier position, with the turn numbers that boards show."""
        seats = await self._context.log.seats(match.id)
        now = turns.number_on_board(match, seats, len(seats))
        then = now if click.ply is None else turns.number_on_board(match, seats, click.ply)
        if not now or then == now:  # a button without a ply, or a move that was taken back and replaced
            return earlier_position()
        if not then:
            return gettext("That button was for the first board; the match is at turn {turn}.", turn=now)
        return gettext("That button was for turn {old}; the match is at turn {turn}.", old=then, turn=now)

    async def _picker(self, request: Request) -> Composer:
        """Return the same with the draft, which the control must continue or begin anew. Raises Stale."""
        match, player = await self._mover(request)
        tokens = await self._context.drafts.of(match, request.user)
        if request.click.rest.partition(".")[0] not in (stamp(()), stamp(tokens)):
            raise Stale(gettext("That menu is outdated. Use the newest message."))
        return match, player, tokens

    async def _composer(self, request: Request) -> Composer:
        """Return the same for a control of the composing message. Raises Stale."""
        match, player = await self._mover(request)
        tokens = await self._context.drafts.of(match, request.user)
        if request.click.rest != stamp(tokens):
            raise Stale(gettext("This preview is outdated. Confirm in the newest message."))
        return match, player, tokens

    # ------------------------------------------------------------------ composing

    @on("move", acknowledge=Acknowledge.PRIVATE, load=_mover)
    async def _open(self, request: Request, mover: Mover) -> None:
        await self._show(request, await self._draft(request, *mover), 0)

    @on("pick", acknowledge=Acknowledge.UPDATE, load=_picker)
    async def _pick(self, request: Request, picker: Composer) -> None:
        """Handle a choice, which begins or resumes a draft on the board, and continues it on the composing message."""
        match, player, kept = picker
        if is_drafted(match):  # a button from an older version, which numbered the choices differently
            await self._show(request, readable_draft(match, player, kept), 0, _CHOOSE_AGAIN)
            return
        draft = self._choose(request, match, player, () if _begins(request.click) else kept)
        if _needs_no_confirm(draft, request):
            await self._play(request, match, draft.move, match.turn)
            return
        if kept[: len(draft.tokens)] == draft.tokens:  # resume what was drafted before the message was lost
            draft = readable_draft(match, player, kept)
        await self._keep(request, draft)

    @on(STEP, acknowledge=Acknowledge.UPDATE, load=_picker)
    async def _step(self, request: Request, picker: Composer) -> None:
        """Handle a choice within a turn. If steps are drafted already, the board leads back to them unchanged."""
        match, player, kept = picker
        draft = readable_draft(match, player, kept)
        if draft.tokens != kept or (draft.steps and _begins(request.click)):
            await self._show(request, draft, 0, _DRAFTED_ALREADY if draft.tokens else _CHOOSE_AGAIN)
            return
        before = draft_of(match, player, ()) if _begins(request.click) else draft
        chosen = self._choose(request, match, player, before.tokens)
        if _needs_no_confirm(chosen, request) or _is_confirmed(before, chosen):
            await self._play(request, match, chosen.move, match.turn)
            return
        await self._keep(request, draft if kept[: len(chosen.tokens)] == chosen.tokens else chosen)

    @on("page", acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _page(self, request: Request, mover: Mover) -> None:
        draft = await self._draft(request, *mover)
        page = read_number(request.value) or 0
        known = request.click.rest.partition(".")[0] == stamp(draft.tokens)
        await self._show(request, draft if known or is_drafted(draft.match) else draft_of(*mover, ()), page)

    @on(BEST, ALONE, acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _whole(self, request: Request, mover: Mover) -> None:
        """Handle the pick of a whole move or step."""
        await self._submit(request, *mover, request.value, mover[0].turn)

    @on("back", acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _back(self, request: Request, mover: Mover) -> None:
        draft = await self._draft(request, *mover)
        await self._keep(request, draft_of(*mover, without_last(draft)))

    @on("reset", acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _reset(self, request: Request, mover: Mover) -> None:
        await self._keep(request, draft_of(*mover, ()))

    @on("confirm", acknowledge=Acknowledge.UPDATE, load=_composer)
    async def _confirm(self, request: Request, composer: Composer) -> None:
        match, player, tokens = composer
        draft = readable_draft(match, player, tokens)
        if not draft.complete:
            await self._show(request, draft, 0)
            return
        await self._play(request, match, draft.move, match.turn)

    @on("undo", acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _undo(self, request: Request, mover: Mover) -> None:
        await self._take_back(request, mover, 1)

    @on("turn", acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _reset_turn(self, request: Request, mover: Mover) -> None:
        await self._take_back(request, mover, None)

    async def _take_back(self, request: Request, mover: Mover, steps: int | None) -> None:
        """Take back the player's steps of an unfinished turn (None: all), which an older version played one by one."""
        match = await self._context.service.reset_turn(mover[0].id, request.user, steps, request.click.turn)
        player = await self._context.service.mover(match, request.user)
        await self._show(request, draft_of(match, player, ()), 0)

    async def _draft(self, request: Request, match: Match, player: Player) -> Draft:
        """Return the person's draft in the current position."""
        return readable_draft(match, player, await self._context.drafts.of(match, request.user))

    def _choose(self, request: Request, match: Match, player: Player, tokens: tuple[str, ...]) -> Draft:
        """Return the draft of these tokens plus the click's choice and any forced choices after it.

        Where no Confirm follows, the last answer is given by the person.
        """
        _, _, index = request.click.rest.partition(".")
        before = readable_draft(match, player, tokens)
        chosen = draft_of(match, player, choose(before, [index] if index else list(request.values)))
        followed = follow(chosen)
        return chosen if _needs_no_confirm(followed, request) else followed

    async def _keep(self, request: Request, draft: Draft) -> None:
        """Store the draft and show it."""
        await self._context.drafts.keep(draft.match, request.user, draft.tokens)
        await self._show(request, draft, 0)

    # ------------------------------------------------------------------ typing

    @on("type", acknowledge=Acknowledge.NONE, load=_mover)
    async def _type(self, request: Request, mover: Mover) -> None:
        match, player = mover
        game = game_of(match)
        examples = game.presenter.examples(game.rules.view(state_of(match), player.seat))
        title = request.language.gettext("Your move in {game}", game=game.info.title)
        field = request.language.pgettext("field", "Move")
        await request.show_modal(items.modal(click_now("typed", match), title, field, request.language(examples)))

    @on("typed", acknowledge=Acknowledge.PRIVATE, load=_mover)
    async def _play_from_window(self, request: Request, mover: Mover) -> None:
        await self._play_typed(request, *mover, request.value, mover[0].turn)

    @on(READING, acknowledge=Acknowledge.UPDATE, load=_mover)
    async def _meant(self, request: Request, mover: Mover) -> None:
        """Handle the pick of one of several readings, or of a hint."""
        text = request.click.rest or request.value
        if text.startswith(MARK):
            text = read_path(await self._draft(request, *mover), text)
        await self._submit(request, *mover, text, mover[0].turn)

    @command(name="move", description="Type your move", acknowledge=Acknowledge.PRIVATE)
    @app_commands.describe(
        move="Your move: type, and choose from the list", match="Match code (default: the match in this channel)"
    )
    async def move(self, request: Request, move: app_commands.Range[str, 1, 1000], match: str | None = None) -> None:
        """`/move`: the typed move in the match of this channel, or in the one named."""
        found = await self._context.match_meant(request, match)
        if found.stage is Stage.LIVE and found.seats_of(request.user):  # whether or not it is their move
            must_be_move(move, found, request.language)
        player = await self._context.service.mover(found, request.user)
        await self._play_typed(request, found, player, move, None)

    @suggestions("move", move)
    async def _complete(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest legal moves that continue what is typed."""
        try:
            match = await self._context.match_meant(request, request.option("match"))
            player = await self._context.service.mover(match, request.user)
        except MatchError:
            return []
        offered = typed_page.completions(await self._draft(request, match, player), typed, request.language)
        return [app_commands.Choice(name=name, value=text) for name, text in offered]

    @suggestions("match", move)
    async def _complete_match(self, request: Request, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the person's own matches, by code, game or player."""
        mine = await self._context.lists.of_user(request.user, MOST_SEARCHED)
        wanted = typed.strip().lower()
        names = {
            match.code: f"#{match.code} · {game_of(match).info.title} · {players_line(match, request.language)}"
            for match in mine
        }
        found = [(name, code) for code, name in names.items() if wanted in name.lower()]
        return [app_commands.Choice(name=clip(name, CHOICE_NAME), value=code) for name, code in found[:CHOICES]]

    # ------------------------------------------------------------------ inside

    async def _show(self, request: Request, draft: Draft, page: int, notice: Message | str = "") -> None:
        """Show the draft to the mover."""
        match = draft.match
        number, committed = await self._turn(draft)
        before = with_last_faded(with_turn_number(draft_table(draft, page), number), await self._context.last(match))
        shown = after_turn(draft) if draft.complete and is_drafted(match) else match
        table = with_players(before, shown, self._context.service.clock(), None, request.language)
        picture = await self._context.draw(request, table)
        name = f"draft-{match.code}-{match.revision}-{stamp(draft.tokens)}-{page}.png"
        file = picture.file(name)
        quick = await in_bullet(self._context.painter.workers, match, quick_moves, draft, page)
        view = compose(draft, page, picture.item(name), request.language, quick, notice, committed=committed)
        await request.update(view, file)
        await self._composers.note_open(request, match.id)

    async def _play_typed(self, request: Request, match: Match, player: Player, typed: str, turn: int | None) -> None:
        """Play the typed move, ask which of several is meant, or offer similar legal ones."""
        must_be_move(typed, match, request.language)
        draft = await self._draft(request, match, player) if is_drafted(match) else None
        state = draft.open_state if draft else game_of(match).rules.view(state_of(match), player.seat)
        try:
            texts = typed_page.readings(match, state, player.seat, typed, request.language)
        except BadNotation:
            must_not_be_request(typed, match, request.language)
            raise
        except NothingFits as error:
            must_not_be_request(typed, match, request.language)
            whole = draft or draft_of(match, player, ())
            offered = typed_page.offer_near(whole, error, request.language)
            if offered is None:
                raise
            await request.update(offered)
            return
        if len(texts) == 1:
            await self._submit(request, match, player, texts[0], turn)
            return
        draft = draft or draft_of(match, player, ())
        await request.update(typed_page.ask_which(draft, typed, texts, request.language))

    async def _turn(self, draft: Draft) -> tuple[int, bool]:
        """Return the number of the drafted turn, and whether some of its steps are in the log.

        That is so if an older version has stored them one by one. (0, False) if a turn is one move.
        """
        match = draft.match
        if not is_drafted(match):
            return 0, False
        seats = (await self._context.log.seats(match.id))[: match.ply]
        committed = bool(seats) and seats[-1] == draft.seat
        return turns.number_composed(match, seats, draft.seat), committed and not draft.tokens

    async def _submit(self, request: Request, match: Match, player: Player, text: str, turn: int | None) -> None:
        """Play a move given as text; steps extend the draft, which is played when the turn is complete."""
        if not is_drafted(match):
            await self._play(request, match, text, turn)
            return
        draft = with_typed(await self._draft(request, match, player), text)
        if draft.complete:
            await self._play(request, match, draft.move, match.turn)
        else:
            await self._keep(request, draft)

    async def _play(self, request: Request, match: Match, move: str, turn: int | None) -> None:
        """Submit the move and confirm it."""
        with self._composers.while_playing(request.user, match.id):
            await self._submit_and_tell(request, match, move, turn)

    async def _submit_and_tell(self, request: Request, match: Match, move: str, turn: int | None) -> None:
        user = request.user
        played = await self._context.service.submit(match.id, user, move, turn, match, request.arrived)
        played = as_seen(request, played)
        if played.stage is Stage.LIVE and is_drafted(played) and played.seats_of(user):
            mine = [player for player in played.to_act if player.user == user]
            if mine and request.message is not None:
                await self._show(request, draft_of(played, mine[0], ()), 0)
                return
        said = _after_move(played, request.language)
        async with self._composers.after_move(request, match.id):
            await request.update_text(said)

        async def tell(why: Message) -> None:
            await request.replace_text(f"{said}\n{request.language(why)}")

        if not await self._context.wait_for_board(played, tell):
            return
        stays = played.hot_seat or (played.time.live and not played.stage.ended)  # it is their move again in seconds
        following = None if stays else await self._next_match(user, played)
        if following is None or self._composers.is_open(user, match.id):
            await request.dismiss()
            return
        address = await self._context.jump(following.id, user, request.guild)
        rows = [items.buttons(items.link(address, request.language.gettext("To the board")))] if address else []
        await request.replace_text(_next(following, user, request.language), *rows)
        await self._composers.note_open(request, match.id)

    async def _next_match(self, user: UserId, played: Match) -> Match | None:
        """Return the most urgent other match in which it is the person's turn."""
        waiting = [
            match
            for match in await self._context.lists.live_of(user)
            if match.id != played.id and any(player.to_act for player in match.seats_of(user))
        ]
        return min(waiting, key=lambda match: match.deadline or _LATEST, default=None)


def _needs_no_confirm(draft: Draft, request: Request) -> bool:
    """Whether the move is complete and played without Confirm: in bullet, or if the person switched it off."""
    return draft.complete and (draft.match.time.kind == "bullet" or not request.preferences.confirm)


def _is_confirmed(before: Draft, chosen: Draft) -> bool:
    """Whether the last choice itself confirmed what was shown."""
    offered = before.question.choices if before.question is not None else ()
    return chosen.complete and any(one.confirms and one.token == chosen.tokens[-1] for one in offered)


def _begins(click: Click) -> bool:
    """Whether a control begins a draft, as those of the board do."""
    return click.rest.partition(".")[0] == stamp(())


def _next(match: Match, user: UserId, language: Language) -> str:
    others = [
        plain(language(name))
        for name, player in zip(numbered_names(match), match.players, strict=True)
        if player.user != user
    ]
    if not others:
        return language.gettext("Next: #{code}", code=match.code)
    return language.gettext("Next: #{code} against {names}", code=match.code, names=language.join_list(others))


def _after_move(match: Match, language: Language) -> str:
    if match.stage.ended:
        return language.gettext("Played. The match is over.")
    names = language.join_list(plain(language(name_of(match, player))) for player in match.to_act)
    return language.gettext("Played. {names} to move.", names=names)
