"""A move in words: two forms, names of the players, several steps in one sentence."""

from __future__ import annotations

import pickle

from bot.ui.i18n.language import ENGLISH, Language
from games.core.description import MoveDescription, join_steps
from games.core.i18n import gettext
from games.core.sentences import PlayerName, fill_names, first_sentence, sentences, split_sentences, without_subject
from games.core.table import Mark


def step(template: str, to_you: str, *cells: str) -> MoveDescription:
    words = gettext(template, name=PlayerName(0), opponent=PlayerName(1))
    return MoveDescription(words, (Mark("last", cells),), gettext(to_you))


def test_names_are_filled_in_wherever_a_player_is_meant() -> None:
    words = sentences(
        gettext("{name} vanquishes it: {opponent} loses", name=PlayerName(0), opponent=PlayerName(1)),
        gettext("{name} is next", name=PlayerName(1)),
    )
    assert words == "Player 1 vanquishes it: Player 2 loses. Player 2 is next"
    assert fill_names(words, ["Ana", gettext("easy")]) == "Ana vanquishes it: easy loses. easy is next"
    assert Language("de")(fill_names(PlayerName(1), ["Ana", gettext("easy")])) == "leicht"
    assert fill_names("h4-g4", ["Ana"]) == "h4-g4"


def test_joined_sentences_come_apart_again() -> None:
    steps = ["You bless P1", gettext("You go to {tile}", tile="P2"), PlayerName(1), gettext("It is over")]
    assert split_sentences(sentences(*steps)) == steps
    assert split_sentences(sentences(sentences(*steps[:2]), sentences(*steps[2:]))) == steps
    assert split_sentences("One. Two") == ["One. Two"]


def test_a_name_keeps_its_seat_between_processes() -> None:
    sent = pickle.loads(pickle.dumps(gettext("{name} passes", name=PlayerName(2))))  # noqa: S301 - our own
    assert fill_names(sent, ["Ana", "Ben", "Eve"]) == "Eve passes"


def test_the_steps_of_a_turn_are_one_sentence_that_names_the_player_once() -> None:
    turn = join_steps(
        [
            step("{name} moves to P2", "You move to P2", "P2"),
            step("{name} blesses P2", "You bless P2", "P2"),
            step("{name} ends the turn", "You end the turn"),
        ]
    )
    assert fill_names(turn.words, ["Ana", "Ben"]) == "Ana moves to P2, blesses P2 and ends the turn"
    assert ENGLISH(fill_names(turn.words, ["Ana", "Ben"])) == "Ana moves to P2, blesses P2 and ends the turn"
    assert turn.personal == "You move to P2. You bless P2. You end the turn"
    assert [mark.cells for mark in turn.marks] == [("P2",), ()]


def test_a_step_that_is_told_in_two_sentences_goes_on_too() -> None:
    last = sentences(
        gettext("{name} blesses P2", name=PlayerName(0)), gettext("{name} now links all", name=PlayerName(0))
    )
    turn = join_steps([step("{name} moves to P2", "You move"), MoveDescription(last)])
    assert fill_names(turn.words, ["Ana"]) == "Ana moves to P2 and blesses P2. Ana now links all"
    assert first_sentence(last) == "Player 1 blesses P2"
    assert without_subject("h4-g4") == "h4-g4"


def test_an_idea_follows_the_move() -> None:
    move = step("{name} moves to P2", "You move to P2")
    hint = move.with_idea(gettext("This wins"), ())
    assert (hint.words, hint.personal) == ("Player 1 moves to P2. This wins", "You move to P2. This wins")
    assert move.with_idea(None, ()).personal == "You move to P2"
