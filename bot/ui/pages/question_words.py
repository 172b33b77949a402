"""Finds the topic of a typed question about a match by its words. The topics are the same in every language."""

from __future__ import annotations

from collections.abc import Mapping

from bot.ui.i18n.language import Language
from games.core.i18n import Message, pgettext
from games.core.typed import COMMON, IsName, Vocabulary, tokens

LAST, CLOCKS, PIECES, THREATS, TURN, BOARD, MOVES, RULES, PANEL, MAT = (
    "last", "clocks", "pieces", "threats", "turn", "board", "moves", "rules", "panel", "mat",
)  # fmt: skip
"""Topics."""
MINE, OTHER, I_HAVE = "mine", "other", "I have"
"""Whose."""
MIDDLE = "middle"
"""The common part of a table."""
_SCORE, _FAR, _WIN, _HOW, _WHO, _WHAT, _WHEN, _MOVE = "score", "far", "win", "how", "who", "what", "when", "move"
_WORDS: Mapping[str, Message] = {
    LAST: pgettext("typed", "last, last move, happened, happen, played, did, previous, latest, captured last"),
    CLOCKS: pgettext(
        "typed",
        "clock, clocks, time, deadline, due, long, how long, hurry, minutes, hours, days, seconds, expires",
    ),
    PIECES: pgettext("typed", "pieces, piece, stones, tiles, land, where am I, artworks"),
    THREATS: pgettext(
        "typed",
        "danger, threat, threats, threaten, threatens, threatened, attack, attacked, attacks, capture, captured, safe, "
        "lose, under attack, hanging, careful, watch out",
    ),
    MOVES: pgettext(
        "typed",
        "can I, could I, may I, should I, options, possible, possible moves, legal, legal moves, allowed, best move, "
        "moves, choices, hint, what now, what next",
    ),
    _SCORE: pgettext(
        "typed",
        "leads, lead, leader, leading, ahead, behind, losing, score, scores, points, point, territory, standing, "
        "standings, winning, better, result",
    ),
    _FAR: pgettext("typed", "far, how far, close, distance"),
    _WIN: pgettext("typed", "win, wins, won, winner, victory, conquer to win"),
    TURN: pgettext(
        "typed",
        "turn, turns, whose, whose turn, on move, to move, who moves, next, side, colour, color, round, moves next",
    ),
    RULES: pgettext(
        "typed", "goal, aim, objective, rules, rule, how to win, how to play, object of the game, end, work, works"
    ),
    PANEL: pgettext("typed", "spell, spells, ready, spent, charged, used up"),
    MAT: pgettext("typed", "line, lines, row, rows, wall, floor, floor line, mat"),
    BOARD: pgettext("typed", "board, position, everything, describe, whole, all, look, overview, picture, show"),
    _MOVE: pgettext("typed", "move, walk, go, does it move"),
    _HOW: pgettext("typed", "how, how do"),
    _WHO: pgettext("typed", "who, who's"),
    _WHAT: pgettext("typed", "what, which, need"),
    _WHEN: pgettext("typed", "when, left, remaining"),
    MINE: pgettext("typed", "my, mine, our, me"),
    I_HAVE: pgettext("typed", "do I have, have I, I have, do I own"),
    MIDDLE: pgettext("typed", "centre, center, middle, pool"),
    OTHER: pgettext("typed", "opponent, opponent's, opponents, enemy, enemy's, his, her, their"),
    "said": pgettext(
        "typed", "where, was, the, a, on, at, in, of, there, does, say, many, much, number, count, has, have, left over"
    ),
    **COMMON,
}


class Question:
    """What the words of a question mean."""

    def __init__(self, text: str, language: Language, is_thing: IsName = lambda _: False) -> None:
        """`is_thing` tells of a word whether it names something on the table: that is no slip of another word."""
        found = tokens(text, Vocabulary(_WORDS, language), is_thing)
        self.meanings = frozenset(token.text for token in found if token.kind == "word")

    def has(self, *meanings: str) -> bool:
        """Whether all of them are meant."""
        return self.meanings.issuperset(meanings)

    @property
    def topic(self) -> str | None:
        """What is clearly asked for; `vague_topic` is what may be meant if nothing else is found."""
        has = self.has
        if has(_FAR):
            return TURN
        if has(RULES) or (has(_WIN) and (has(_HOW) or has(_WHAT)) and not has(_WHO)):
            return RULES
        if has(MINE, PIECES) and not has(THREATS):
            return PIECES
        if has(_HOW, _MOVE) and not has(MOVES):
            return RULES
        for meaning, topic in _CLEAR.items():
            if has(meaning):
                return topic
        if has(_MOVE):
            return TURN if has(_WHO) else MOVES
        return None

    @property
    def vague_topic(self) -> str | None:
        """What is asked for by words that say little."""
        return next((topic for meaning, topic in _VAGUE.items() if self.has(meaning)), None)


_CLEAR = {
    MOVES: MOVES, PANEL: PANEL, THREATS: THREATS, _SCORE: TURN, _WIN: TURN, CLOCKS: CLOCKS, LAST: LAST, TURN: TURN,
}  # fmt: skip
"""The topic of the first of these words that a question has."""
_VAGUE = {MAT: PIECES, PIECES: PIECES, BOARD: BOARD, _WHO: TURN, MINE: PIECES, I_HAVE: PIECES, _WHEN: CLOCKS}
