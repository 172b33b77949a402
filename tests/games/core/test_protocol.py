"""The engine protocol: `python -m games`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.core.budget import Budget
from games.core.player import Thought
from games.core.protocol.server import Server
from games.core.protocol.session import Session
from games.core.status import Turn

ROOT = Path(__file__).parents[3]
Answer = dict[str, Any]


class Talk:
    """A conversation with one server."""

    def __init__(self, *, compiles: bool = False) -> None:
        self.server = Server(compiles=compiles)

    def __call__(self, **request: object) -> Answer:
        answer: Answer = json.loads(self.server.answer(json.dumps(request)))
        return answer


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_it_lists_the_games(talk: Talk) -> None:
    listed = talk(do="games")["games"]
    assert [game["key"] for game in listed] == list(games.keys())
    assert listed[0]["seats"] == [2, 2]


def test_a_match_is_played_over_standard_input_and_output() -> None:
    lines = ['{"do":"new","game":"choccer"}', "nonsense", '{"do":"play","seat":0,"move":"h4-g4"}', '{"do":"record"}']
    run = subprocess.run(
        [sys.executable, "-m", "games"], input="\n".join(lines), capture_output=True, text=True, cwd=ROOT, check=True
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True, True]
    assert answers[2]["turn"] == [1]
    assert answers[3]["record"].endswith("\n0 h4-g4\n")
    assert run.stderr == ""


def test_a_player_knows_what_has_been_where_repetitions_mean_anything() -> None:
    """They end a match of Conquid, and lead nowhere in Piously."""
    for key, known in (("conquid", 3), ("piously", 3), ("choccer", 0)):
        game = games.find(key)
        session = Session.new(game, 2, {})
        for _ in range(2):
            status = session.status()
            assert isinstance(status, Turn)
            seat = min(status.seats)
            session.play(seat, game.rules.text(game.rules.legal(session.state, seat).sample(Random(1))))
        assert len(session.history) == known
        assert not known or session.history[-1] == session.state


def test_strange_text_and_endless_lines_do_not_end_the_process() -> None:
    lines = [
        b'{"do":"new","game":"choccer"}',
        b'{"do":"play","seat":0,"move":"\\ud800"}',
        b"x" * 2_500_000,
        b'{"do":"state"}',
    ]
    run = subprocess.run(
        [sys.executable, "-m", "games"], input=b"\n".join(lines), capture_output=True, cwd=ROOT, check=True
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer.get("error") for answer in answers] == [None, "notation", "protocol", None]


def test_the_state_has_all_its_parts(talk: Talk) -> None:
    state = talk(do="new", game="onyx", seats=2, options={"board": "king-3"})
    assert set(state) == {"ok", "position", "turn", "phase", "outcome"}
    assert (state["turn"], state["phase"], state["outcome"]) == ([0], "play", None)


def test_a_position_is_loaded_and_played_on(talk: Talk) -> None:
    first = talk(do="new", game="choccer")
    assert talk(do="load", game="choccer", position=first["position"]) == first


def test_legal_moves_are_counted_and_listed(talk: Talk) -> None:
    talk(do="new", game="conquid", options={"size": "small"})
    legal = talk(do="legal", seat=0, limit=3)
    assert legal["count"] == 142_881
    assert len(legal["moves"]) == 3
    assert talk(do="legal", seat=1)["count"] == 0


def test_what_cannot_be_counted_is_null(talk: Talk) -> None:
    talk(do="new", game="piously")
    assert talk(do="legal", seat=1)["count"] is None
    talk(do="new", game="cyberzul")
    deal = talk(do="legal", seat=-1)
    assert deal["count"] is None
    assert talk(do="play", seat=-1, move=deal["moves"][0])["turn"] == [0]


def test_questions_lead_to_a_move(talk: Talk) -> None:
    talk(do="new", game="choccer")
    first = talk(do="ask", seat=0, draft=[])
    token = first["choices"][0]["token"]
    second = talk(do="ask", seat=0, draft=[token])
    done = talk(do="ask", seat=0, draft=[token, second["choices"][0]["token"]])
    assert done["complete"]
    assert talk(do="play", seat=0, move=done["move"])["ok"]


def test_perft(talk: Talk) -> None:
    talk(do="new", game="choccer")
    assert [talk(do="perft", depth=depth)["nodes"] for depth in (1, 2, 3)] == [24, 576, 15264]


def test_removals_count_one_after_the_other(talk: Talk) -> None:
    """First the seat that did not pass last."""
    talk(do="new", game="onyx", options={"board": "king-3"})
    for seat, move in ((0, "2b@a1"), (1, "w@c3"), (0, "pass"), (1, "pass")):
        assert talk(do="play", seat=seat, move=move)["ok"]
    assert [talk(do="perft", depth=depth)["nodes"] for depth in (1, 2)] == [2, 2]


def test_a_playout_repeats_for_its_seed_and_leaves_the_session(talk: Talk) -> None:
    before = talk(do="new", game="onyx", options={"board": "king-4"})
    runs = [talk(do="playout", seed=7, plies=300) for _ in range(2)]
    assert runs[0]["plies"] == 300
    assert runs[0]["position"] == runs[1]["position"]
    assert talk(do="state") == before


def test_thinking_answers_with_a_legal_move(talk: Talk) -> None:
    talk(do="new", game="choccer")
    answer = talk(do="think", seat=0, level="medium", ms=200)
    assert talk(do="play", seat=0, move=answer["move"])["ok"]


class RecordingPlayer:
    """Stands in for what a player prepares and thinks, and remembers what was called, and with which time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: str = "choccer") -> None:
        self.calls: list[str] = []
        self.seconds: list[float] = []
        self.may_end = Event()
        self.may_end.set()
        player = games.find(game).player
        monkeypatch.setattr(player, "prepare", self.prepare)
        monkeypatch.setattr(player, "think", partial(self.think, player.think))

    def prepare(self) -> None:
        self.calls.append("prepare")
        assert self.may_end.wait(10)
        self.calls.append("prepared")

    def think(self, think: Callable[..., Thought[Any]], view: object, seat: int, level: str, *rest: object) -> object:
        budget, *others = rest
        assert isinstance(budget, Budget)
        self.calls.append("think")
        self.seconds.append(budget.seconds or 0)
        return think(view, seat, level, budget, *others)


def test_the_first_thought_waits_for_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    player, talk = RecordingPlayer(monkeypatch), Talk(compiles=True)
    talk(do="new", game="choccer")
    assert player.calls == []
    for _ in range(2):
        assert talk(do="think", seat=0, level="easy", ms=1000)["ok"]
    assert player.calls == ["prepare", "prepared", "think", "think"]
    assert 0.5 <= player.seconds[0] < player.seconds[1] == 1


def test_it_waits_for_half_of_its_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    player, talk = RecordingPlayer(monkeypatch), Talk(compiles=True)
    player.may_end.clear()
    talk(do="new", game="choccer")
    assert talk(do="think", seat=0, level="easy", ms=100)["ok"]
    player.may_end.set()
    assert player.calls[:2] == ["prepare", "think"]
    assert player.seconds[0] == pytest.approx(0.05, abs=0.04)


def test_nothing_is_compiled_for_thoughts_that_count_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are to be the same from one process to the next."""
    player, talk = RecordingPlayer(monkeypatch), Talk(compiles=True)
    talk(do="new", game="choccer")
    assert talk(do="think", seat=0, level="easy", nodes=10)["ok"]
    assert player.calls == ["think"]


def test_what_cannot_be_compiled_is_thought_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(games.find("choccer").player, "prepare", fail)
    talk = Talk(compiles=True)
    talk(do="new", game="choccer")
    assert talk(do="think", seat=0, level="easy", ms=100)["ok"]
    assert "choccer thinks in Python" in capsys.readouterr().err


def piously(talk: Talk) -> int:
    """Begin a match of Piously up to its first turn of several steps, and return the seat that has it."""
    state = talk(do="new", game="piously")
    while state["phase"] != "play":
        mover = state["turn"][0]
        state = talk(do="play", seat=mover, move=talk(do="think", seat=mover, level="easy", nodes=50)["move"])
    return int(state["turn"][0])


def think(talk: Talk, seat: int, level: str = "easy") -> str:
    """Think for a tenth of a second, play the move, and return it."""
    move: str = talk(do="think", seat=seat, level=level, ms=100)["move"]
    assert talk(do="play", seat=seat, move=move)["ok"]
    return move


def test_a_planned_turn_is_played_to_its_end(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, player = piously(talk), RecordingPlayer(monkeypatch, "piously")
    steps = [think(talk, seat)]
    while talk(do="state")["turn"] == [seat]:
        steps.append(think(talk, seat))
    assert len(steps) > 1
    assert player.calls == ["think"]
    think(talk, 1 - seat)
    assert player.calls == ["think"] * 2


@pytest.mark.parametrize("change", ["another level", "another move", "a new match", "not played yet"])
def test_whatever_was_not_planned_is_thought_about(change: str, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = piously(talk)
    planned = talk(do="think", seat=seat, level="easy", ms=100)["move"]
    player = RecordingPlayer(monkeypatch, "piously")
    if change == "another move":
        legal = talk(do="legal", seat=seat)["moves"]
        talk(do="play", seat=seat, move=next(move for move in legal if move != planned and not move.startswith("end")))
    elif change == "a new match":
        piously(talk)
        player.calls.clear()
    elif change == "another level":
        talk(do="play", seat=seat, move=planned)
    think(talk, seat, "medium" if change == "another level" else "easy")
    assert player.calls == ["think"]


def test_the_third_occurrence_since_new_is_a_tie(talk: Talk) -> None:
    state = talk(do="new", game="conquid", options={"size": "small"})
    start = state["position"]
    for ply in range(4):
        state = talk(do="play", seat=ply % 2, move="C")
    assert state["position"] == start
    assert (state["turn"], state["phase"], state["outcome"]["places"]) == ([], "over", [1, 1])
    assert talk(do="play", seat=0, move="C")["error"] == "over"


def test_the_third_occurrence_since_load_is_a_tie(talk: Talk) -> None:
    position = talk(do="new", game="conquid", options={"size": "small"})["position"]
    talk(do="play", seat=0, move="C")
    talk(do="load", game="conquid", options={"size": "small"}, position=position)
    states = [talk(do="play", seat=ply % 2, move="C") for ply in range(4)]
    assert [state["outcome"] is None for state in states] == [True, True, True, False]


@pytest.mark.parametrize(
    "request_, kind",
    [
        ({"do": "play", "seat": 0, "move": "c55"}, "notation"),
        ({"do": "play", "seat": 0, "move": "h4-a4"}, "illegal"),
        ({"do": "play", "seat": 1, "move": "d4-e4"}, "turn"),
        ({"do": "play", "seat": 0}, "protocol"),
        ({"do": "play", "seat": "0", "move": "h4-g4"}, "protocol"),
        ({"do": "dance"}, "protocol"),
        ({"do": ["play"]}, "protocol"),
        ({"do": "new", "game": "ludo"}, "protocol"),
        ({"do": "new", "game": "choccer", "seats": 3}, "notation"),
        ({"do": "new", "game": "conquid", "options": {"size": "huge"}}, "notation"),
        ({"do": "new", "game": "conquid", "options": {"colour": "red"}}, "notation"),
        ({"do": "load", "game": "choccer", "position": "b=... t=0"}, "notation"),
        ({"do": "perft", "depth": 99}, "protocol"),
        ({"do": "legal", "seat": True}, "protocol"),
        ({"do": "think", "seat": 1, "level": "hard", "ms": 10}, "turn"),
        ({"do": "think", "seat": 0, "level": "genius"}, "protocol"),
        ({"do": "ask", "seat": 0, "draft": "h4"}, "protocol"),
        ({"do": "ask", "seat": 0, "draft": ["zz"]}, "illegal"),
        ({"do": "ask", "seat": 1, "draft": []}, "turn"),
        ({"do": "new", "game": "conquid", "options": ["small"]}, "protocol"),
        ({"do": "new", "game": "conquid", "options": {"size": None}}, "protocol"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(talk: Talk, request_: Answer, kind: str) -> None:
    before = talk(do="new", game="choccer")
    refused = talk(**request_)
    assert (refused["ok"], refused["error"]) == (False, kind)
    assert refused["message"].endswith((".", "'", "c5", "}"))
    assert talk(do="state") == before


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'"x"', b"[" * 100_000, b"1" * 5000])
def test_no_line_ends_the_process(line: bytes) -> None:
    assert json.loads(Server().answer(line))["error"] == "protocol"


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8)


@settings(max_examples=200)
@given(SCALARS | st.lists(SCALARS | st.lists(SCALARS, max_size=3), max_size=3))
def test_any_value_in_any_place_is_answered(value: object) -> None:
    talk = Talk()
    talk(do="new", game="onyx", options={"board": "king-2"})
    for field in ("do", "seat", "move", "draft", "limit", "depth", "options", "position", "game", "level", "viewer"):
        for do in ("play", "legal", "ask", "load", "new", "text"):
            request = {"do": do, "seat": 0, field: value}
            answer = talk(**request)
            kind = None if answer["ok"] else answer["error"]
            assert kind in {None, "notation", "illegal", "turn", "over", "protocol"}, request
            assert (kind is None) == ("message" not in answer), request


@pytest.mark.parametrize("do", ["state", "play", "legal", "ask", "perft", "playout", "think", "text", "record"])
def test_without_a_match_there_is_nothing_to_do(talk: Talk, do: str) -> None:
    refused = talk(do=do, seat=0, move="h4-g4")
    assert (refused["error"], refused["message"][:22]) == ("protocol", "There is no match yet:")


def test_after_the_end_nobody_thinks_or_moves(talk: Talk) -> None:
    talk(do="new", game="onyx", options={"board": "king-2"})
    for seat, move in ((0, "pass"), (1, "pass"), (0, "remove none"), (1, "remove none")):
        talk(do="play", seat=seat, move=move)
    assert talk(do="state")["phase"] == "over"
    for request in ({"do": "think", "level": "easy"}, {"do": "play", "move": "pass"}):
        assert talk(seat=0, **request)["error"] == "over"


def test_a_playout_begins_again_when_a_match_ends(talk: Talk) -> None:
    talk(do="new", game="onyx", options={"board": "king-2"})
    assert talk(do="playout", plies=200, seed=1)["ok"]


def test_what_cannot_be_counted_has_no_perft(talk: Talk) -> None:
    talk(do="new", game="cyberzul", seats=4)
    refused = talk(do="perft", depth=1)
    assert (refused["ok"], refused["error"]) == (False, "protocol")
    assert "cannot be counted" in refused["message"]
