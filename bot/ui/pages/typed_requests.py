"""Typed text that is a request rather than a move ("resign", "draw?", "help"): says where it can be made."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.errors import Refused
from bot.match.model import Match
from bot.match.visibility import may_have_hint
from bot.ui.i18n.language import Language
from bot.ui.pages.match_menu import request_words
from games.core.i18n import Message, gettext, pgettext
from games.core.typed import COMMON, NOT, Vocabulary, fold, tokens

RESIGN, DRAW, TAKE_BACK, PAUSE, HINT, HELP = "resign", "draw", "take back", "pause", "hint", "help"
_POLITE = "polite"
WORDS: Mapping[str, Message] = {
    RESIGN: pgettext("typed", "resign, resigns, I resign, give up, I give up, surrender, concede, forfeit, quit"),
    DRAW: pgettext("typed", "draw, offer draw, offer a draw, tie, remis, accept draw, decline draw"),
    TAKE_BACK: pgettext("typed", "undo, takeback, take back, take it back, take that back, take my move back"),
    PAUSE: pgettext("typed", "pause, break"),
    HINT: pgettext("typed", "hint, hints, tip"),
    HELP: pgettext("typed", "help, rules, how, how to play, what can I do, commands"),
}
"""Words that ask for something other than a move; the typed words of a game take precedence."""
_BESIDE: Mapping[str, Message] = {
    _POLITE: pgettext("typed", "ask, offer, can, we, you, do, for, me, game, good game, gg, match, thanks, sorry"),
    **COMMON,
}


def must_be_move(typed: str, match: Match, language: Language) -> None:
    """Raise Refused, naming the right button, if the text is exactly one of these requests."""
    vocabulary = Vocabulary(WORDS, language)
    meant = vocabulary.exact(" ".join(fold(typed).strip(" .!?/").split()))
    if meant is not None:
        raise Refused(_where(meant, match))


def must_not_be_request(typed: str, match: Match, language: Language) -> None:
    """Raise the same for a text that is no move, tolerating typos and polite words."""
    vocabulary = Vocabulary({**WORDS, **_BESIDE}, language)
    found = [token for token in tokens(typed, vocabulary, lambda _: False) if token.kind != "sign"]
    wanted = {token.text for token in found} & WORDS.keys()
    is_known = all(token.kind == "word" and token.text != NOT for token in found)
    if len(wanted) == 1 and is_known:
        raise Refused(_where(wanted.pop(), match))


def _where(meant: str, match: Match) -> Message:
    """Return what to press or type instead."""
    button = request_words(match)
    match meant:
        case "resign":
            return gettext("That's not a move. To resign, press **More** on the board, then **Resign**.")
        case "draw":
            return gettext(
                "That's not a move. To offer a draw, press **More** on the board, then **Offer draw**. "
                "An offer made to you has buttons of its own."
            )
        case "take back":
            return gettext(
                "That's not a move. To take a move back, press **More** on the board, then **{button}**.",
                button=button["takeback"],
            )
        case "pause" if "pause" not in button:
            return gettext("That's not a move. This match has no clock, so there is nothing to pause.")
        case "pause":
            return gettext(
                "That's not a move. To pause the match, press **More** on the board, then **{button}**.",
                button=button["pause"],
            )
        case "hint" if may_have_hint(match):
            return gettext("That's not a move. For a hint, press **More** on the board, then **Hint**.")
        case "hint":
            return gettext("There are no hints in rated matches.")
        case _:
            return gettext(
                "That's not a move. /rules explains the game and /ask answers questions about the board. /help shows "
                "what I can do. To move without typing, use the buttons on the board."
            )
