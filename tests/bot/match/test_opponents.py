"""Who can be named as an opponent: people who see the challenge, and this bot, as which an AI plays."""

from __future__ import annotations

import pytest

from bot.match.challenges import Person
from bot.match.errors import Refused
from bot.match.model import Place, UserId
from bot.match.opponents import NamedMember, meets_ai, must_see, read_opponents
from tests.bot.table import ANA, BEN, EVE, HERE

BOT = NamedMember(Person(UserId(90), "Quintet"), "this bot", sees=False)
OTHER_BOT = NamedMember(Person(UserId(91), "Dicebot"), "other bot")
CONVERSATION = Place(None, 30, external=True)


def test_people_are_asked_and_this_bot_is_counted() -> None:
    named = [NamedMember(BEN), BOT, NamedMember(EVE), BOT]
    assert read_opponents(named, ANA.user, HERE) == ((BEN, EVE), 2)


def test_another_bot_is_never_an_opponent() -> None:
    with pytest.raises(Refused, match=r"^Dicebot is a bot and can't play\. Ask a person, or choose an AI level\.$"):
        read_opponents([NamedMember(BEN), OTHER_BOT], ANA.user, HERE)
    with pytest.raises(Refused, match=r"^Dicebot is a bot and can't play\. Ask a person\.$"):
        meets_ai(OTHER_BOT)


def test_an_ai_plays_for_this_bot_and_for_nobody_else() -> None:
    assert meets_ai(BOT)
    assert not meets_ai(NamedMember(BEN))


def test_who_does_not_see_the_challenge_is_not_asked() -> None:
    hidden = NamedMember(BEN, sees=False)
    with pytest.raises(Refused, match=r"^Ben can't see this channel\. Challenge them where you both can\.$"):
        must_see(hidden, ANA.user, HERE)
    with pytest.raises(Refused, match="Ben can't see this channel"):
        read_opponents([NamedMember(EVE), hidden], ANA.user, HERE)


def test_who_is_not_in_the_conversation_is_not_asked() -> None:
    with pytest.raises(Refused, match=r"^Ben isn't in this conversation\. Challenge them where you both are\.$"):
        must_see(NamedMember(BEN, sees=False), ANA.user, CONVERSATION)


@pytest.mark.parametrize("place", [HERE, CONVERSATION])
def test_who_is_not_told_to_be_absent_is_asked(place: Place) -> None:
    must_see(NamedMember(BEN, sees=True), ANA.user, place)
    must_see(NamedMember(BEN, sees=None), ANA.user, place)


@pytest.mark.parametrize("place", [HERE, Place(None, 30), CONVERSATION])
def test_hosts_and_ais_need_not_be_seen_there(place: Place) -> None:
    """Hot seat and matches against AIs are played in direct messages, too."""
    must_see(NamedMember(ANA, sees=False), ANA.user, place)
    must_see(BOT, ANA.user, place)
