"""RULES 1: the table, filling the factories."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.status import CHANCE, Outcome, Seat, Turn
from games.cyberzul import GAME
from tests.games.cyberzul.positions import BARE, FACTORIES, field, legal, play_all, position

EMPTY_WALL = "...../...../...../...../....."
FIRST = "deal BBKR OORK KKWW RRBB WOBK"


@pytest.mark.parametrize("seats, factories", [(2, 5), (3, 7), (4, 9)])
def test_a_match_begins_before_the_first_filling(seats: int, factories: int) -> None:
    """1.1-1.3: all tiles in the bag, bare mats, chance is to act."""
    state = GAME.rules.start(seats, {})
    assert GAME.rules.status(state) == Turn(frozenset({CHANCE}), "fill")
    mats = " ".join(f"p{seat}=0:-,-,-,-,-:{EMPTY_WALL}:-" for seat in range(seats))
    slots = "/".join("-" * factories)
    head = f"n={seats} r=1 s=0 t=0 ph=fill f={slots} c=- m=0 bag=20,20,20,20,20 lid=0,0,0,0,0"
    assert GAME.rules.dump(state) == f"{head} {mats}"


def test_option_first_names_the_seat_that_begins() -> None:
    """RULES 1.5."""
    state = play_all(GAME.rules.start(2, {"first": "1"}), FIRST)
    assert GAME.rules.status(state) == Turn(frozenset({Seat(1)}), "draft")
    assert field(state, "s") == "1"


@pytest.mark.parametrize("seats, first", [(2, "2"), (3, "3"), (2, "x"), (2, "-1")])
def test_the_seat_that_begins_must_exist(seats: int, first: str) -> None:
    with pytest.raises(BadNotation, match=first):
        GAME.rules.start(seats, {"first": first})
    with pytest.raises(BadNotation, match=first):
        GAME.rules.load(GAME.rules.dump(GAME.rules.start(seats, {})), {"first": first})


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadNotation):
        GAME.rules.start(seats, {})


def test_filling_moves_tiles_from_the_bag_to_the_factories() -> None:
    """1.6: the marker lies in the centre, no tile does."""
    state = play_all(GAME.rules.start(2, {}), FIRST)
    assert field(state, "f") == "BBRK/ORK".replace("ORK", "OORK") + "/KKWW/BBRR/BOKW"
    assert (field(state, "c"), field(state, "m")) == ("-", "c")
    assert (field(state, "bag"), field(state, "lid")) == ("15,17,16,15,17", "0,0,0,0,0")


def test_the_order_within_a_deal_is_kept_in_its_text() -> None:
    """1.9: it is the order in which tiles left the bag."""
    assert GAME.rules.text(GAME.rules.parse(" DEAL  rbkb -  wwww ")) == "deal RBKB - WWWW"


@pytest.mark.parametrize(
    "text",
    [
        "deal BBKR OORK KKWW RRBB",
        "deal BBKR OORK KKWW RRBB WOB",
        "deal BBKR OORK KKWW RRBB WOBK WOBK",
        "deal - - - - -",
        "deal",
    ],
)
def test_every_factory_gets_four_tiles(text: str) -> None:
    """RULES 1.6."""
    with pytest.raises(IllegalMove, match="4 4 4 4 4"):
        play_all(GAME.rules.start(2, {}), text)


def test_the_bag_must_hold_what_is_drawn() -> None:
    """1.6: with an empty lid and three blue tiles in the bag no deal has four."""
    state = position(ph="fill", m="0", bag="3,20,20,20,20", lid="0,0,0,0,0")
    assert field(play_all(state, "deal BBBO OOOO RRRR KKKK WWWW"), "bag") == "0,15,16,16,16"
    with pytest.raises(IllegalMove, match="3 blue"):
        play_all(state, "deal BBBB OOOO RRRR KKKK WWWW")


def test_lid_tiles_come_after_the_last_tile_of_the_bag() -> None:
    """1.7: two blue tiles are left in the bag; they come first, then the lid is emptied into the bag."""
    state = position(ph="fill", m="0", bag="2,0,0,0,0", lid="0,9,9,0,9")
    after = play_all(state, "deal BBOO OOOO RRRR RRRR WWWW")
    assert (field(after, "bag"), field(after, "lid")) == ("0,3,1,0,5", "0,0,0,0,0")
    for text in ("deal OBBO OOOO RRRR RRRR WWWW", "deal OOBB OOOO RRRR RRRR WWWW", "deal OOOO OOOO RRRR RRRW WWWR"):
        with pytest.raises(IllegalMove):
            play_all(state, text)


def test_a_bag_that_the_filling_empties_stays_empty() -> None:
    """1.7: the lid waits until a tile is wanted."""
    state = position(ph="fill", m="0", bag="4,4,4,4,4", lid="1,1,1,1,1")
    after = play_all(state, "deal BBBB OOOO RRRR KKKK WWWW")
    assert (field(after, "bag"), field(after, "lid")) == ("0,0,0,0,0", "1,1,1,1,1")


def test_with_too_few_tiles_the_last_factories_get_fewer_or_none() -> None:
    """1.8: ten tiles for nine factories."""
    state = position(n="4", ph="fill", m="0", bag="0,0,0,0,6", lid="4,0,0,0,0")
    after = play_all(state, "deal WWWW WWBB BB - - - - - -")
    assert field(after, "f") == "WWWW/BBWW/BB/-/-/-/-/-/-"
    assert (field(after, "bag"), field(after, "lid")) == ("0,0,0,0,0", "0,0,0,0,0")
    with pytest.raises(IllegalMove, match="4 4 2 0 0 0 0 0 0"):
        play_all(state, "deal WWWW WWB BBB - - - - - -")


def test_a_written_filling_without_tiles_ends_the_match() -> None:
    """1.8, 4.2: play ends the match before."""
    nothing = "0,0,0,0,0"
    state = position(f"5{BARE[1:]}", ph="fill", m="0", bag=nothing, lid=nothing)
    status = GAME.rules.status(play_all(state, "deal - - - - -"))
    assert isinstance(status, Outcome)
    assert status.places == (1, 2)


def test_no_player_deals_and_chance_takes_nothing() -> None:
    state = GAME.rules.start(2, {})
    with pytest.raises(NotYourTurn):
        GAME.rules.play(state, Seat(0), GAME.rules.parse(FIRST))
    with pytest.raises(IllegalMove, match="deal"):
        GAME.rules.play(state, CHANCE, GAME.rules.parse("1 blue 1"))
    dealt = play_all(state, FIRST)
    with pytest.raises(NotYourTurn):
        GAME.rules.play(dealt, CHANCE, GAME.rules.parse(FIRST))
    with pytest.raises(IllegalMove, match="between the rounds"):
        GAME.rules.play(dealt, Seat(0), GAME.rules.parse(FIRST))


def test_deals_are_listed_lazily_and_each_once() -> None:
    """Membership, listing and sampling agree; nobody counts."""
    full, none = "20,20,20,20,20", "0,0,0,0,0"
    for bag, lid, number in ((full, none, 300), ("1,1,0,0,0", "0,0,1,1,20", 300), (none, "1,1,1,0,0", 6)):
        state = position(ph="fill", m="0", bag=bag, lid=lid)
        deals = GAME.rules.legal(state, CHANCE)
        assert deals.count() is None
        some = list(islice(deals, 300))
        assert len(set(some)) == len(some) == number
        assert all(deal in deals for deal in some)
        assert GAME.rules.parse("1 blue 1") not in deals
        assert all(deals.sample(Random(seed)) in deals for seed in range(30))


def test_deals_are_drawn_with_the_probabilities_of_the_bag() -> None:
    """1.6: one by one without putting back. One white tile among four: it is as often first as last."""
    state = position(ph="fill", m="0", bag="3,0,0,0,1", lid="0,20,0,0,0")
    rng = Random(7)
    places = Counter(GAME.rules.deal(state, rng) for _ in range(4000))
    assert len(places) == 4
    assert all(850 < number < 1150 for number in places.values())
    assert set(FACTORIES.values()) == {5, 7, 9}


def test_nobody_may_take_while_tiles_are_due() -> None:
    assert legal(GAME.rules.start(2, {})) == set()
