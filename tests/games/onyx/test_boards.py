"""RULES 1: boards and their text."""

from __future__ import annotations

from math import dist

import pytest

from games.core.boards.graph import Graph, grid, hexagon, is_connected, king, name_order, snub
from games.core.boards.graph_text import read_graph
from games.core.boards.grid import bits
from games.core.errors import BadNotation
from games.core.status import Seat
from games.onyx import GAME
from games.onyx.board import find_board
from tests.games.onyx.drawing import legal_texts

LINE = "custom:a1@0,0 b1@1,0 c1@2,0;a1-b1-c1"


def beside(graph: Graph, name: str) -> set[str]:
    return {graph.names[space] for space in bits(graph.neighbours[graph.index_of[name]])}


def test_a_king_board_joins_up_to_eight_neighbours() -> None:
    graph = king(3)
    assert beside(graph, "b2") == set(graph.names) - {"b2"}
    assert beside(graph, "a1") == {"a2", "b1", "b2"}


def test_a_grid_joins_along_rows_and_columns_only() -> None:
    assert beside(grid(3), "b2") == {"a2", "b1", "b3", "c2"}


def test_a_hexagon_has_straight_edges_of_n_spaces_and_six_neighbours_inside() -> None:
    graph = hexagon(2)
    assert [[graph.names[space] for space in row] for row in graph.rows] == [
        ["a1", "b1"],
        ["a2", "b2", "c2"],
        ["b3", "c3"],
    ]
    assert beside(graph, "b2") == set(graph.names) - {"b2"}


def test_the_snub_square_tiling_has_five_equal_edges_inside() -> None:
    """Around each inner space: three triangles and two squares."""
    graph = snub(3)
    assert graph.size == 36
    assert {round(dist(graph.at[a], graph.at[b]), 9) for a, b in graph.edges} == {1.0}
    inner = [name for name in graph.names if name[0] in "bcde" and name[1] in "2345"]
    assert {len(beside(graph, name)) for name in inner} == {5}
    assert sum(around.bit_count() for around in graph.neighbours) == 2 * len(graph.edges)


@pytest.mark.parametrize("graph", [king(4), grid(5), hexagon(4), snub(4)], ids=lambda graph: graph.key)
def test_only_neighbours_are_near(graph: Graph) -> None:
    """Edges are the pairs at the lattice's shortest distances, and no others."""
    reach = 1.5 if graph.key.startswith("king") else 1.1
    near = {
        (a, b) for a in range(graph.size) for b in range(a + 1, graph.size) if dist(graph.at[a], graph.at[b]) < reach
    }
    assert near == set(graph.edges)


@pytest.mark.parametrize(
    "value",
    [*(f"king-{n}" for n in range(2, 20)), *(f"grid-{n}" for n in range(2, 20)),
     *(f"hex-{n}" for n in range(2, 13)), *(f"snub-{n}" for n in range(1, 11)), LINE],
)  # fmt: skip
def test_every_size_is_connected_and_playable(value: str) -> None:
    graph = find_board(value).graph
    size = graph.size
    assert 3 <= size <= 400
    assert is_connected(graph.neighbours)
    assert len(set(graph.at)) == len(set(graph.names)) == size
    assert max(around.bit_count() for around in graph.neighbours) <= 12
    assert sorted(space for row in graph.rows for space in row) == list(range(size))
    assert sorted(space for line in graph.lines for space in line) == list(range(size))
    assert max(map(len, graph.lines)) <= 23
    assert len(graph.lines) <= 23
    assert list(graph.names) == sorted(graph.names, key=name_order)
    state = GAME.rules.start(2, {"board": value})
    assert GAME.rules.legal(state, Seat(0)).count() == 1 + 4 * size + size * (size - 1)
    assert GAME.rules.load(GAME.rules.dump(state), {"board": value}) == state


@pytest.mark.parametrize(
    "value",
    [
        "king-1",
        "king-20",
        "king-08",
        "hex-1",
        "hex-13",
        "snub-0",
        "snub-11",
        "grid-1",
        "queen-8",
        "",
        "king",
        "king-8x",
    ],
)
def test_other_boards_are_refused_with_the_offer(value: str) -> None:
    with pytest.raises(BadNotation, match="king-2 to king-19"):
        GAME.rules.start(2, {"board": value})


def test_a_custom_graph_is_read_from_one_line() -> None:
    graph = find_board("custom: A1@0,0 b1@1,0 c2@0.5,-0.8 ; a1-b1-c2 c2-a1").graph
    assert graph.names == ("c2", "a1", "b1")
    assert [graph.names[row[0]] for row in graph.rows] == ["c2", "a1"]
    assert beside(graph, "a1") == {"b1", "c2"}


def test_rows_of_a_custom_graph_are_spaces_of_equal_height() -> None:
    """8.2: the board text has one row for each height, from the top down, and each from left to right."""
    options = {"board": "custom:right@1,0 left@-1,0 top@0,1 low@0,-1;left-top-right-low-left"}
    state = GAME.rules.load("b=b/wy/. t=0 ph=play passed=00 removed=00", options)
    assert GAME.rules.dump(state).startswith("b=b/wy/. ")
    assert legal_texts(state) == {"pass", "b@low", "2b@low", "p@low", "2p@low"}


@pytest.mark.parametrize(
    "text, words",
    [
        ("a@0,0 b@1,0 c@2,0", "semicolon"),
        ("a@0,0 b@1,0;a-b", "2 spaces"),
        ("a@0,0 b@1,0 a@2,0;a-b", "called a"),
        ("a@0,0 b@1,0 c@1.0,0;a-b-c", "same place"),
        ("a@0,0 b@1,0 c@-0,0;a-b-c", "same place"),
        ("a@0,0 b@1,0 c@2,0;a-b", "falls apart"),
        ("a@0,0 b@1,0 c@2,0;a-b-c-d", "'d'"),
        ("a@0,0 b@1,0 c@2,0;a-b-b-c", "itself"),
        ("a@0,0 b@1,0 c@2,0;a-b c", "edge 'c'"),
        ("a@0,0 b@1,0 c@1e3,0;a-b-c", "c@1e3,0"),
        ("a@0,0 b@1,0 c@nan,0;a-b-c", "c@nan,0"),
        ("a@0,0 b@1,0 toolong@2,0;a-b", "toolong"),
        ("a@0,0 b@1,0 none@2,0;a-b-none", "none"),
        ("a@0,0 b@1,0 ć@2,0;a-b", "ć"),
        ("a@0,0 b@1,0\nc@2,0;a-b-c", "one line"),
        (" ".join(f"n{i}@{i},0" for i in range(401)) + ";" + "-".join(f"n{i}" for i in range(401)), "401 spaces"),
        (
            " ".join(f"n{i}@{i},0" for i in range(14)) + ";" + " ".join(f"n0-n{i}" for i in range(1, 14)),
            "n0 is joined with 13",
        ),
        ("x" * 50_000, "too long"),
    ],
    ids=lambda value: value[:24],
)
def test_bad_graphs_are_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        read_graph("key", text, {"none"})


def test_an_edge_named_twice_counts_once() -> None:
    assert read_graph("key", "a@0,0 b@1,0 c@2,0;a-b b-a b-c").edges == ((0, 1), (1, 2))


def test_the_largest_custom_graph_is_read_quickly() -> None:
    """400 spaces with 12 neighbours each."""
    spaces = " ".join(f"n{i}@{i % 20},{i // 20}" for i in range(400))
    edges = " ".join(f"n{i}-n{(i + step) % 400}" for i in range(400) for step in range(1, 7))
    graph = read_graph("key", f"{spaces};{edges}")
    assert {around.bit_count() for around in graph.neighbours} == {12}


def test_boards_of_equal_text_are_equal() -> None:
    assert GAME.rules.start(2, {"board": "King-5"}) == GAME.rules.start(2, {"board": "king-5"})
    find_board.cache_clear()
    one = GAME.rules.start(2, {"board": LINE})
    find_board.cache_clear()
    assert GAME.rules.start(2, {"board": LINE}) == one
    assert hash(GAME.rules.start(2, {"board": LINE})) == hash(one)
