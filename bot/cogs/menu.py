"""The ⋯ menu of a match: resign, offers, time, another look, a hint."""

from __future__ import annotations

from discord.ext import commands

from bot.cogs.context import Context, user_id
from bot.cogs.moderation import ModerationCog
from bot.match.ai_turns import Thinkers
from bot.match.errors import Refused
from bot.match.model import Match, OfferKind, Stage, UserId
from bot.match.visibility import may_have_hint
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.items import Style
from bot.ui.components.markdown import block, plain
from bot.ui.i18n.language import Language
from bot.ui.pages.card import title
from bot.ui.pages.match_view import advised, board_table, flipped, last_move, seated
from games.core.diagram import board_text
from games.core.i18n import Message, gettext
from games.core.table import Mark

HINT_SECONDS = 1.0


class MenuCog(commands.Cog):
    """What can be done with a match beside moving."""

    def __init__(self, context: Context, thinkers: Thinkers, moderation: ModerationCog) -> None:
        self._context = context
        self._thinkers = thinkers
        self._moderation = moderation
        handlers = {
            "menu": self._menu,
            "resign": self._ask_resign,
            "resign-yes": self._resign,
            "never-mind": self._never_mind,
            "draw": self._offer,
            "takeback": self._offer,
            "pause": self._offer,
            "agree": self._agree,
            "refuse": self._refuse,
            "give-time": self._give_time,
            "repost": self._repost,
            "flip": self._flip,
            "hint": self._hint,
            "text": self._text,
        }
        for action, handler in handlers.items():
            context.router.on(action, handler)

    async def _menu(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        match = await self._context.seen(interaction, click.match)
        language = await self._context.language(interaction)
        rows = _rows(match, user_id(interaction), language)
        rows += await self._moderation.rows(interaction, match, language)
        await answers.tell_text(interaction, f"### {title(match, language)}", *rows)

    # ------------------------------------------------------------------ resigning

    async def _ask_resign(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        match = await self._context.seen(interaction, click.match)
        self._context.service.player(match, user_id(interaction))
        language = await self._context.language(interaction)
        row = items.buttons(
            items.button(Click("resign-yes", match.id), language.gettext("Yes, resign"), Style.danger),
            items.button(Click("never-mind", match.id), language.gettext("No, play on")),
        )
        asked = language.gettext("Resign match #{code}? That cannot be undone.", code=match.code)
        await answers.update_text(interaction, asked, row)

    async def _resign(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._context.seen(interaction, click.match)
        await answers.wait_in_place(interaction)
        await self._context.service.resign(click.match, user_id(interaction))
        await self._replace(interaction, gettext("You have resigned."))

    async def _never_mind(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        language = await self._context.language(interaction)
        await answers.update_text(interaction, language.gettext("Play on!"))

    # ------------------------------------------------------------------ offers and time

    async def _offer(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        kinds: dict[str, OfferKind] = {"draw": "draw", "takeback": "takeback", "pause": "pause"}
        await self._context.seen(interaction, click.match)
        await answers.wait_in_place(interaction)
        kind, turn = kinds[click.action], click.turn or None
        match = await self._context.service.offer(click.match, user_id(interaction), kind, turn)
        missing = await self._context.about_board(match)
        if missing is not None:
            language = await self._context.language(interaction)
            await answers.update_text(
                interaction, f"{language.gettext('Your request is stored.')}\n{language(missing)}"
            )
            return
        said = gettext("Asked. The others see it on the board.") if match.offer else gettext("Done.")
        await self._replace(interaction, said)

    async def _agree(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._context.seen(interaction, click.match)
        agreeing = self._context.service.agree(click.match, user_id(interaction), _offer_of(click), click.turn)
        await answers.in_place(interaction, agreeing)

    async def _refuse(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._context.seen(interaction, click.match)
        refusing = self._context.service.refuse(click.match, user_id(interaction), _offer_of(click))
        await answers.in_place(interaction, refusing)

    async def _give_time(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        await self._context.seen(interaction, click.match)
        await answers.wait_in_place(interaction)
        await self._context.service.give_time(click.match, user_id(interaction))
        await self._replace(interaction, gettext("Given. That is kind of you."))

    # ------------------------------------------------------------------ looking

    async def _repost(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """Post the board anew, at the end of its channel."""
        match = await self._context.seen(interaction, click.match)
        if not match.seats_of(user_id(interaction)):
            raise Refused(gettext("Only players can have the board posted again."))
        if match.stage.ended:  # the results channel would be told again as well
            raise Refused(
                gettext("Match #{code} is over. Press Replay: there you can share any position.", code=match.code)
            )
        await answers.acknowledge(interaction)
        await self._context.publisher.repost(match)

    async def _flip(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """The board from the other side, for this person alone."""
        match = await self._context.seen(interaction, click.match)
        await answers.wait(interaction)
        await self._picture(interaction, match, (), "")

    async def _hint(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """What an AI would think of, in words and marks. Raises Refused in rated matches."""
        match = await self._context.seen(interaction, click.match)
        player = await self._context.service.mover(match, user_id(interaction))
        if not may_have_hint(match):
            raise Refused(gettext("There are no hints in rated matches."))
        with self._context.exclusive.run(user_id(interaction)):
            await answers.wait(interaction)
            idea = await self._thinkers.think(match, player.seat, "hard", HINT_SECONDS)
        language = await self._context.language(interaction)
        said = language.gettext("`{move}`: {why}", move=idea.move, why=plain(language(idea.why), 300))
        await self._picture(interaction, match, advised(idea.marks), said)

    async def _picture(self, interaction: Interaction, match: Match, marks: tuple[Mark, ...], said: str) -> None:
        language = await self._context.language(interaction)
        seats = match.seats_of(user_id(interaction))
        table = board_table(match, seats[0].seat if seats else None)
        log = list(await self._context.service.store.entries(match.id, max(0, match.ply - 4)))
        shown = seated(table, match, self._context.service.clock(), last_move(match, log), language)
        turned = shown.marked(*marks) if said else flipped(shown)
        drawn = await self._context.drawn(interaction, turned)
        name = f"look-{match.code}-{match.revision}-{'hint' if said else 'flip'}.png"
        rows = [items.text(said)] if said else []
        await answers.tell(interaction, items.layout(*rows, drawn.item(name)), drawn.file(name))

    async def _text(self, interaction: Interaction, click: Click, _values: list[str]) -> None:
        """The board as text, for readers and for slow connections."""
        match = await self._context.seen(interaction, click.match)
        seats = match.seats_of(user_id(interaction))
        table = board_table(match, seats[0].seat if seats else None)
        language = await self._context.language(interaction)
        shown = board_text(seated(table, match, self._context.service.clock(), None, language), language)
        await answers.tell_text(interaction, block(shown, 3900))

    async def _replace(self, interaction: Interaction, sentence: Message) -> None:
        language = await self._context.language(interaction)
        await answers.update_text(interaction, language(sentence))


def _offer_of(click: Click) -> int:
    """Which offer a click answers; 0 on a board of an older version, as the offers had that were made by it."""
    return int(click.rest) if click.rest.isdecimal() else 0


def _rows(match: Match, user: UserId, language: Language) -> list[items.Item]:
    """What this person may do: a spectator is shown nothing that only players can do."""
    seats = match.seats_of(user)
    plays = bool(seats) and not match.stage.ended
    on_move = any(player.to_act for player in seats)
    looking = [
        items.button(Click("flip", match.id), language.gettext("Flip")),
        *([items.button(Click("repost", match.id), language.gettext("Repost board"))] if plays else []),
        items.button(Click("replay", match.id), language.gettext("Replay")),
        items.button(Click("rules", match.id), language.gettext("Rules")),
        *(
            [items.button(Click("hint", match.id), language.gettext("Hint"))]
            if on_move and may_have_hint(match)
            else []
        ),
    ]
    playing = [_player_row(match, language)] if seats and match.stage is Stage.LIVE else []
    return [*playing, items.buttons(*looking)]


def _player_row(match: Match, language: Language) -> items.Item:
    return items.buttons(
        items.button(Click("resign", match.id), language.gettext("Resign"), Style.danger),
        items.button(Click("draw", match.id), language.gettext("Offer draw")),
        items.button(click_now("takeback", match), language.gettext("Ask take-back")),
        items.button(Click("give-time", match.id), language.gettext("Give time")),
        items.button(Click("pause", match.id), language.gettext("Ask to pause")),
    )
