"""Typed moves: what is meant, what to ask back, and the suggestions while somebody types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from discord import ui

from bot.match.model import Match
from bot.match.names import names_of
from bot.match.play import AnyGame, State, game_of
from bot.match.turn_draft import Draft
from bot.ui.components import items
from bot.ui.components.custom_id import click_now
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language, with_capital
from bot.ui.limits import CHOICE_NAME, CHOICES, OPTION_LABEL, OPTION_VALUE, OPTIONS, READ_AT_A_GLANCE, clip
from bot.ui.pages.turn_lines import number_of_turn
from games.core.errors import GameError, NothingFits
from games.core.sentences import fill_names, first_sentence, sentences
from games.core.status import Seat
from games.core.typed import without_preamble

READING = "reading"
"""The action of a control that picks a reading."""
_BUTTONS = 10
"""The most readings shown as buttons; more become a menu."""
_MOST_SAID = 300
"""The longest reason above an offer, in characters."""
_COUNTED = 200
"""The most matching moves that are counted."""
_CONTINUED = 3
"""The most readings whose continuations are suggested."""
_LEFT_OUT = 2
"""The most words that are left out at the end to find suggestions."""
_SEARCHED = 400
"""With more legal moves than this, their descriptions are not searched."""


def ask_which(draft: Draft, typed: str, texts: Sequence[str], language: Language) -> ui.LayoutView:
    """Return the question which of several readings is meant."""
    heading = language.ngettext(
        "'{typed}' fits {n} move. Which one do you play?",
        "'{typed}' fits {n} moves. Which one do you play?",
        len(texts),
        typed=plain(clip(typed, 60)),
    )
    return _choose_from(draft, heading, texts, language)


def offer_near(draft: Draft, error: NothingFits, language: Language) -> ui.LayoutView | None:
    """Return an offer of similar legal moves; None if none of them can be played here."""
    game = game_of(draft.match)
    texts = [text for text in error.possible if is_legal(game, draft.open_state, draft.seat, text)]
    if not texts:
        return None
    heading = language.gettext("{why} You could play:", why=plain(language(error.why), _MOST_SAID))
    return _choose_from(draft, heading, texts, language)


def _choose_from(draft: Draft, heading: str, texts: Sequence[str], language: Language) -> ui.LayoutView:
    """Return moves as sentences, to choose one of them."""
    match = draft.match
    shown = [text for text in texts if len(text) <= OPTION_VALUE][:OPTIONS]
    words = {text: sentence(draft, text, language) for text in shown}
    rows: list[items.Item] = [items.text(f"**{heading}**")]
    if len(texts) > len(shown):
        rows.append(items.text(language.gettext("These are the first {n}. Type more to see others.", n=len(shown))))
    if len(shown) <= _BUTTONS and all(len(text) <= READ_AT_A_GLANCE for text in shown):
        rows.append(items.text("\n".join(f"`{text}` · {plain(words[text], OPTION_LABEL)}" for text in shown)))
        rows += items.rows_of([items.button(click_now(READING, match, text), text) for text in shown])
    else:
        options = [items.option(text, words[text], text) for text in shown]
        rows.append(items.menu(click_now(READING, match), language.gettext("Your move"), options))
    return items.layout(*rows)


def readings(match: Match, state: State, seat: Seat, typed: str, language: Language) -> tuple[str, ...]:
    """Return the moves that the text may mean, also if it is copied from where the bot writes of moves.

    Raises GameError.
    """
    game = game_of(match)
    try:
        return game.presenter.read(state, seat, typed, language)
    except GameError:
        for copied in _without_surroundings(game, state, seat, typed, language(names_of(match)[seat]), language):
            with suppress(GameError):
                return game.presenter.read(state, seat, copied, language)
        raise


def _without_surroundings(
    game: AnyGame, state: State, seat: Seat, typed: str, name: str, language: Language
) -> Iterator[str]:
    """Yield the part of the text that tells a move, without what this bot writes around moves.

    That is: the move before its sentence ("`h4-g4` · You move ..."), the turn in a thread ("Turn 7 · Ana moves ..."),
    the player's own name, and the sentences behind a hint that say why.
    """
    head, dot, tail = (part.strip(" `*>-") for part in typed.partition(" · "))
    if dot and is_legal(game, state, seat, head):
        words = move_words(game, state, seat, head, language)
        if tail.rstrip(".… ").casefold() in words.casefold():
            yield head
    line = tail if dot and number_of_turn(f"{head} · ") is not None else typed.strip()
    rest = line[len(name) :]
    is_named = bool(name) and rest.startswith(" ") and line.casefold().startswith(name.casefold())
    if line != typed.strip() or is_named:
        yield rest if is_named else line
    yield from _first_sentences(game, state, seat, line, language)


def _first_sentences(game: AnyGame, state: State, seat: Seat, line: str, language: Language) -> Iterator[str]:
    """Yield the beginning of a hint that is, word for word, what this bot says of a move."""
    told = line.split(". ")
    for number in range(len(told) - 1, 0, -1):
        beginning = ". ".join(told[:number])
        with suppress(GameError):
            texts = game.presenter.read(state, seat, beginning, language)
            if len(texts) == 1 and move_words(game, state, seat, texts[0], language) == beginning:
                yield beginning


def sentence(draft: Draft, typed: str, language: Language) -> str:
    """Describe a legal move, or each step of a turn."""
    return move_words(game_of(draft.match), draft.open_state, draft.seat, typed, language)


def completions(draft: Draft, typed: str, language: Language) -> list[tuple[str, str]]:
    """Return suggestions while typing: sentences with their moves as text; the last says how many more match."""
    game, state, seat = game_of(draft.match), draft.open_state, draft.seat
    texts = dict.fromkeys(_matching(draft, typed, language))
    fitting = [text for text in texts if len(text) <= CHOICE_NAME]
    more = len(fitting) - CHOICES
    first = fitting if more <= 0 else fitting[: CHOICES - 1]
    offered = [(clip(move_words(game, state, seat, text, language), CHOICE_NAME), text) for text in first]
    if more > 0:
        offered.append((clip(_more(game, state, len(fitting) - len(first), language), CHOICE_NAME), typed[:100] or "?"))
    return offered


def continuations(game: AnyGame, state: State, seat: Seat, typed: str) -> list[str]:
    """Return legal moves that continue what is typed; in a game with several steps a turn, further steps."""
    if not game.info.multi_step:
        return list(game.presenter.suggest(state, seat, typed, _COUNTED))
    steps = typed.split()
    last = steps.pop() if steps and not typed.endswith(" ") else ""
    try:
        for step in steps:
            state = game.rules.play(state, seat, game.rules.parse(step))
    except GameError:
        return []
    return [" ".join([*steps, found]) for found in game.presenter.suggest(state, seat, last, _COUNTED)]


def _matching(draft: Draft, typed: str, language: Language, left_out: int = 0) -> list[str]:
    """Return the moves that the text may become: as it is, without "I want to" or without its last words."""
    game, state, seat = game_of(draft.match), draft.open_state, draft.seat
    read, near = _legal_readings(draft, typed, language)
    found = [*continuations(game, state, seat, typed), *read]
    for text in read[:_CONTINUED]:
        found += continuations(game, state, seat, text) + continuations(game, state, seat, f"{text} ")
    said = without_preamble(typed, language)
    if not said:
        return found + continuations(game, state, seat, "")
    found = found or [*near, *_with_these_words(game, state, seat, typed, language)]
    if found:
        return found
    if said != typed:
        return _matching(draft, said, language, left_out)
    begun, _, last = said.rpartition(" ")
    if not begun or left_out == _LEFT_OUT:
        return []
    found = _matching(draft, begun, language, left_out + 1)
    return [text for text in found if _has_words(game, state, seat, text, [last.lower()], language)] or found


def _legal_readings(draft: Draft, typed: str, language: Language) -> tuple[list[str], list[str]]:
    """Return the meanings of the text as it is, and where it has none, what comes close."""
    game, state, seat = game_of(draft.match), draft.open_state, draft.seat
    try:
        found = readings(draft.match, state, seat, typed, language)
    except NothingFits as error:
        return [], [text for text in error.possible if is_legal(game, state, seat, text)]
    except GameError:
        return [], []
    return (list(found), []) if all(is_legal(game, state, seat, text) for text in found) else ([], [])


def _with_these_words(game: AnyGame, state: State, seat: Seat, typed: str, language: Language) -> Iterator[str]:
    """Return moves whose description or text contains words beginning with each typed word."""
    wanted = typed.lower().split()
    legal = list(islice(game.rules.legal(state, seat), _SEARCHED + 1))
    if len(legal) > _SEARCHED:
        return
    for text in map(game.rules.text, legal):
        if _has_words(game, state, seat, text, wanted, language):
            yield text


def _has_words(game: AnyGame, state: State, seat: Seat, text: str, wanted: Sequence[str], language: Language) -> bool:
    """Whether the move's description or text has a word that begins with each of those wanted, in lower case."""
    words = f"{move_words(game, state, seat, text, language)} {text}".lower().replace("-", " ").split()
    return all(any(word.startswith(one) for word in words) for one in wanted)


def move_words(game: AnyGame, state: State, seat: Seat, text: str, language: Language) -> str:
    """Describe a legal move to its player, or each step of a turn."""
    parts = []
    for before, step in _states(game, state, seat, text):
        told = game.presenter.describe(before, seat, game.rules.parse(step)).personal
        parts.append(fill_names(first_sentence(told), game.info.sides))
    return with_capital(language(sentences(*parts))) if parts else ""


def is_legal(game: AnyGame, state: State, seat: Seat, text: str) -> bool:
    """Whether the text is a legal move, or legal steps of a turn."""
    try:
        for _ in _states(game, state, seat, text):
            pass
    except GameError:
        return False
    return True


def _states(game: AnyGame, state: State, seat: Seat, text: str) -> Iterator[tuple[State, str]]:
    """Yield the steps of a move, each with the position before it. Raises GameError."""
    for step in text.split() if game.info.multi_step else [text]:
        yield state, step
        state = game.rules.play(state, seat, game.rules.parse(step))


def _more(game: AnyGame, state: State, number: int, language: Language) -> str:
    examples = language(game.presenter.examples(state))
    if number >= _COUNTED - CHOICES:
        return language.gettext("More than {n} others. Type e.g. {examples}", n=number - 1, examples=examples)
    return language.ngettext("{n} other. Type e.g. {examples}", "{n} others. Type e.g. {examples}", number,
                             examples=examples)  # fmt: skip
