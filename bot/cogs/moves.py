"""Making a move: by menus, by typing, by /move."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.context import Context, user_id, viewer
from bot.match import turns
from bot.match.errors import MatchError, NotFound, Stale
from bot.match.model import Match, Player, Stage
from bot.match.names import who
from bot.match.play import AnyGame, State, game_of, state_of
from bot.match.visibility import must_be_visible
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.limits import CHOICE_NAME, CHOICES, clip
from bot.ui.components.markdown import plain
from bot.ui.components.stopwatch import arrived
from bot.ui.i18n.language import Language
from bot.ui.pages.compose import Draft, choose, compose, draft_of, draft_table, quick_moves
from bot.ui.pages.match_view import seated
from bot.ui.pages.questions import stamp
from bot.ui.pages.quick import ALONE, BEST, in_bullet
from games.core.errors import GameError
from games.core.i18n import Message, gettext
from games.core.status import Seat

MOST_SEARCHED = 200
"""Matches of a person that are looked through for a code, a game or a player that is typed."""


class MoveCog(commands.Cog):
    """The controls of the board and of the composing message, and /move."""

    def __init__(self, context: Context) -> None:
        self._context = context
        handlers = {
            "move": self._open,
            "pick": self._pick,
            "page": self._page,
            BEST: self._whole,
            ALONE: self._whole,
            "back": self._back,
            "reset": self._reset,
            "confirm": self._confirm,
            "type": self._type,
            "typed": self._typed,
            "undo": self._undo,
            "turn": self._reset_turn,
        }
        for action, handler in handlers.items():
            context.router.on(action, handler)

    # ------------------------------------------------------------------ composing

    async def _open(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match, player = await self._mover(interaction, click)
        await answers.wait(interaction)
        draft = draft_of(match, player, await self._context.service.draft(match, user_id(interaction)))
        await self._show(interaction, draft, 0)

    async def _pick(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """A choice: on the board it begins a draft or takes it up again, on the composing message it goes on."""
        match, player = await self._mover(interaction, click)
        rest, _, index = click.rest.partition(".")
        kept = await self._context.service.draft(match, user_id(interaction))
        tokens = () if rest == stamp(()) else kept
        if rest != stamp(tokens):
            raise Stale(gettext("That menu belonged to another draft. Choose again from the newest message."))
        await answers.wait_in_place(interaction)
        draft = draft_of(match, player, choose(draft_of(match, player, tokens), [index] if index else values))
        preferences = await self._context.people.preferences(user_id(interaction))
        if draft.complete and (match.time.kind == "bullet" or not preferences.confirm):
            await self._play(interaction, match, draft.move, match.turn)
            return
        if kept[: len(draft.tokens)] == draft.tokens:  # what was composed before the message was lost
            draft = draft_of(match, player, kept)
        await self._context.service.keep_draft(match, user_id(interaction), draft.tokens)
        await self._show(interaction, draft, 0)

    async def _page(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match, player = await self._mover(interaction, click)
        await answers.wait_in_place(interaction)
        tokens = await self._context.service.draft(match, user_id(interaction))
        page = int(values[0]) if values and values[0].isdecimal() else 0
        await self._show(interaction, draft_of(match, player, tokens if click.rest == stamp(tokens) else ()), page)

    async def _whole(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        """A whole move was picked."""
        match, _ = await self._mover(interaction, click)
        await answers.wait_in_place(interaction)
        await self._play(interaction, match, values[0] if values else "", match.turn)

    async def _back(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await self._cut(interaction, click, 1)

    async def _reset(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await self._cut(interaction, click, None)

    async def _cut(self, interaction: Interaction, click: Click, steps: int | None) -> None:
        """Shorten the draft by some steps (None: all)."""
        match, player = await self._mover(interaction, click)
        await answers.wait_in_place(interaction)
        kept = await self._context.service.draft(match, user_id(interaction))
        tokens = kept[:-steps] if steps is not None else ()
        await self._context.service.keep_draft(match, user_id(interaction), tokens)
        await self._show(interaction, draft_of(match, player, tokens), 0)

    async def _confirm(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match, player = await self._mover(interaction, click)
        tokens = await self._context.service.draft(match, user_id(interaction))
        if click.rest != stamp(tokens):
            raise Stale(gettext("Your draft has changed since. Look at the newest message."))
        await answers.wait_in_place(interaction)
        draft = draft_of(match, player, tokens)
        if not draft.complete:
            await self._show(interaction, draft, 0)
            return
        await self._play(interaction, match, draft.move, match.turn)

    async def _undo(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await self._take_back(interaction, click, 1)

    async def _reset_turn(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        await self._take_back(interaction, click, None)

    async def _take_back(self, interaction: Interaction, click: Click, steps: int | None) -> None:
        """Take back own steps of an unfinished turn (None: all)."""
        await self._mover(interaction, click)
        match = await self._context.service.reset_turn(click.match, user_id(interaction), steps, click.turn)
        await answers.wait_in_place(interaction)
        player = await self._context.service.mover(match, user_id(interaction))
        await self._show(interaction, draft_of(match, player, ()), 0)

    # ------------------------------------------------------------------ typing

    async def _type(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match, player = await self._mover(interaction, click)
        language = await self._context.language(interaction)
        game = game_of(match)
        examples = game.presenter.suggest(game.rules.view(state_of(match), player.seat), player.seat, "", 3)
        title = language.gettext("Your move in {game}", game=game.info.title)
        window = items.modal(click_now("typed", match), title, language.pgettext("field", "Move"), ", ".join(examples))
        await answers.open_window(interaction, window)

    async def _typed(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        match, _ = await self._mover(interaction, click)
        await answers.wait(interaction)
        await self._play(interaction, match, values[0] if values else "", match.turn)

    @app_commands.command(name="move", description="Make your move by typing it")
    @app_commands.describe(
        move="Your move: type, and choose from the list", match="The match's code, e.g. K7QFM (here: this one)"
    )
    async def move(
        self, interaction: Interaction, move: app_commands.Range[str, 1, 1000], match: str | None = None
    ) -> None:
        """`/move`: the typed move in the match of this channel, or in the one named."""
        await answers.wait(interaction)
        found = await self._match(interaction, match)
        await self._play(interaction, found, move, None)

    @move.autocomplete("move")
    async def _complete(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Legal moves that continue what is typed."""
        try:
            match = await self._match(interaction, getattr(interaction.namespace, "match", None))
            player = await self._context.service.mover(match, user_id(interaction))
        except MatchError:
            return []
        game = game_of(match)
        state = game.rules.view(state_of(match), player.seat)
        found = continuations(game, state, player.seat, typed)
        return [
            app_commands.Choice(name=clip(text, CHOICE_NAME), value=text) for text in found if len(text) <= CHOICE_NAME
        ]

    @move.autocomplete("match")
    async def _complete_match(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's own matches, found by code, game or player."""
        mine = await self._context.service.store.of_user(user_id(interaction), MOST_SEARCHED)
        wanted = typed.strip().lower()
        language = await self._context.language(interaction)
        names = {
            match.code: f"#{match.code} · {game_of(match).info.title} · {_players(match, language)}" for match in mine
        }
        found = [(name, code) for code, name in names.items() if wanted in name.lower()]
        return [app_commands.Choice(name=clip(name, CHOICE_NAME), value=code) for name, code in found[:CHOICES]]

    # ------------------------------------------------------------------ inside

    async def _match(self, interaction: Interaction, code: str | None) -> Match:
        """The match named, the one played here, or the person's only one on move. Raises NotFound."""
        if code:
            named = await self._context.service.find(code)
            must_be_visible(named, viewer(interaction))
            return named
        here = await self._context.here(interaction)
        if here is not None:
            return here
        over = await self._context.service.store.ended_in(interaction.channel_id or 0)
        if over is not None:  # even if the person is on move in another match: here nobody means that one
            raise NotFound(gettext("Match #{code}, played here, is over. /games lists yours.", code=over.code))
        mine = await self._context.service.store.of_user(user_id(interaction))
        waiting = [match for match in mine if any(player.to_act for player in match.seats_of(user_id(interaction)))]
        if len(waiting) == 1:
            return waiting[0]
        raise NotFound(
            gettext("No match is played in this channel. Name one with the option `match`; /games lists yours.")
        )

    async def _mover(self, interaction: Interaction, click: Click) -> tuple[Match, Player]:
        """The match of a click and the player who acts. Raises Stale, NotOnMove, NotAllowed, Refused."""
        match = await self._context.seen(interaction, click.match)
        if match.stage is Stage.LIVE and match.seats_of(user_id(interaction)) and click.turn != match.turn:
            raise Stale(await self._late(click, match))
        return match, await self._context.service.mover(match, user_id(interaction))

    async def _late(self, click: Click, match: Match) -> Message:
        """What is wrong with a control that was made for an earlier position."""
        seats = await self._context.service.store.seats(match.id)
        now = turns.count_turns(match, seats)
        then = now if click.ply is None else turns.count_turns(match, seats[: click.ply])
        if then == now:  # an older control, or a move that was taken back and replaced
            return gettext("That button was for an earlier position; the match is at move {ply}.", ply=now)
        return gettext("That button was for move {old}; the match is at move {ply}.", old=then, ply=now)

    async def _show(self, interaction: Interaction, draft: Draft, page: int) -> None:
        """Show the draft to the mover."""
        language = await self._context.language(interaction)
        table = seated(draft_table(draft, page), draft.match, self._context.service.clock(), None, language)
        picture = await self._context.drawn(interaction, table)
        name = f"draft-{draft.match.code}-{draft.match.revision}-{stamp(draft.tokens)}-{page}.png"
        file = picture.file(name)
        quick = await in_bullet(self._context.painter.workers, draft.match, quick_moves, draft, page)
        view = compose(draft, page, picture.item(name), language, quick)
        await answers.update(interaction, view, file)

    async def _play(self, interaction: Interaction, match: Match, move: str, turn: int | None) -> None:
        """Submit the move and say that it counts."""
        language = await self._context.language(interaction)
        user = user_id(interaction)
        played = await self._context.service.submit(match.id, user, move, turn, match, arrived(interaction))
        if played.stage is Stage.LIVE and game_of(played).info.multi_step and played.seats_of(user):
            mine = [player for player in played.to_act if player.user == user]
            if mine and interaction.message is not None:
                await self._show(interaction, draft_of(played, mine[0], ()), 0)
                return
        missing = await self._context.about_board(played)
        said = [_played(played, language), *([language(missing)] if missing else [])]
        await answers.update_text(interaction, "\n".join(said))


def continuations(game: AnyGame, state: State, seat: Seat, typed: str) -> list[str]:
    """Legal moves that continue what is typed; in a game of several steps a turn, steps that follow those typed."""
    if not game.info.multi_step:
        return list(game.presenter.suggest(state, seat, typed, CHOICES))
    steps = typed.split()
    last = steps.pop() if steps and not typed.endswith(" ") else ""
    try:
        for step in steps:
            state = game.rules.play(state, seat, game.rules.parse(step))
    except GameError:
        return []
    return [" ".join([*steps, found]) for found in game.presenter.suggest(state, seat, last, CHOICES)]


def _played(match: Match, language: Language) -> str:
    if match.stage.ended:
        return language.gettext("Played. The match is over.")
    names = language.join_list(plain(language(who(player))) for player in match.to_act)
    return language.gettext("Played. {names} to move.", names=names)


def _players(match: Match, language: Language) -> str:
    return " – ".join(language(who(player)) for player in match.players)
