"""Every sentence that is read in a match of each game, in every language: `python -m bench.sentences`.

AIs play a whole match in place of people, without Discord. What would be shown is written to
`docs/sentences/<game>.<language>.md`, for readers who have not seen the code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

from discord import ui

import games
import render
from bot.match import challenges, ending, play, reasons, timeouts
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import read_time
from bot.match.model import LogEntry, Match, MatchId, Offer, OfferKind, Place, RequestAnswer, Stage, UserId
from bot.match.names import with_names
from bot.match.play import game_of, state_of
from bot.match.reviews import JudgedTurn, Review, position_before
from bot.match.thread_lines import with_lines
from bot.match.turn_draft import draft_of, follow
from bot.match.turns import turn_to_show, turns_between
from bot.ui.components import items
from bot.ui.delivery.pictures import board_in_letters
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages import ask, board, card, compose, requests, review, typed
from bot.ui.pages.match_view import board_table, last_turn, with_players
from bot.ui.pages.replay import heading
from games.core.budget import Budget
from games.core.errors import GameError
from games.core.i18n import Message
from games.core.question import answers
from games.core.search.greedy import shortlist
from games.core.status import Outcome
from games.core.table import Table

FOLDER = Path(__file__).parents[1] / "docs" / "sentences"
PEOPLE = tuple(Person(UserId(number), name) for number, name in enumerate(("Ana", "Ben", "Eve", "Mo"), 1))
NOW = 1_800_000_000_000
MOST_PLIES = 600
TURNS_SHOWN = 30
MOST_MESSAGES = 8
HINTS = 24
COMPLETIONS = 8
MOVES_TRIED = 3
NONSENSE = ("xyzzy", "z99", "?", "")
"""What people type who do not know the notation."""


def main() -> None:
    """Write the files of all games, or of the games named on the command line."""
    FOLDER.mkdir(exist_ok=True)
    for key in sys.argv[1:] or games.keys():
        states = list(play_match(key, Random(7)))
        for code in SUPPORTED:
            lines = "\n".join(write_document(states, Language(code)))
            (FOLDER / f"{key}.{code}.md").write_text(lines.rstrip() + "\n", encoding="utf-8")


def play_match(key: str, dice: Random) -> Iterator[tuple[Match, list[LogEntry]]]:
    """Yield a match after each of its changes: the challenge, the beginning, each entry."""
    info = games.find(key).info
    number = min(info.max_seats, 3)
    host, *others = PEOPLE[:number]
    wanted = ChallengeRequest(key, host, Place(1, 2), tuple(others), time=read_time("3d"), first="me")
    match = replace(challenges.new_challenge(wanted, NOW, dice), id=MatchId(1), code="K7QF")
    yield match, []
    log: list[LogEntry] = []
    change = play.begin(match, NOW, dice)
    while True:
        match, log = change.match, [*log, *change.entries]
        yield match, list(log)
        if match.stage is not Stage.LIVE or match.ply > MOST_PLIES:
            return
        change = play.advance(match, match.to_act[0].seat, _choose_move(match, dice), NOW, dice)


def _choose_move(match: Match, dice: Random) -> str:
    """Return a good move at a glance, or now and then any move."""
    game, seat = game_of(match), match.to_act[0].seat
    view = game.rules.view(state_of(match), seat)
    found = shortlist(game.player, view, seat, dice) if dice.random() < 0.5 else []
    move = found[0] if found else game.rules.legal(view, seat).sample(dice)
    return str(game.rules.text(move))


def write_document(states: list[tuple[Match, list[LogEntry]]], language: Language) -> Iterator[str]:
    """Yield the lines of the document of one game."""
    invited, last = states[0][0], states[-1][0]
    yield f"# {game_of(invited).info.title} · {language.code}"
    yield from _part("The challenge", [_read(card.card(invited, None, language))])
    yield from _part("The thread, from the top", _thread(states, language))
    yield from _part("What the mover reads before playing", _confirmations(states, language))
    yield from _part("What the mover is asked", _questions(states, language))
    live = [match for match, _ in states if match.stage is Stage.LIVE]
    middle = states[1 + len(live) // 2]
    yield from _part("A turn, from the first question to the last", _composing(middle[0], language))
    yield from _part("Hints", _hints(live, language))
    yield from _part("What is offered while a move is typed", _completions(middle[0], language))
    yield from _part("What is refused", _refusals(live, language))
    yield from _part("What is answered to questions about the board", _answers_asked(states, language))
    yield from _part("Requests", _requests(middle[0], language))
    yield from _part("Other ends, and what is told on the way", _other_ends(*middle, language))
    yield from _part("The picture in words: at the start, in the middle, at the end", _alternatives(states, language))
    yield from _part(
        "The board as text", ["```\n" + board_in_letters(_table(*states[-1], language), language) + "\n```"]
    )
    yield from _part("The replay", [heading(last, states[-1][1], [e.seat for e in states[-1][1]], last.ply, language)])
    yield from _part("The review, of three turns taken for blunders", _review(*states[-1], language))


def _review(match: Match, log: list[LogEntry], language: Language) -> list[str]:
    """Return the review and its pages; a brief look at three turns stands in for better ones."""
    game, dice, judged = game_of(match), Random(7), []
    turns = turns_between(match, [entry.seat for entry in log], 0, len(log))
    for turn in turns[len(turns) // 8 :: len(turns) // 8]:
        seat = log[turn.first].seat
        view = game.rules.view(game.rules.load(position_before(match, log, turn.first), match.options), seat)
        thought = game.player.think(view, seat, "master", Budget(nodes=200), dice)
        steps = game.turn_of(thought)
        best = " ".join(map(game.rules.text, steps))
        if best != " ".join(entry.text for entry in log[turn.first : turn.last + 1]):
            judged.append(JudgedTurn(turn.number, seat, turn.first, turn.last, 0.7, 0.7, 0.4, best, thought.why.words))
    whole = Review(tuple(judged[:3]))
    boards = (items.text("(the board)"), items.text("(the board before)"))
    pages = [review.moment_page(match, whole, log, turn, boards, language) for turn in whole.moments]
    return [_read(view) for view in (review.summary(match, whole, log, None, language), *pages)]


def _part(title: str, lines: list[str]) -> Iterator[str]:
    yield f"\n## {title}\n"
    yield from (f"{line}\n" for line in lines)


def _read(view: ui.LayoutView) -> str:
    """Return the texts of a message, and the labels of its controls in brackets."""
    found: list[str] = []
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            found.append(item.content)
        elif isinstance(item, ui.Button):
            found.append(f"[{item.label}]")
        elif isinstance(item, ui.Select):
            found.append(f"[{item.placeholder}: {' / '.join(option.label for option in item.options)}]")
    return "\n".join(found)


def _thread(states: list[tuple[Match, list[LogEntry]]], language: Language) -> list[str]:
    """Return the header of each board, one per turn."""
    found: dict[int, str] = {}
    for match, log in states[1:]:
        told = turn_to_show(match, [entry.seat for entry in log])
        if len(found) > TURNS_SHOWN and not match.stage.ended:
            continue
        last = last_turn(match, log, told)
        found[told.number + (10_000 if match.stage.ended else 0)] = board.header(match, last, language)
    first, *others = found.values()
    return [first, *(text.partition("\n")[2] for text in others)]


def _confirmations(states: list[tuple[Match, list[LogEntry]]], language: Language) -> list[str]:
    """Return each kind of move as its player reads it, distinguished by its sentences without their values."""
    found: dict[tuple[str, ...], str] = {}
    for (match, _), (_, log) in pairwise(states[1:]):
        game, entry = game_of(match), next(e for e in log if e.ply == match.ply)
        described = game.presenter.describe(state_of(match), entry.seat, game.rules.parse(entry.text))
        words = described.personal
        found.setdefault(_templates(words), language(with_names(match, words)) + ".")
    return [f"- {line}" for line in found.values()]


def _templates(words: str) -> tuple[str, ...]:
    """Return the sentences of a text without their values."""
    if not isinstance(words, Message):
        return (words,)
    parts = [part for name in ("first", "second") if isinstance(part := words.values.get(name), str)]
    return tuple(one for part in parts for one in _templates(part)) or (words.template,)


def _questions(states: list[tuple[Match, list[LogEntry]]], language: Language) -> list[str]:
    """Return each question that occurs, with its choices."""
    found: dict[str, str] = {}
    for match, _ in states[1:]:
        if not match.to_act:
            continue
        tokens: tuple[str, ...] = ()
        for _ in range(4):
            draft = draft_of(match, match.to_act[0], tokens)
            question = draft.question
            if question is None:
                break
            prompt = language(question.prompt)
            labels = ", ".join(language(choice.label) for choice in question.choices)
            found.setdefault(getattr(question.prompt, "template", prompt), f"- {prompt} {labels}")
            tokens = (*tokens, next(iter(answers(question))))
    return list(found.values())


def _composing(match: Match, language: Language) -> list[str]:
    """Return the private messages of one turn, taking the first answer each time."""
    found: list[str] = []
    tokens: tuple[str, ...] = ()
    while len(found) < MOST_MESSAGES:
        draft = follow(draft_of(match, match.to_act[0], tokens))
        found.append(_read(compose.compose(draft, 0, items.text("(the board)"), language)))
        if draft.question is None:
            break
        tokens = (*draft.tokens, next(iter(answers(draft.question))))
    return found


def _hints(live: list[Match], language: Language) -> list[str]:
    """Return hints in positions throughout the match, one for each kind of reason."""
    found: dict[tuple[str, ...], str] = {}
    for match in live[:: max(1, len(live) // HINTS)]:
        game, seat = game_of(match), match.to_act[0].seat
        thought = game.player.think(
            game.rules.view(state_of(match), seat), seat, "master", Budget(nodes=200), Random(7)
        )
        found.setdefault(_templates(thought.why.personal), language(with_names(match, thought.why.personal)) + ".")
    return [f"- {line}" for line in found.values()]


def _completions(match: Match, language: Language) -> list[str]:
    """Return the first choices offered for an empty field."""
    offered = typed.completions(draft_of(match, match.to_act[0], ()), "", language)
    return [f"- {name}" for name, _ in [*offered[:COMPLETIONS], offered[-1]]]


def _refusals(live: list[Match], language: Language) -> list[str]:
    """Return each kind of refusal: of meaningless words, and of moves from other positions of the match."""
    dice, found = Random(7), dict[tuple[str, ...], str]()
    for match in live:
        game, seat = game_of(match), match.to_act[0].seat
        state, other = state_of(match), dice.choice(live)
        moves = game.rules.legal(state_of(other), other.to_act[0].seat)
        tried = (*NONSENSE, *(game.rules.text(moves.sample(dice)) for _ in range(MOVES_TRIED)))
        for text in tried:
            try:
                for read in game.presenter.read(state, seat, text, language):
                    game.rules.play(state, seat, game.rules.parse(read))
            except GameError as error:
                said = with_names(match, error.sentence)
                found.setdefault(_templates(error.sentence), f"- {text!r}: {language(said)}")
    return list(found.values())


def _answers_asked(states: list[tuple[Match, list[LogEntry]]], language: Language) -> list[str]:
    """Return the answers to all questions that `/ask` knows, to one about a place, and to one that it does not know."""
    match, log = states[len(states) // 2]
    table = _table(match, log, language)
    last = last_turn(match, log, turn_to_show(match, [entry.seat for entry in log]))
    topics = {key: language.alone(words) for key, words in ask.TOPICS.items()}
    places = [piece.cell for piece in table.pieces][:1]
    asked = topics | {question: question for question in (*places, "xyzzy")}
    return [
        f"**{words}**\n{ask.answer(match, match.players[0], key, table, last, language)}"
        for key, words in asked.items()
    ]


def _other_ends(match: Match, log: list[LogEntry], language: Language) -> list[str]:
    """Return the board's header and the thread's lines for a match left, late, stopped or judged by a moderator."""
    last = last_turn(match, log, turn_to_show(match, [entry.seat for entry in log]))
    late = Outcome((), reasons.name_reason(reasons.RAN_OUT_OF_TIME, match.players[0].name))
    changes = (
        ending.resign(match, match.players[0].seat, NOW),
        ending.forfeit(match, match.players[0].seat, late, NOW),
        ending.award(match, match.players[1].seat, NOW),
        ending.hand_over(match, match.players[0].seat, NOW),
        ending.abort(match, reasons.NOBODY_AT_BOARD, NOW),
        play.revise(timeouts.pause(match, NOW)),
    )
    found = []
    for change in changes:
        told = with_lines(match, change)
        lines = [language(with_names(told.match, line.words)) for line in told.lines]
        found.append("\n".join([board.header(told.match, last, language), *lines]))
    return found


def _requests(match: Match, language: Language) -> list[str]:
    kinds: tuple[OfferKind, ...] = ("draw", "takeback", "pause")
    found = []
    for kind in kinds:
        asking = replace(match, offer=Offer(kind, frozenset({match.players[0].seat}), 0, 1))
        found.append(_read(requests.request(asking, 5, language)))
        found.append(requests.request_sent(asking, kind, language))
        found.append(requests.request_sent(match, kind, language))
        asker, other = (player.seat for player in match.players[:2])
        for accepted in (True, False):
            answer = RequestAnswer(1, kind, other, accepted, asker=asker)
            found.append(_read(requests.closed_request(match, answer, language)))
    return found


def _table(match: Match, log: list[LogEntry], language: Language) -> Table:
    told = turn_to_show(match, [entry.seat for entry in log])
    return with_players(board_table(match, None), match, NOW, last_turn(match, log, told), language)


def _alternatives(states: list[tuple[Match, list[LogEntry]]], language: Language) -> list[str]:
    chosen = (states[1], states[len(states) // 2], states[-1])
    return [render.alt_text(_table(match, log, language), language) for match, log in chosen]


if __name__ == "__main__":
    main()
