"""Example cards with long names, every script, and all that a card can show; for the contact sheet and the tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import games
from games.core.i18n import join_list
from render.cards.bracket import Pairing, Round, Slot, bracket
from render.cards.challenge import Contender, challenge
from render.cards.crosstable import Meeting, Rival, crosstable
from render.cards.listing import Entry, listing
from render.cards.profile import Achievement, profile
from render.cards.review import Course, Moment, Reviewed, review
from render.demo import play_randomly
from render.layout import WIDTH
from render.theme import ThemeName

NAMES = (
    "Rosalind", "Tomasz Brzęczyszczykiewicz-Wróblewski", "Ayşe", "山田太郎", "Дмитрий", "שירה כהן", "محمد بن سلمان",
    "अनन्या", "สมชาย", "김민준", "Ελένη", "Nguyễn Thị Minh Khai", "W" * 32, "Łukasz", "Ọlájùmọ̀kẹ́", "🦊 fox",
)  # fmt: skip
_START = datetime(2026, 3, 1, tzinfo=UTC)
_MEETINGS = (Meeting("1", "won"), Meeting("½", "tied"), Meeting("0", "lost"), Meeting(""))
"""The possible meetings as the first player sees them. The second sees the reverse, except for open ones."""
_POINTS = {"won": 1.0, "tied": 0.5}


def examples(theme: ThemeName, pixels: int = WIDTH) -> Iterator[tuple[str, bytes]]:
    """Yield every card once or twice: its name and its PNG."""
    for key in games.keys():
        yield f"challenge-{key}", _challenge(key, theme, pixels)
    yield "profile", _profile(5, theme, pixels)
    yield "profile-one-game", _profile(1, theme, pixels)
    yield "review", _review("choccer", theme, pixels)
    yield "review-four", _review("cyberzul", theme, pixels)
    yield "leaderboard", _leaderboard(theme, pixels)
    yield "standings", _standings(theme, pixels)
    yield "league", _league(theme, pixels)
    yield "ladder", _ladder(theme, pixels)
    yield "crosstable", _crosstable(16, theme, pixels)
    yield "crosstable-small", _crosstable(5, theme, pixels)
    yield "bracket", _bracket(8, theme, pixels)
    yield "bracket-small", _bracket(2, theme, pixels)


def _challenge(key: str, theme: ThemeName, pixels: int) -> bytes:
    info = games.find(key).info
    table = play_randomly(games.find(key), info.max_seats, plies=0 if key != "cyberzul" else 1)
    sides = [player.side for player in table.players] if info.max_seats == 2 else []
    told = (" · ".join((*sides[:1], "1534")), "1700?", "", "")
    contenders = [Contender(NAMES[i], told[i], player.role) for i, player in enumerate(table.players)]
    details = ("3 days a move · rated · Board: classic, with the usual setup and handicap 2",)
    return challenge(str(info.title), table, contenders, details, "#K7QFM", theme, pixels)


def _profile(count: int, theme: ThemeName, pixels: int) -> bytes:
    achievements = []
    for i, key in enumerate(games.keys()[:count]):
        days = 1 if i == 1 else 24
        points = tuple(
            (_START + timedelta(days=3 * day), 1500.0 + (i - 1) * 6 * day + 40 * ((day * 7 + i) % 5 - 2) * (day > 0))
            for day in range(days)
        )
        rating, title = f"{points[-1][1]:.0f}{'?' if days == 1 else ''}", ("Expert", "", "Adept")[i % 3]
        achievements.append(
            Achievement(str(games.find(key).info.title), rating, title, "12 won, 3 tied, 9 lost", points)
        )
    return profile(NAMES[1], achievements, "24 matches", theme, pixels)


def _review(key: str, theme: ThemeName, pixels: int) -> bytes:
    info, turns = games.find(key).info, 31
    table = play_randomly(games.find(key), info.max_seats, plies=1)
    shares = [
        tuple(
            (turn / turns, 0.5 + 0.03 * (turn * (seat + 3) % 11 - 5) + 0.2 * (turn > 20) * (-1) ** seat)
            for turn in range(turns + 1)
        )
        for seat in range(info.max_seats)
    ]
    notes = ("2 mistakes, 1 blunder", "1 inaccuracy", "", "12 inaccuracies, 8 mistakes, 3 blunders")
    players = [
        Reviewed(name, player.role, f"{97 - 8 * seat} %", note, points)
        for seat, (name, player, note, points) in enumerate(zip(NAMES, table.players, notes, shares, strict=False))
    ]
    spots = ((0, 3, None), (0, 8, 1), (1, 20, 2), (0, 28, 3))
    moments = [Moment(seat, *shares[seat][turn], number) for seat, turn, number in spots]
    course = Course(tuple(players), tuple(moments), turns, table.skin)
    names = join_list([player.name for player in players]) if len(players) > 2 else f"{NAMES[0]} vs {NAMES[1]}"
    return review(f"{info.title} · {names}", course, "#K7QFM", theme, pixels)


def _leaderboard(theme: ThemeName, pixels: int) -> bytes:
    entries = [
        Entry(i + 1 if i < 15 else 112, name, (str(40 - 2 * i), str(1790 - 31 * i)), ("Master", "Expert", "")[i % 3])
        for i, name in enumerate(NAMES)
    ]
    entries[-1] = Entry(112, "Rosalind", ("4", "1402?"), own=True)
    return listing("Choccer · this server", ("Matches", "Rating"), entries, theme=theme, pixels=pixels)


def _standings(theme: ThemeName, pixels: int) -> bytes:
    entries = [
        Entry(1 + i // 2 * 2, name, (f"{22 - i}", f"{19.5 - i:g}", f"{5 - i / 2:g}"), own=i == 3)
        for i, name in enumerate(NAMES[:8])
    ]
    columns = ("Buchholz", "Sonneborn", "Points")
    return listing("Spring Open · after round 6 of 7", columns, entries, "Swiss", theme, pixels)


def _league(theme: ThemeName, pixels: int) -> bytes:
    entries = [
        Entry(
            i % 4 + 1,
            name,
            ("3", str(3 - i % 4), str(3 - i % 4)),
            zone="up" if i == 4 else "down" if i == 3 else "",
            heading=f"Division {i // 4 + 1}" if i % 4 == 0 else "",
        )
        for i, name in enumerate(NAMES[:8])
    ]
    return listing("League · April", ("Matches", "Won", "Points"), entries, "Season 2, round 3 of 3", theme, pixels)


def _ladder(theme: ThemeName, pixels: int) -> bytes:
    moves = (0, 3, -1, -1, 0, 12, -2, 0, -4, 1)
    entries = [Entry(i + 1, NAMES[i], (f"{30 - i}",), moved=moves[i], own=i == 5) for i in range(10)]
    return listing("Ladder", ("Matches",), entries, "Week 17", theme, pixels)


def _crosstable(count: int, theme: ThemeName, pixels: int) -> bytes:
    points = [sum(_POINTS.get(_meeting(i, j).result, 0.0) for j in range(count) if j != i) for i in range(count)]
    order = sorted(range(count), key=lambda i: -points[i])
    rivals = [
        Rival(NAMES[i], tuple(None if i == j else _meeting(i, j) for j in order), _halves(points[i]), own=place == 2)
        for place, i in enumerate(order)
    ]
    return crosstable("Round robin", rivals, "round 9 of 15", theme, pixels)


def _meeting(one: int, other: int) -> Meeting:
    """Return how the two have met, as the first of them sees it."""
    number = (min(one, other) * 5 + max(one, other) * 3) % 4
    return _MEETINGS[number if one < other or number == 3 else 2 - number]


def _halves(points: float) -> str:
    """Return points as they are written: "0", "½", "10½"."""
    whole, half = divmod(points, 1)
    return ("" if half and not whole else f"{whole:.0f}") + ("½" if half else "")


def _bracket(first: int, theme: ThemeName, pixels: int) -> bytes:
    rounds, names = [], list(NAMES[: 2 * first])
    titles = ["Final", "Semifinals", "Quarterfinals", "Round of 16"]
    count = first
    while count:
        open_yet = count == 1 and first < 8
        pairings = tuple(
            Pairing(
                Slot(names[2 * i], "" if open_yet else "2", won=not open_yet),
                Slot(names[2 * i + 1], "" if open_yet else "½"),
            )
            for i in range(count)
        )
        rounds.append(Round(titles[count.bit_length() - 1], pairings))
        names, count = names[::2], count // 2
    return bracket("Club cup", rounds, "2026", theme, pixels)
