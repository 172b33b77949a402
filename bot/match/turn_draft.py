"""Drafts of a move or a whole turn: a path of tokens, read into steps.

In a game with several steps per turn, the tokens of one step follow those of the step before. Nothing is played, and
nobody else sees anything, until the turn is complete.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.match.model import Match, Player
from bot.match.play import AnyGame, State, game_of, state_of
from games.core.errors import GameError, IllegalMove
from games.core.i18n import gettext
from games.core.question import Choice, Question, only_answer
from games.core.status import Seat, Turn
from games.core.table import Mark, Table


@dataclass(frozen=True, slots=True)
class Step:
    """A complete step: its tokens, its text, and the state before it as its player sees it."""

    tokens: tuple[str, ...]
    text: str
    before: State


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn being composed: complete steps, and the step that is being chosen.

    `state` is what the player sees after the steps; in a game of one step a turn, before the move. `choosing` are the
    tokens of the unfinished step, `question` is what comes next: None if the turn is whole.
    """

    match: Match
    player: Player
    steps: tuple[Step, ...]
    state: State
    choosing: tuple[str, ...]
    question: Question | None

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the draft, as they are stored."""
        return (*(token for step in self.steps for token in step.tokens), *self.choosing)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to choose."""
        return self.question is None

    @property
    def move(self) -> str:
        """The steps as text; for a complete draft the move or turn to play."""
        return " ".join(step.text for step in self.steps)

    @property
    def open_state(self) -> State:
        """The state from which the draft can continue; a complete turn can still continue before its last step."""
        return self.steps[-1].before if self.complete else self.state

    @property
    def seat(self) -> Seat:
        """The seat whose turn is drafted."""
        return self.player.seat

    def moves(self) -> tuple[tuple[State, object], ...]:
        """Return the steps as moves of the game, each with the state before it."""
        parse = game_of(self.match).rules.parse
        return tuple((step.before, parse(step.text)) for step in self.steps)


def is_drafted(match: Match) -> bool:
    """Whether turns of this match are drafted as several steps; in bullet each step is a move with its own time."""
    return game_of(match).info.multi_step and match.time.kind != "bullet"


def draft_of(match: Match, player: Player, tokens: tuple[str, ...]) -> Draft:
    """Build the draft from tokens. Raises GameError if they are not valid."""
    game = game_of(match)
    return extend(Draft(match, player, (), game.rules.view(state_of(match), player.seat), (), None), tokens)


def extend(draft: Draft, tokens: tuple[str, ...]) -> Draft:
    """Replace the draft's unfinished step by these tokens and continue from there. Raises GameError."""
    game, seat = game_of(draft.match), draft.seat
    drafted = is_drafted(draft.match)
    steps, state = list(draft.steps), draft.state
    while True:
        length, question = _first_step(game, state, seat, tokens)
        if not length:
            return Draft(draft.match, draft.player, tuple(steps), state, tokens, question)
        text = game.presenter.compose(tokens[:length])
        steps.append(Step(tokens[:length], text, state))
        tokens = tokens[length:]
        if drafted:
            state = game.rules.play(state, seat, game.rules.parse(text))
        if not drafted or not _goes_on(game, state, seat):
            if tokens:
                raise IllegalMove(gettext("The turn ends before '{text}'.", text=" ".join(tokens)[:60]))
            return Draft(draft.match, draft.player, tuple(steps), state, (), None)


def readable_draft(match: Match, player: Player, tokens: tuple[str, ...]) -> Draft:
    """Build the draft from stored tokens as far as they are valid; an older version may have stored others."""
    for length in range(len(tokens), 0, -1):
        try:
            return draft_of(match, player, tokens[:length])
        except GameError:
            continue
    return draft_of(match, player, ())


def position_of(draft: Draft) -> Match:
    """Return the match as it would be after the draft's steps, as its player sees it."""
    if not is_drafted(draft.match):
        return draft.match
    return replace(draft.match, position=game_of(draft.match).rules.dump(draft.open_state))


def after_turn(draft: Draft) -> Match:
    """Return the match as it would be after the whole turn, with others to move."""
    status = game_of(draft.match).rules.status(draft.state)
    seats = status.seats if isinstance(status, Turn) else frozenset[int]()
    return replace(
        draft.match, players=tuple(replace(player, to_act=player.seat in seats) for player in draft.match.players)
    )


def follow(draft: Draft) -> Draft:
    """Answer questions with only one answer, in a step that has been begun."""
    while draft.choosing and draft.question is not None and (answer := only_answer(draft.question)) is not None:
        draft = extend(draft, (*draft.choosing, answer))
    return draft


def forced_questions(draft: Draft) -> tuple[Question, ...]:
    """Return the last questions that had only one answer, which `follow` has given."""
    presenter = game_of(draft.match).presenter
    last = draft.steps[-1] if draft.steps and not draft.choosing else None
    tokens, state = (last.tokens, last.before) if last else (draft.choosing, draft.state)
    found: list[Question] = []
    for length in range(len(tokens) - 1, 0, -1):
        question = presenter.ask(state, draft.seat, tokens[:length])
        if question is None or only_answer(question) != tokens[length]:
            break
        found.insert(0, question)
    return tuple(found)


def without_last(draft: Draft) -> tuple[str, ...]:
    """Return the tokens without the last choice, or, if no step has been begun, without the last step."""
    if draft.choosing or not is_drafted(draft.match):
        return draft.tokens[: -1 - len(forced_questions(draft))]
    return tuple(token for step in draft.steps[:-1] for token in step.tokens)


def with_typed(draft: Draft, text: str) -> Draft:
    """Add typed steps to the draft, replacing an unfinished step. Raises what the game raises."""
    game, seat = game_of(draft.match), draft.seat
    steps, state = draft.steps[:-1] if draft.complete else draft.steps, draft.open_state
    tokens = [token for step in steps for token in step.tokens]
    for word in text.split():
        move = game.rules.parse(word)
        after = game.rules.play(state, seat, move)
        tokens += game.presenter.tokens(state, move)
        state = after
    return draft_of(draft.match, draft.player, tuple(tokens))


def end_turn(draft: Draft, choice: Choice) -> Draft | None:
    """Return the turn that a choice would end; None if the turn continues or the choice decides the match.

    That a choice wins is no more told beforehand than what any other leads to.
    """
    try:
        found = extend(draft, (*draft.choosing, choice.token))
    except GameError:
        return None
    passes = found.complete and isinstance(game_of(draft.match).rules.status(found.state), Turn)
    return found if passes else None


def draft_table(draft: Draft) -> Table:
    """Return the table after the draft's steps, with the changes marked."""
    game = game_of(draft.match)
    if draft.complete:
        last = draft.steps[-1]
        table = game.presenter.preview(last.before, draft.seat, last.tokens)
    else:
        table = game.presenter.preview(draft.state, draft.seat, draft.choosing)
    return table.with_marks(*_changes(draft))


def _changes(draft: Draft) -> tuple[Mark, ...]:
    presenter = game_of(draft.match).presenter
    described = (presenter.describe(before, draft.seat, move) for before, move in draft.moves())
    return tuple(dict.fromkeys(mark for one in described for mark in one.marks))


def _first_step(game: AnyGame, state: State, seat: Seat, tokens: tuple[str, ...]) -> tuple[int, Question | None]:
    """Return how many tokens make the first complete step; 0 and the next question if more must be chosen.

    Raises GameError.
    """
    try:
        question = game.presenter.ask(state, seat, tokens)
    except GameError:
        if not game.info.multi_step:
            raise
        for length in range(1, len(tokens)):
            if game.presenter.ask(state, seat, tokens[:length]) is None:
                return length, None
        raise
    return (len(tokens), None) if question is None else (0, question)


def _goes_on(game: AnyGame, state: State, seat: Seat) -> bool:
    """Whether the same seat continues after a step, with no other seat and no chance event in between."""
    status = game.rules.status(state)
    return isinstance(status, Turn) and status.seats == frozenset({seat})
