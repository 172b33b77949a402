"""Cards: readable at 400 pixels, whatever people are called, and they say what they are given."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from PIL import Image

import games
from bot.ui.i18n.language import Language
from render import cards
from render.boards.land import land
from render.canvas.painter import Painter
from render.canvas.scene import Scene, drawing_of
from render.canvas.shapes import Line, Rect, Text, inks
from render.canvas.type import CAPITAL, width
from render.cards.examples import NAMES, examples
from render.cards.listing import Entry, listing
from render.cards.profile import Achievement, profile
from render.dates import date_words
from render.demo import play_randomly
from render.strokes import missing_bead
from render.theme import GOLD, SMALLEST, ThemeName

START = datetime(2026, 3, 1, tzinfo=UTC)
themes = pytest.mark.parametrize("theme", ["dark", "light"])


@pytest.fixture
def scenes_drawn(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """The scenes that were painted."""
    scenes: list[Scene] = []
    frame = Painter.frame

    def record(painter: Painter, scene: Scene) -> Image.Image:
        scenes.append(scene)
        return frame(painter, scene)

    monkeypatch.setattr(Painter, "frame", record)
    return scenes


def place_of(text: Text) -> Rect:
    """What the words cover: their capitals, from the first letter to the last."""
    wide, high = width(text.words, text.size, text.weight), CAPITAL * text.size
    left = text.x - wide * {"l": 0.0, "m": 0.5, "r": 1.0}[text.anchor]
    return Rect(left, text.y - high / 2, wide, high)


def words_of(scene: Scene) -> Iterator[Text]:
    """The words of the card itself; those on a small board are the board's."""
    return (text for text in scene.texts if text.words and text.size >= SMALLEST)


def overlap(one: Rect, other: Rect) -> bool:
    return one.x < other.right - 1 and other.x < one.right - 1 and one.y < other.bottom and other.y < one.bottom


@themes
def test_every_card_is_a_picture_of_few_colours(theme: ThemeName) -> None:
    names = set()
    for name, data in examples(theme, 400):
        picture = Image.open(io.BytesIO(data))
        names.add(name)
        assert picture.width == 400
        assert picture.mode == "P"
        assert len(data) < 60_000, name
    assert {"profile", "leaderboard", "standings", "league", "ladder", "crosstable", "bracket"} <= names


def test_no_words_lie_over_others_or_leave_the_card(scenes_drawn: list[Scene]) -> None:
    for name, _ in examples("dark", 300):
        scene = scenes_drawn[-1]
        whole, texts = Rect(0, 0, *scene.backdrop.size), list(words_of(scene))
        places = [place_of(text) for text in texts]
        for text, place in zip(texts, places, strict=True):
            inside = whole.x <= place.x and place.right <= whole.right and place.bottom <= whole.bottom
            assert inside, f"{name}: {text.words}"
        for (one, a), (two, b) in combinations(zip(texts, places, strict=True), 2):
            assert not overlap(a, b), f"{name}: {one.words!r} over {two.words!r}"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_is_on_the_leaderboard(name: str, scenes_drawn: list[Scene]) -> None:
    listing("Onyx", ("Rating",), [Entry(1, name, ("1500",))])
    (shown,) = (
        text.words
        for text in scenes_drawn[0].texts
        if text.size > SMALLEST - 1 and text.x < 200 and text.weight == "bold"
    )
    assert shown == name or (shown.endswith("…") and name.startswith(shown[:-1].rstrip()))


@pytest.mark.parametrize("count", [1, 5, 6])
def test_a_profile_has_a_curve_for_every_game(count: int, scenes_drawn: list[Scene]) -> None:
    """Five games were four curves once."""
    points = ((START, 1500.0), (START + timedelta(days=9), 1580.0), (START + timedelta(days=12), 1534.0))
    profile("Ana", [Achievement(f"Game {i}", "1534", points=points) for i in range(count)])
    words = [text.words for text in scenes_drawn[0].texts]
    assert [word for word in words if word.startswith("Game ")] == [f"Game {i}" for i in range(count)]
    assert words.count("+34") == words.count("peak 1580") == words.count("since 1 Mar") == count


def test_one_rating_has_neither_a_peak_nor_a_change(scenes_drawn: list[Scene]) -> None:
    profile("Ana", [Achievement("Onyx", "1500?", points=((START, 1500.0),))])
    words = [text.words for text in scenes_drawn[0].texts]
    assert not any("peak" in word or word.startswith(("+", "−")) for word in words)
    assert not any(":" in word for word in words), "the time of day says nothing about a rating"


@pytest.mark.parametrize("ratings", [(1500.0, 1400.0), (1500.0, 1500.0), (1500.0, 1501.0)])
def test_a_change_has_its_sign_or_is_not_there(ratings: tuple[float, ...], scenes_drawn: list[Scene]) -> None:
    points = tuple((START + timedelta(days=i), rating) for i, rating in enumerate(ratings))
    profile("Ana", [Achievement("Onyx", "x", points=points)])
    signs = {text.words for text in scenes_drawn[0].texts if text.words.startswith(("+", "−"))}
    assert signs == {1400.0: {"−100"}, 1500.0: set(), 1501.0: {"+1"}}[ratings[-1]]


def test_dates_are_written_as_the_language_does() -> None:
    day, month, years = datetime(2026, 3, 5, tzinfo=UTC), timedelta(days=30), timedelta(days=900)
    assert [str(date_words(day, span)) for span in (month, years)] == ["5 Mar", "Mar 2026"]
    assert [Language("de")(date_words(day, span)) for span in (month, years)] == ["5. März", "März 2026"]


def pictures(*entries: Entry) -> list[bytes]:
    return [listing("L", ("Pts",), [entry]) for entry in entries]


def test_whoever_looks_climbs_or_goes_down_is_seen() -> None:
    plain = Entry(4, "Ana", ("3",))
    different = pictures(
        plain,
        Entry(4, "Ana", ("3",), own=True),
        Entry(4, "Ana", ("3",), zone="up"),
        Entry(4, "Ana", ("3",), zone="down"),
        Entry(4, "Ana", ("3",), moved=1),
        Entry(4, "Ana", ("3",), moved=-1),
    )
    assert len(set(different)) == 6


@pytest.mark.parametrize("key", games.keys())
def test_a_challenge_shows_the_board_of_its_game(key: str, scenes_drawn: list[Scene]) -> None:
    table = play_randomly(games.find(key), games.find(key).info.min_seats, plies=2)
    cards.challenge("A challenge", table, [cards.Contender("Ana"), cards.Contender("Ben")])
    on_board = [placed for placed in scenes_drawn[-1].placed if placed.x < 660 and placed.y > 96]
    assert len(on_board) >= len(table.pieces)


@pytest.mark.parametrize("key", games.keys())
def test_a_challenge_is_adorned_with_what_one_knows_its_game_by(key: str, scenes_drawn: list[Scene]) -> None:
    game = games.find(key)
    table = game.presenter.table(game.rules.start(game.info.min_seats, {}), None)
    cards.challenge(str(game.info.title), table, [cards.Contender("Ana"), cards.Contender("Ben")], (), "#K7QFM")
    head = [placed for placed in scenes_drawn[-1].placed if placed.y < 96]
    assert tuple(placed.stamp[2:4] for placed in head) == table.skin.emblem
    assert table.skin.emblem


def test_beside_an_empty_board_lie_the_stones_that_come_to_it(scenes_drawn: list[Scene]) -> None:
    onyx = games.find("onyx")
    table = onyx.presenter.table(onyx.rules.start(2, {}), None)
    cards.challenge("Onyx", table, [cards.Contender("Ana"), cards.Contender("Ben")])
    stones = [placed for placed in scenes_drawn[-1].placed if placed.y > 96 and placed.x < 660]
    piles = {placed.stamp[3]: placed.x < 330 for placed in stones}
    assert piles == {"black": True, "purple": True, "white": False, "yellow": False}


@pytest.mark.parametrize("size, apart", [("small", 4), ("medium", 16), ("large", 28)])
def test_of_a_board_without_land_one_sees_what_to_link(size: str, apart: int, scenes_drawn: list[Scene]) -> None:
    """A bead for each cell that a chain needs, and an island of each colour below the board."""
    conquid = games.find("conquid")
    table = conquid.presenter.table(conquid.rules.start(2, conquid.info.check_options({"size": size})), None)
    cards.challenge("Conquid", table, [cards.Contender("Ana"), cards.Contender("Ben")])
    placed = scenes_drawn[-1].placed
    beads = [one for one in placed if isinstance(one.stamp[1], tuple) and one.stamp[1][0] is missing_bead]
    assert len(beads) == apart
    assert len({bead.y for bead in beads}) == 1
    sides = {one.stamp[2]: one.x < 330 for one in placed if one.stamp[0] is land}
    assert sides == {"seat-0": True, "seat-1": False}


def test_of_mats_that_are_alike_one_is_shown(scenes_drawn: list[Scene]) -> None:
    table = play_randomly(games.find("cyberzul"), 4, plies=1)
    cards.challenge("Cyberzul", table, [cards.Contender(name) for name in NAMES[:4]])
    assert [text.words for text in scenes_drawn[-1].texts].count("−3") == 2, "the floor line ends with two of these"


def test_a_heading_stands_between_the_lines_above_and_below_it(scenes_drawn: list[Scene]) -> None:
    listing("L", ("Pts",), [Entry(1, "Ana", ("3",), heading="First"), Entry(1, "Ben", ("2",), heading="Second")])
    heights = {text.words: text.y for text in words_of(scenes_drawn[0])}
    assert heights["First"] == heights["Pts"] < heights["Ana"] < heights["Second"] < heights["Ben"]


def test_an_empty_list_is_a_picture_too() -> None:
    assert listing("Onyx", (), []).startswith(b"\x89PNG")


REFUSED: list[Callable[[], bytes]] = [
    lambda: listing("L", ("Pts", "W"), [Entry(1, "Ana", ("3",))]),
    lambda: cards.crosstable("C", [cards.Rival("Ana", (), "0")]),
    lambda: cards.crosstable("C", [cards.Rival("Ana", (None,) * 17, "0")] * 17),
    lambda: cards.bracket("B", []),
    lambda: cards.bracket("B", [cards.Round("1", (cards.Pairing(cards.Slot("a"), cards.Slot("b")),) * 3)] * 2),
]


@pytest.mark.parametrize("make", REFUSED)
def test_what_does_not_fit_together_is_refused(make: Callable[[], bytes]) -> None:
    with pytest.raises(ValueError, match=r"cross table|bracket|list"):
        make()


def test_of_a_long_cup_the_last_four_rounds_are_shown(scenes_drawn: list[Scene]) -> None:
    pairing = cards.Pairing(cards.Slot("Ana", "1", won=True), cards.Slot("Ben", "0"))
    rounds = [cards.Round(f"Round {i}", (pairing,) * 2 ** (5 - i)) for i in range(6)]
    cards.bracket("Cup", rounds)
    assert [text.words for text in scenes_drawn[0].texts if text.words.startswith("Round")] == [
        f"Round {i}" for i in (2, 3, 4, 5)
    ]


def test_the_way_of_the_winner_through_a_cup_is_golden(scenes_drawn: list[Scene]) -> None:
    """She wins on the second line of the lower semifinal and on the first of the final."""
    upper = cards.Pairing(cards.Slot("Ana", "0"), cards.Slot("Ben", "1", won=True))
    lower = cards.Pairing(cards.Slot("Cem", "0"), cards.Slot("Dora", "1", won=True))
    final = cards.Pairing(cards.Slot("Dora", "2", won=True), cards.Slot("Ben", "0"))
    cards.bracket("Cup", [cards.Round("Semifinals", (upper, lower)), cards.Round("Final", (final,))])
    (scene,) = scenes_drawn
    golden = [GOLD[:3] in inks(drawing_of(placed.stamp)) for placed in scene.placed]
    assert golden == [False, True, True]
    lines = [one for one in scene.backdrop.layer.shapes if isinstance(one, Line) and one.stroke == GOLD]
    assert [line.points[0][1] for line in lines] == [scene.placed[1].y]
