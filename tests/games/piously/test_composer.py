"""How a step is asked for, previewed and suggested."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from itertools import product
from random import Random

import pytest

from bot.ui.i18n.language import Language
from bot.ui.pages.questions import signs
from games.core.errors import IllegalMove
from games.core.question import DONE, Question, answers, walk
from games.core.status import Seat
from games.piously import GAME
from games.piously.boards import CLASSIC, random_board
from games.piously.layout import find_flaw, layout
from games.piously.position import State, owns
from games.piously.rooms import ROOMS, SPELL_CODES
from games.piously.siting import place_question, valid_places
from games.piously.spells import SPELLS
from tests.games.piously.drawing import CARD, moves, on_card, play
from tests.games.piously.positions import random_line


def ask(state: State, *draft: str) -> Question:
    question = GAME.presenter.ask(state, Seat(state.mover), draft)
    assert question is not None
    return question


def tokens(question: Question) -> list[str]:
    return [choice.token for choice in question.choices]


def complete(state: State, *draft: str) -> str:
    """The move of a draft that is whole."""
    assert GAME.presenter.ask(state, Seat(state.mover), draft) is None
    return GAME.presenter.compose(draft)


def test_a_piece_enters_by_room_then_tile() -> None:
    state = GAME.rules.start(2, {"board": "classic"})
    assert tokens(ask(state)) == ["@P", "@I", "@O", "@U", "@S", "@L", "@Y"]
    assert tokens(ask(play(state, "@L2"), "@L")) == ["1", "3", "4"]
    assert complete(state, "@L", "2") == "@L2"


def test_one_menu_holds_everything() -> None:
    state = on_card("P1W P2B", owners="-b----w")
    menu = ask(state)
    assert tokens(menu)[:6] == ["m:P3", "m:U4", "m:S1", "m:S2", "m:S3", "b"]
    assert tokens(menu)[-4:] == ["Im", "end", "end:Pr", "end:Pu"]
    assert {str(choice.group) for choice in menu.choices} == {"Actions", "Spells", "End of turn"}
    labels = {choice.token: str(choice.label) for choice in menu.choices}
    assert labels["b"] == "Bless P1"
    assert labels["end:Pr"] == "Learn Priestess"
    assert menu.choices[0].cells == ("P3",)


def test_a_spell_with_one_way_is_offered_whole() -> None:
    assert "Us:-P1" in tokens(ask(on_card("Y4W P1wU", owners="---w---")))
    assert "Up" in tokens(ask(on_card("P1W", owners="---b---")))
    assert "Il:P" in tokens(ask(on_card("Y4W P1wI", owners="-w-----")))


def test_illusionist_takes_several_rooms_at_once() -> None:
    state = on_card("Y4W P1wI U4w S1w", owners="-w-----")
    question = ask(state, "Il:")
    assert (tokens(question), question.least, question.most) == (["P", "U", "S"], 1, 3)
    assert complete(state, "Il:", "P,S") == "Il:PS"
    with pytest.raises(IllegalMove):
        GAME.presenter.ask(state, Seat(0), ("Il:", "S,P"))


def test_upset_asks_for_each_colour_there_is() -> None:
    state = on_card("P1wW P2w S1b", owners="---b---")
    white = ask(state, "Up:")
    assert (white.least, white.most) == (2, 2)
    black = ask(state, "Up:", "wP1,wP3")
    assert tokens(black) == ["bP2", "bU4", "bS1", "bS2", "bS3"]
    assert complete(state, "Up:", "wP1,wP3", "bS2") == "Up:wP1P3bS2"


def test_usurper_goes_step_by_step() -> None:
    state = on_card("Y4W P1wU P2w", owners="---w---")
    initial_state = ask(state, "Us:")
    assert tokens(initial_state) == ["-P1", "-P2"]
    assert "ends the spell" in initial_state.choices[0].note
    assert complete(state, "Us:", "-P1") == "Us:-P1"
    assert complete(state, "Us:", "-P2", "-P1") == "Us:-P2-P1"
    growing = on_card("Y4W P1wU P2w P3w", owners="---w---")
    question = ask(growing, "Us:", "-P2", "-P3")
    assert tokens(question) == [DONE, "+P2", "+P3", "+U4", "+S1", "+S2", "+S3"]
    assert complete(growing, "Us:", "-P2", "-P3", DONE) == "Us:-P2-P3"
    assert complete(growing, "Us:", "-P2", "-P3", "+U4", "+L1") == "Us:-P2-P3+U4+L1"


def test_yeoman_asks_who_is_displaced() -> None:
    state = on_card("P1wY P2W", owners="------w")
    assert tokens(ask(state, "Ye:")) == [DONE, "W>", "Y>"]
    assert complete(state, "Ye:", DONE) == "Ye"
    assert tokens(ask(state, "Ye:", "Y>")) == ["P2", "P3", "P4"]
    displaced = ask(state, "Ye:", "Y>", "P2")
    assert tokens(displaced) == ["W>P1", "W>P3", "W>P4"]
    assert complete(state, "Ye:", "Y>", "P2", "W>P1") == "Ye:W>P1,Y>P2"
    drafts = walk(lambda draft: GAME.presenter.ask(state, Seat(0), ("Ye:", *draft)))
    assert {GAME.presenter.compose(("Ye:", *draft)) for draft in drafts} == {f"Ye{rest}" for rest in moves(state, "Ye")}


def test_stonemason_asks_for_room_turn_and_place() -> None:
    state = on_card("Y1wW Y3w S3wS", owners="----w--")
    assert tokens(ask(state, "St:")) == ["S@", "Y@"]
    turns = ask(state, "St:", "Y@")
    assert turns.choices[0].token == "turn0:"
    assert str(turns.choices[0].label) == "Not at all"
    assert "-3,1" in tokens(ask(state, "St:", "Y@", "turn2:"))
    assert complete(state, "St:", "Y@", "turn2:", "-3,1") == "St:Y@-3,1,2"
    preview = GAME.presenter.preview(state, Seat(0), ("St:", "Y@", "turn2:"))
    assert {mark.kind for mark in preview.marks} == {"chosen", "ghost"}
    known = {cell.name for cell in preview.areas[0].cells}
    assert all(set(choice.cells) <= known for choice in ask(state, "St:", "Y@", "turn2:").choices)


CONTACT = re.compile(r", [A-Z]\d (?:next to|[a-z-]+ of) (?:[A-Z]\d|X)$")
"""Two tiles that touch, at the end of a label."""


def test_places_are_told_apart_by_their_neighbours_and_only_then_by_two_tiles() -> None:
    """Every place of every room of the designer's board and of twenty others; never by coordinates."""
    dice, told = Random(5), 0
    for board in (CLASSIC, *(random_board(dice) for _ in range(20))):
        for room, turns in product(ROOMS, range(6)):
            labels = [str(one.label) for one in place_question(layout(board), room, turns, valid_places).choices]
            assert len(set(labels)) == len(labels)
            bare = [CONTACT.sub("", label) for label in labels]
            alike = Counter(bare)
            assert all((alike[rooms] > 1) == (rooms != label) for rooms, label in zip(bare, labels, strict=True))
            assert not any(re.search(r"\d,|\(", label) for label in labels)
            told += len(labels)
    assert told > 500


def test_the_questions_reach_every_step_and_no_other() -> None:
    """Walked in full wherever that is short."""
    rng, seen = Random(8), 0
    for _ in range(40):
        state = GAME.rules.load(random_line(rng), {})
        seat = Seat(state.mover)
        legal = GAME.rules.legal(state, seat)
        count = legal.count()
        if count is None or count > 400:
            continue
        found = {GAME.presenter.compose(draft) for draft in walk(partial(GAME.presenter.ask, state, seat))}
        assert found == {GAME.rules.text(move) for move in legal}
        seen += 1
    assert seen > 10


def test_drafts_that_lead_nowhere_are_refused() -> None:
    state = on_card("P1W P2B", owners="---w---")
    for draft in (("m:Y1",), ("b", "b"), ("Us:",), ("hello",), ("Ye:", "W>"), (DONE,)):
        with pytest.raises(IllegalMove):
            GAME.presenter.ask(state, Seat(0), draft)
        assert GAME.presenter.preview(state, Seat(0), draft).title == "Piously"


def test_a_whole_draft_is_previewed_as_played() -> None:
    state = on_card("P1W I4B")
    assert GAME.presenter.preview(state, Seat(0), ("b",)) == GAME.presenter.table(play(state, "b"), Seat(0))


def test_partial_results_are_previewed() -> None:
    usurper = on_card("Y4W P1wU P2w P3w", owners="---w---")
    auras = [
        piece.cell for piece in GAME.presenter.preview(usurper, Seat(0), ("Us:", "-P2")).pieces if piece.glyph == "aura"
    ]
    assert auras == ["P1", "P3"]
    yeoman = on_card("P1wY P2W", owners="------w")
    pieces = GAME.presenter.preview(yeoman, Seat(0), ("Ye:", "Y>", "P2")).pieces
    assert [piece.cell for piece in pieces if piece.glyph != "aura"] == ["P2", "P2"]
    chosen = GAME.presenter.preview(yeoman, Seat(0), ("Ye:", "Y>")).marks
    assert chosen[0].cells == ("P1",)
    upset = GAME.presenter.preview(on_card("P1wW P2b", owners="---b---"), Seat(0), ("Up:", "wP3"))
    assert upset.marks[0].cells == ("P3",)


BUILD = GAME.rules.start(2, {})


def test_building_begins_with_a_board() -> None:
    """2: four boards at a time, shown together."""
    question = ask(BUILD)
    assert tokens(question) == ["classic", "#1", "#2", "#3", "more"]
    assert tokens(ask(BUILD, "more")) == ["#4", "#5", "#6", "#7", "more"]
    sheet = GAME.presenter.preview(BUILD, Seat(1), ())
    assert len(sheet.areas[0].cells) == 4 * 28
    assert len({cell.at for cell in sheet.areas[0].cells}) == 4 * 28
    assert complete(BUILD, "classic", DONE) == f"board:{CARD}"
    assert play(BUILD, complete(BUILD, "more", "#5", DONE)).phase == "place"


def test_building_moves_single_rooms() -> None:
    """2: Done is offered while the board is valid; else the question says why it is not."""
    assert tokens(ask(BUILD, "classic"))[:2] == [DONE, "P@"]
    assert len(tokens(ask(BUILD, "classic", "Y@"))) == 6
    places = ask(BUILD, "classic", "Y@", "turn1:")
    groups = [str(choice.group) for choice in places.choices]
    assert groups == sorted(groups, reverse=True)
    assert set(groups) == {"Valid board", "Not valid yet"}
    bad = next(choice for choice in places.choices if choice.group == "Not valid yet")
    assert bad.note
    broken = ask(BUILD, "classic", "Y@", "turn1:", bad.token)
    assert DONE not in tokens(broken)
    assert str(broken.prompt) == f"Not valid yet: {bad.note}"
    assert DONE in tokens(ask(BUILD, "classic", "Y@", "turn1:", bad.token, "again"))
    good = complete(BUILD, "classic", "Y@", "turn1:", places.choices[0].token, DONE)
    assert find_flaw(play(BUILD, good).board) is None


def test_building_begins_with_any_valid_board_that_is_typed() -> None:
    other = CARD.replace("Y-3,1,0", "Y-3,1,2")
    assert complete(BUILD, other, DONE) == f"board:{other}"
    assert GAME.presenter.tokens(BUILD, GAME.rules.parse(other)) == (other, DONE)
    with pytest.raises(IllegalMove):
        GAME.presenter.ask(BUILD, Seat(1), (CARD.replace("Y-3,1,0", "Y-9,1,0"),))
    with pytest.raises(IllegalMove):
        GAME.presenter.ask(BUILD, Seat(1), ("no/board",))


def test_building_comes_to_an_end() -> None:
    """Whatever is chosen, the draft is whole after a dozen moves."""
    rng = Random(2)
    for _ in range(5):
        draft: tuple[str, ...] = ("classic",)
        for _ in range(60):
            question = GAME.presenter.ask(BUILD, Seat(1), draft)
            if question is None:
                break
            preview = GAME.presenter.preview(BUILD, Seat(1), draft)
            known = {cell.name for area in preview.areas for cell in area.cells}
            assert all(set(choice.cells) <= known for choice in question.choices)
            draft = (*draft, rng.choice([token for token in answers(question) if token != DONE]))
        assert GAME.rules.parse(GAME.presenter.compose(draft)) in GAME.rules.legal(BUILD, Seat(1))


def test_suggestions_follow_what_is_typed() -> None:
    state = on_card("P1wU P2w P3w I4B Y4W", owners="b--w--b")
    assert GAME.presenter.suggest(state, Seat(0), "m:") == ("m:Y1",)
    assert GAME.presenter.suggest(state, Seat(0), "us:-p2-p3+u") == tuple(
        text for text in GAME.presenter.suggest(state, Seat(0), "us:-p2-p3+u") if text.startswith("Us:-P2-P3+U")
    )
    assert GAME.presenter.suggest(state, Seat(0), "Usurper:-P1") == ("Us:-P1",)
    assert GAME.presenter.suggest(state, Seat(0), "yok")[0].startswith("Yo:")
    assert GAME.presenter.suggest(state, Seat(0), "zz") == ()
    assert GAME.presenter.suggest(state, Seat(1), "") == ()
    assert GAME.presenter.suggest(BUILD, Seat(1), "board:")[0] == f"board:{CARD}"
    assert GAME.presenter.suggest(GAME.rules.start(2, {"board": "classic"}), Seat(0), "@p") == (
        "@P1",
        "@P2",
        "@P3",
        "@P4",
    )


def test_suggestions_are_legal_and_complete_every_beginning() -> None:
    rng = Random(12)
    for _ in range(15):
        state = GAME.rules.load(random_line(rng), {})
        seat = Seat(state.mover)
        legal = GAME.rules.legal(state, seat)
        text = GAME.rules.text(legal.sample(rng))
        assert GAME.presenter.suggest(state, seat, text)[0] == text
        for length in range(len(text)):
            found = GAME.presenter.suggest(state, seat, text[:length])
            assert 0 < len(found) <= 25
            assert all(GAME.rules.parse(move) in legal for move in found)


def test_the_path_of_a_step_leads_to_it() -> None:
    """Over all kinds of steps: tokens and compose are each other's reverse."""
    rng, kinds = Random(3), set()
    for _ in range(80):
        state = GAME.rules.load(random_line(rng), {})
        seat = Seat(state.mover)
        for _ in range(12):
            move = GAME.rules.legal(state, seat).sample(rng)
            path = GAME.presenter.tokens(state, move)
            assert GAME.presenter.ask(state, seat, path) is None
            assert GAME.presenter.compose(path) == GAME.rules.text(move)
            kinds.add(type(move))
    assert len(kinds) == 19
    put = GAME.rules.start(2, {"board": "classic"})
    assert GAME.presenter.tokens(put, GAME.rules.parse("@L2")) == ("@L", "2")


def test_many_pairs_are_asked_for_object_by_object() -> None:
    """Locksmith with several objects: object, then tile; with few or one: at once."""
    state = on_card("P1wW P2wL P3wB X", owners="-----w-")
    assert tokens(ask(state, "Lo:")) == ["W>", "B>", "L>"]
    assert len(tokens(ask(state, "Lo:", "B>"))) == 26
    assert complete(state, "Lo:", "B>", "X") == "Lo:B>X"
    one = on_card("P1wL Y4W", owners="-----w-")
    assert "L>Y1" in tokens(ask(one, "Lo:"))
    drops = on_card("P1W", owners="ww-----")
    assert "d:" in tokens(ask(drops))
    assert tokens(ask(drops, "d:")) == ["P:", "I:"]
    assert complete(drops, "d:", "I:", "S1") == "d:I:S1"


def test_a_spell_is_one_choice_and_then_asks_for_its_target() -> None:
    state = on_card("P1W P2wP I4B", owners="w------")
    assert [token for token in tokens(ask(state)) if token.startswith("Pr")] == ["Pr:"]
    targets = ask(state, "Pr:")
    assert targets.choices[0].cells == (str(targets.choices[0].label),)
    assert complete(state, "Pr:", "P3") == "Pr:P3"


def test_yoke_asks_for_the_object_and_then_for_the_direction() -> None:
    """Each direction points at where the own piece goes: no two at the same tile."""
    state = on_card("P1W U4B P3wP X", owners="w-----b")
    assert tokens(ask(state, "Yo:")) == ["B>", "P>"]
    goals = [choice.cells for choice in ask(state, "Yo:", "B>").choices]
    assert len(set(goals)) == len(goals) > 1


def test_shovel_shows_the_places_where_x_may_go() -> None:
    state = on_card("I4W P1B", owners="----b--")
    question = ask(state, "Sh:")
    assert "North-east" in {str(choice.label) for choice in question.choices}
    cells = {cell.name for cell in GAME.presenter.preview(state, Seat(0), ("Sh:",)).areas[0].cells}
    assert all(choice.cells and cells.issuperset(choice.cells) for choice in question.choices)
    first = question.choices[0]
    assert complete(state, "Sh:", first.token) == f"Sh:{first.token}"


def test_every_choice_has_a_place_of_its_own_that_the_picture_shows() -> None:
    """Numbers in the picture and numbers of the choices are the same, in every question of a turn."""
    rng = Random(4)
    seen: set[str] = set()
    for _ in range(400):
        state = GAME.rules.load(random_line(rng), {})
        draft: tuple[str, ...] = ()
        while (question := GAME.presenter.ask(state, Seat(state.mover), draft)) is not None:
            table = GAME.presenter.preview(state, Seat(state.mover), draft)
            known = {cell.name for area in table.areas for cell in area.cells}
            pointed = [choice.cells[-1] for choice in question.choices if choice.cells]
            assert len(set(pointed)) == len(pointed), (draft, pointed)
            assert known.issuperset(pointed), (draft, pointed)
            draft = (*draft, rng.choice(list(answers(question))))
            seen.add(draft[0][:3])
    assert {f"{code}:" for code in SPELL_CODES if code not in ("Im", "Ov")} <= seen


def test_every_spell_of_the_mover_is_explained_and_why_it_cannot_be_cast() -> None:
    """5.5, 6: what the mover owns, and what may be learnt where the piece stands."""
    state = on_card("P1wP U1W I4B S1b", owners="wwb-b--")
    told = {str(one.title): (str(one.words), str(one.obstacle)) for one in ask(state).explanations}
    assert list(told) == [
        "Priestess", "Illusionist", "Overwork", "Shovel",
        "To learn: Usurper (Black gets Upset)", "To learn: Upset (Black gets Usurper)",
    ]  # fmt: skip
    assert told["Priestess"][1] == ""
    assert told["Illusionist"][1] == "The Illusionist must be on the board to be cast: drop it first."
    spent = play(state, "Pr:P2")
    (priestess,) = [one for one in ask(spent).explanations if one.title == "Priestess"]
    assert priestess.obstacle == "You have already cast Priestess this turn."
    (asked,) = ask(state, "Pr:").explanations
    assert asked.title == "Priestess"


def test_what_is_explained_is_what_may_be_chosen() -> None:
    """A spell stands among the choices exactly when nothing is in its way."""
    rng = Random(6)
    castable: set[str] = set()
    hindered: set[str] = set()
    for _ in range(200):
        state = GAME.rules.load(random_line(rng), {})
        offered = {choice.token[:2] for choice in ask(state).choices if choice.group == "Spells"}
        for spell in SPELLS:
            if owns(state, spell.number):
                assert (spell.code in offered) == (not spell.obstacle(state)), (spell.code, offered)
                (castable if spell.code in offered else hindered).add(spell.code)
    assert castable == set(SPELL_CODES)
    assert hindered == set(SPELL_CODES)


def test_the_steps_of_a_turn_are_summed_up() -> None:
    """As the button says that plays them."""
    start = on_card("P1W I4B")
    steps, state = [], start
    for text in ("b", "m:P3", "b", "end:Pr"):
        steps.append((state, GAME.rules.parse(text)))
        state = play(state, text)
    assert GAME.presenter.summarize(steps[:2]) == "bless P1 and move to P3"
    assert GAME.presenter.summarize(steps) == "Learn Priestess: bless P1, move to P3 and bless P3"
    assert GAME.presenter.summarize([(start, GAME.rules.parse("end"))]) == "End turn"
    assert GAME.presenter.summarize([]) == ""


def test_steps_told_by_lists_are_parted_by_semicolons() -> None:
    """Else nobody can tell where the list of one step ends and the next step begins."""
    state = on_card("P1wW P2wY P3wB", owners="------w")
    yeoman = GAME.rules.parse("Ye:W>P4,Y>P1")
    steps = [(state, GAME.rules.parse("b")), (state, yeoman), (state, GAME.rules.parse("m:P2"))]
    told = "bless P1; Yeoman: the white piece to P4 and the Yeoman to P1; move to P2"
    assert GAME.presenter.summarize(steps) == told
    assert Language("de")(GAME.presenter.summarize(steps)).count("; ") == 2


def test_yoke_and_locksmith_show_what_was_chosen() -> None:
    state = on_card("P1wW P2wL P3wB X", owners="-----w-")
    assert GAME.presenter.preview(state, Seat(0), ("Lo:", "B>")).marks[-1].cells == ("P3",)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_choices_of_a_turn_are_buttons_that_a_phone_shows_whole(language: str) -> None:
    """At most 20, each of at most 20 letters with its number; only what ends the turn may be longer."""
    rng, translate = Random(9), Language(language)
    for _ in range(200):
        question = ask(GAME.rules.load(random_line(rng), {}))
        if str(question.choices[0].token).startswith("@"):
            continue
        assert len(question.choices) <= 20
        labels = [f"{sign} · {translate(choice.label)}" if sign and not choice.sign else translate(choice.label)
                  for sign, choice in zip(signs(question.choices), question.choices, strict=True)
                  if not choice.token.startswith("end")]  # fmt: skip
        assert max((len(label) for label in labels), default=0) <= 20, labels


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rooms_of_a_board_that_may_be_moved_are_buttons(language: str) -> None:
    """With the number of the picture before it, none has more letters than a phone shows."""
    choices = ask(BUILD, "classic").choices
    assert max(len(f"1 · {Language(language)(choice.label)}") for choice in choices if choice.cells) <= 20
    assert len(Language(language)(choices[0].label)) <= 20


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_boards_to_begin_with_are_buttons(language: str) -> None:
    """Their numbers stand on the four boards of the picture."""
    labels = [Language(language)(choice.label) for choice in ask(BUILD).choices]
    assert max(map(len, labels)) <= 20


def test_a_board_is_large_until_a_room_of_it_moves() -> None:
    """Then there is room around it, and the picture stays as it is."""
    chosen, moving = (GAME.presenter.preview(BUILD, Seat(1), draft) for draft in (("#1",), ("#1", "Y@")))
    assert not chosen.areas[0].room
    assert moving.areas[0].room
