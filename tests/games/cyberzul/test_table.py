"""What is shown, told and asked."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.match_view import with_words
from games.core.diagram import board_text
from games.core.errors import IllegalMove
from games.core.i18n import gettext
from games.core.question import Question, walk
from games.core.status import CHANCE, Seat
from games.core.table import Mark
from games.cyberzul import GAME
from games.cyberzul.position import State
from render import alt_text
from render.demo import NAMES, positions, with_players
from tests.games.cyberzul.positions import factories, legal, position

MAT = "7:-,B2,-,K1,-:x..../.x.../...../...../.....:MR"


def test_the_table_as_text() -> None:
    state = position(MAT, f=factories("BBRK"), c="OOW", m="0")
    assert (
        board_text(GAME.presenter.table(state, None))
        == """\
Cyberzul · Round 2

  Player 1 · 7 points · −2 this round
  Player 2 · 0 points

1: BBRK
2: -
3: -
4: -
5: -
Centre: OOW

Player 1:
1         _    B o r k w
2       B B    w B o r k
3     _ _ _    k w b o r
4   _ _ _ K    r k w b o
5 _ _ _ _ _    o r k w b
Floor: M R _ _ _ _ _

Player 2:
1         _    b o r k w
2       _ _    w b o r k
3     _ _ _    k w b o r
4   _ _ _ _    r k w b o
5 _ _ _ _ _    o r k w b
Floor: _ _ _ _ _ _ _"""
    )


def test_furniture_is_the_same_each_time() -> None:
    one, two = (GAME.presenter.table(position(f=factories("BBRK"), c=centre), None) for centre in "OW")
    assert all(a is b for a, b in zip(one.areas, two.areas, strict=True))


def test_colours_in_the_centre_are_kept_apart_while_there_is_room() -> None:
    def cells(centre: str) -> list[str]:
        table = GAME.presenter.table(position(c=centre), None)
        return [piece.cell + piece.text for piece in table.pieces if piece.cell.startswith("C")]

    assert cells("OOW") == ["CM", "C1", "C2", "C4"]
    assert cells("B" * 9 + "O" * 4 + "W" * 5)[1:] == [f"C{place}" for place in range(1, 19)]
    assert cells("B" * 19 + "W" * 12) == ["CM", "C119", "C212"], (
        "a written position with too many: one for all, with the number"
    )


def test_notes_say_what_the_round_brings_and_then_the_rows() -> None:
    def notes(mat: str, phase: str) -> list[str]:
        filled = {"f": factories("BBRK")} if phase == "draft" else {"m": "0"}
        return [player.note for player in GAME.presenter.table(position(mat, ph=phase, **filled), None).players]

    assert notes("0:R1,R2,-,-,-:...../...../...../...../.....:-", "draft") == ["+2 this round", ""]
    assert notes("0:-,-,-,-,-:xxxxx/...../...../...../.....:-", "over") == ["1 row complete", ""]
    assert notes("0:-,-,-,-,-:xxxxx/xxxxx/...../...../.....:-", "over") == ["2 rows complete", ""]


def test_the_marker_is_shown_once_wherever_it_is() -> None:
    for marker, mat in (
        ("c", "0:-,-,-,-,-:...../...../...../...../.....:-"),
        ("0", MAT),
        ("0", MAT.replace("MR", "R")),
    ):
        table = GAME.presenter.table(position(mat, f=factories("BBRK"), m=marker), None)
        pieces = sum(piece.glyph == "marker" for piece in table.pieces)
        tokens = sum(token.glyph == "marker" for player in table.players for token in player.tokens)
        assert pieces + tokens == 1


def test_what_brought_final_points_is_marked_at_the_end() -> None:
    mat = "0:-,-,-,-,-:xxxxx/xx.../x.x../x..x./x...x:-"
    for phase, marks in (
        ("draft", []),
        ("over", [("+2", "1W11", "1W15"), ("+7", "1W11", "1W51"), ("+10", "1W11", "1W55")]),
    ):
        table = GAME.presenter.table(position(mat, ph=phase, f=factories("BBRK"), m="1"), None)
        assert [(mark.text, mark.cells[0], mark.cells[-1]) for mark in table.marks] == marks
        assert {mark.kind for mark in table.marks} <= {"link"}


def tell(text: str, **fields: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    mat = MAT if fields["m"] == "0" else MAT.replace("MR", "R")
    state = position(mat, **({"f": factories("BBRK", "KKKW"), "c": "OOW"} | fields))
    description = GAME.presenter.describe(state, Seat(state.turn), GAME.rules.parse(text))
    return description.words, {mark.kind: mark.cells for mark in description.marks}


def test_a_take_in_words_and_marks() -> None:
    assert tell("1 blue 3", m="0") == (
        "Player 1 takes 2 blue tiles from factory 1 into line 3",
        {"from": ("F1a", "F1b"), "last": ("1L31", "1L32")},
    )
    assert tell("2 black 1", m="0") == (
        "Player 1 takes 3 black tiles from factory 2 into line 1. 2 tiles fall to the floor",
        {"from": ("F2a", "F2b", "F2c"), "last": ("1L11", "1F3", "1F4")},
    )
    assert tell("c orange f", m="c")[0] == (
        "Player 1 takes 2 orange tiles from the centre onto the floor. The starting marker comes along"
    )


def test_the_end_of_a_round_in_words_and_marks() -> None:
    """Full lines show on the wall then: black of player 2, who acts, blue of player 1, who had no space for it."""
    words, marks = tell("1 black 1", f=factories("K"), c="-", m="0", t="1")
    assert (
        words
        == "Player 2 takes 1 black tile from factory 1 into line 1. Round 2: Player 1 −2 (now 5), Player 2 +1 (now 1)"
    )
    assert marks == {"from": ("F1a",), "last": ("2W14",), "gain": ("2W14",)}


def test_points_of_a_round_stand_where_they_were_made() -> None:
    state = position(MAT, f=factories("K"), m="0", t="1")
    marks = GAME.presenter.describe(state, Seat(1), GAME.rules.parse("1 black 1")).marks
    gains = [(mark.cells, mark.text, mark.role) for mark in marks if mark.kind == "gain"]
    assert gains == [(("1F1",), "−2", "bad"), (("2W14",), "+1", "seat-1")]


@pytest.mark.parametrize("seats", [2, 4])
def test_points_of_rounds_add_up_to_what_the_score_changes_by(seats: int) -> None:
    """3.6: a score never falls below zero, so a floor costs no more than there is."""
    rounds = 0
    for seed in range(4):
        for before, after in pairwise(positions(GAME, seats, {}, 300, seed)):
            assert isinstance(before.state, State)
            assert isinstance(after.state, State)
            if after.description and (before.state.phase, after.state.phase) == ("draft", "fill"):
                gains = [mark for mark in after.description.marks if mark.kind == "gain"]
                rounds += 1
                for seat, (old, new) in enumerate(zip(before.state.boards, after.state.boards, strict=True)):
                    mine = (mark.text for mark in gains if mark.cells[0].startswith(str(seat + 1)))
                    assert sum(int(text.replace("−", "-")) for text in mine) == new.score - old.score
    assert rounds


def test_at_the_end_of_a_round_only_those_are_named_whose_points_it_changed() -> None:
    state = position(f=factories("K"), m="0", t="1")
    alone, nobody = (GAME.presenter.describe(state, Seat(1), GAME.rules.parse(f"1 black {line}")) for line in (1, 2))
    assert alone.words.endswith("into line 1. Round 2: Player 2 +1 (now 1)")
    assert nobody.words.endswith("into line 2. Round 2: nobody's points change")


def test_a_filling_in_words() -> None:
    def words(bag: str, lid: str, text: str) -> str:
        return GAME.presenter.describe(
            position(ph="fill", m="0", bag=bag, lid=lid), CHANCE, GAME.rules.parse(text)
        ).words

    assert words("20,20,20,20,20", "0,0,0,0,0", "deal BBBB BBBB BBBB BBBB BBBB") == "The factories are filled"
    assert (
        words("1,0,0,0,0", "19,0,0,0,0", "deal BBBB BBBB BBBB BBBB BBBB")
        == "The factories are filled, with tiles from the lid"
    )
    assert words("1,0,0,0,0", "1,0,0,0,0", "deal BB - - - -") == "The factories are filled: only 2 tiles are left"


def question(state: State, *draft: str) -> Question:
    asked = GAME.presenter.ask(state, Seat(0), draft)
    assert asked is not None
    return asked


def test_three_answers_make_a_move() -> None:
    """The source, the colour, the line."""
    state = position(MAT.replace("MR", "R"), f=factories("BBRK"), c="OOW", m="c")
    first = question(state)
    assert [(choice.token, choice.label, choice.sign, choice.note) for choice in first.choices] == [
        ("1", "Factory 1", "1", "2 blue, 1 red and 1 black"),
        ("c", "Centre", "C", "2 orange and 1 white, with the starting marker"),
    ]
    assert [choice.cells[-1] for choice in first.choices] == ["F1d", "CM"], "the letter of the centre hides no tile"
    then = question(state, "c")
    assert then.prompt == "Centre: which colour?"
    assert [(choice.token, choice.label, choice.cells) for choice in then.choices] == [
        ("orange", "Orange (2)", ("C1", "C2")),
        ("white", "White (1)", ("C4",)),
    ]
    last = question(state, "c", "orange")
    assert last.prompt == "Where do the 2 orange tiles go?"
    assert [(choice.token, choice.label, choice.sign, choice.cells, choice.note) for choice in last.choices] == [
        ("1", "Line 1", "1", ("1L11",), "full, 1 to the floor, +4 and −3 points this round"),
        ("3", "Line 3", "3", ("1L31",), "1 more needed, −1 point this round"),
        ("5", "Line 5", "5", ("1L51",), "3 more needed, −1 point this round"),
        ("f", "Floor line", "F", ("1F2",), "−5 points this round"),
    ]
    assert GAME.presenter.ask(state, Seat(0), ("c", "orange", "3")) is None
    drafts = walk(lambda draft: GAME.presenter.ask(state, Seat(0), draft))
    assert {GAME.presenter.compose(draft) for draft in drafts} == legal(state)


def test_a_source_of_one_colour_needs_two_answers() -> None:
    state = position(f=factories("BBRK", "KKKK"), c="-", m="1")
    assert [choice.token for choice in question(state).choices] == ["1", "2 black"]
    assert question(state, "2 black").prompt == "Where do the 4 black tiles go?"
    assert GAME.presenter.tokens(state, GAME.rules.parse("2 black 3")) == ("2 black", "3")
    assert GAME.presenter.tokens(state, GAME.rules.parse("1 black 3")) == ("1", "black", "3")


def test_a_line_that_is_filled_shows_its_points() -> None:
    state = position("0:-,-,-,-,-:xx.../...../...../...../.....:-", f=factories("BBRK"), m="1")
    assert question(state, "1 red").choices[0].note == "full, +3 points this round"


def test_the_preview_rings_what_is_taken_and_shows_where_it_could_go() -> None:
    state = position(MAT.replace("MR", "R"), f=factories("BBRK"), c="OOW", m="c")

    def marks(*draft: str) -> dict[str, tuple[str, ...]]:
        return {mark.kind: mark.cells for mark in GAME.presenter.preview(state, Seat(0), draft).marks}

    assert marks() == marks("9") == marks("c", "red") == {}
    assert marks("1") == {"chosen": ("F1a", "F1b", "F1c", "F1d")}
    assert marks("c", "orange") == {
        "chosen": ("C1", "C2", "CM"),
        "ghost": ("1L11", "1L31", "1L32", "1L51", "1L52", "1F2", "1F3"),
    }
    assert marks("c", "orange", "3")["ghost"] == ("1L31", "1L32")
    assert marks("c", "orange", "f")["ghost"] == ("1F2", "1F3")


def test_a_deal_is_asked_factory_by_factory() -> None:
    """Whoever draws real tiles can enter them."""
    state = position(ph="fill", m="0", bag="1,0,0,0,1", lid="0,0,1,0,0")
    drafts = list(walk(lambda draft: GAME.presenter.ask(state, CHANCE, draft)))
    assert sorted(map(GAME.presenter.compose, drafts)) == ["deal BWR - - - -", "deal WBR - - - -"]
    assert all(
        GAME.presenter.tokens(state, GAME.rules.parse(GAME.presenter.compose(draft))) == draft for draft in drafts
    )


@pytest.mark.parametrize(
    "draft", [("x",), ("deal", "OO"), ("deal", "BWR", "B"), ("deal", "BWR", "-", "-", "-", "-", "-")]
)
def test_no_other_deal_is_asked(draft: tuple[str, ...]) -> None:
    state = position(ph="fill", m="0", bag="1,0,0,0,1", lid="0,0,1,0,0")
    with pytest.raises(IllegalMove, match=draft[0]):
        GAME.presenter.ask(state, CHANCE, draft)


def test_suggestions_continue_what_is_typed() -> None:
    state = position(MAT, f=factories("BBRK", "KKKW"), c="OOW", m="0")

    def found(typed: str) -> tuple[str, ...]:
        return GAME.presenter.suggest(state, Seat(0), typed, 3)

    assert found("1 bl") == ("1 blue 3", "1 blue 5", "1 blue f")
    assert found("2k") == ("2 black 1", "2 black 3", "2 black 4")
    assert found("black f") == ("1 black f", "2 black f")
    assert found("from factory 2 white") == ("2 white 1", "2 white 3", "2 white 5")
    assert found("cent wh flo") == ("c white f",)
    assert found("7") == ()
    assert len(GAME.presenter.suggest(state, Seat(0), "")) == 25
    assert GAME.presenter.suggest(position(ph="fill", m="0"), CHANCE, "deal") == ()


@pytest.mark.parametrize(
    "code, tell",
    [
        (
            "en",
            (
                "Cyberzul. Player 1 leads 7 to 0. Player 1: 7 points, −2 this round; Player 2: 0 points. "
                "Round 2. Factory 1: 2 blue tiles, 1 red tile, 1 black tile. "
                "Centre: 2 orange tiles, 1 white tile. "
                "Player 1's lines: line 2: 2 blue tiles; line 4: 1 black tile. "
                "Wall: row 1: 1 blue tile; row 2: 1 blue tile. "
                "Floor: 1 starting marker, 1 red tile."
            ),
        ),
        (
            "de",
            (
                "Cyberzul. In Führung: Spieler 1, 7 zu 0. Spieler 1: 7 Punkte, −2 in dieser Runde; "
                "Spieler 2: 0 Punkte. Runde 2. Fabrik 1: 2 blaue Fliesen, 1 rote Fliese, 1 schwarze Fliese. "
                "Mitte: 2 orange Fliesen, 1 weiße Fliese. "
                "Reihen von Spieler 1: Reihe 2: 2 blaue Fliesen; Reihe 4: 1 schwarze Fliese. "
                "Wand: Zeile 1: 1 blaue Fliese; Zeile 2: 1 blaue Fliese. "
                "Boden: 1 Startmarker, 1 rote Fliese."
            ),
        ),
    ],
)
def test_the_table_to_be_listened_to(code: str, tell: str) -> None:
    """Who leads, then each part that is not empty, counted; lines and walls row by row."""
    language = Language(code)
    state = position(MAT, f=factories("BBRK"), c="OOW", m="0")
    assert alt_text(with_words(GAME.presenter.table(state, None), language), language) == tell


def test_the_numbers_of_choices_are_not_told_by_the_codes_of_their_places() -> None:
    """`F1a` and `1L21` are nobody's words: the buttons say where the tiles go."""
    state = position(f=factories("BBRK"), c="OOW")
    for draft in (("1",), ("1", "blue")):
        choices = question(state, *draft).choices
        marks = [Mark("target", (choice.cells[-1],), str(number)) for number, choice in enumerate(choices, 1)]
        assert len(marks) > 1
        words = alt_text(GAME.presenter.table(state, None).with_marks(*marks))
        assert "Choices:" not in words
        assert not re.search(r"\b(F\d[a-d]|\d[LWF]\d+)\b", words)


@pytest.mark.parametrize("code", SUPPORTED)
def test_a_late_position_of_two_is_told_row_by_row_in_every_language(code: str) -> None:
    """Where whole names are too long, the colours alone are told."""
    language = Language(code)
    mat = "40:B1,O2,R3,K4,W4:xxx../xxx../xxx../xxx../xxx..:BOR"
    state = position(*[mat] * 2, f=factories("BBRK", "BORK", "OOWW", "RKWW", "BOKW"), m="0")
    words = alt_text(with_words(GAME.presenter.table(state, None), language), language)
    assert len(words) <= 1024
    rows = language(gettext("row {n}", n=5))
    assert words.count(f"{rows}: ") == 2, "the last row of each wall"


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("seat", range(4))
def test_of_a_crowded_table_who_is_to_move_is_told_row_by_row(code: str, seat: int) -> None:
    """Four players late in a match: what does not fit is counted, beginning with who moves last, and /ask tells it."""
    language = Language(code)
    mat = "40:-,O2,R3,K4,W4:xxx../xxxx./xxxx./xx.../xxxx.:BOR"
    state = position(*[mat] * 4, n="4", t=str(seat), f=factories("BBRK", "BORK", n=4), c="OOW", m="0")
    table = with_players(GAME.presenter.table(state, None), GAME.rules.status(state))
    words = alt_text(with_words(table, language), language, rest="The rest.")
    assert len(words) <= 1024
    last_row = f"{language(gettext('row {n}', n=5))}: "
    mats = words.split(language(gettext("{name}'s lines", name="")))[1:]
    told = [names for names, mat in zip(NAMES, mats, strict=True) if last_row in mat]
    assert NAMES[seat] in told
    assert NAMES[seat - 1] not in told
    assert words.endswith(" The rest.")
    assert alt_text(with_words(table, language), language, 1900).count(last_row) == 4, "/ask has room for all"


def test_of_a_table_that_never_fits_everything_is_counted() -> None:
    """Four full tables: the parts of all are told, and nothing is cut."""
    mat = "40:-,O2,R3,K4,W4:xxxx./xxxx./xxxx./xxxx./xxxx.:BORKWBO"
    state = position(*[mat] * 4, n="4", f=factories("BORK", "BORK", n=4), c="OOW", m="0")
    words = alt_text(with_players(GAME.presenter.table(state, None), GAME.rules.status(state)))
    assert len(words) <= 1024
    assert not words.endswith("…")
    assert words.count("Floor: ") == 4


BARE_MAT = "0:-,-,-,-,-:...../...../...../...../.....:-"


def test_points_won_and_lost_that_cancel_out_are_told() -> None:
    """3.3, 3.6: a full line 1 brings a point, and the starting marker costs one."""
    state = position(BARE_MAT, c="W", m="c")
    assert question(state).choices[0].note == "full, +1 and −1 points this round"
    ended = GAME.rules.play(state, Seat(0), GAME.rules.parse("c white 1"))
    assert "Player 1 +1 −1 (now 0)" in GAME.presenter.describe(state, Seat(0), GAME.rules.parse("c white 1")).words
    assert ended.boards[0].score == 0


def test_the_text_board_shows_what_is_chosen_and_where_it_will_lie() -> None:
    state = position(BARE_MAT, f=factories("BBRK"), c="OW", m="1")
    lines = board_text(GAME.presenter.preview(state, Seat(0), ("1", "blue", "2"))).splitlines()
    assert "1: <BB>RK" in lines
    assert any(line.startswith("2") and "<b" in line and "b>" in line for line in lines)
    assert "Floor: _ _ _ _ _ _ _" in lines
    told = board_text(GAME.presenter.preview(state, Seat(0), ("1", "blue", "2")), Language("de"))
    assert {"Mitte: OW", "Spieler 1:", "Boden: _ _ _ _ _ _ _"} <= set(told.splitlines())
