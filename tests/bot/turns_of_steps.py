"""Matches with other turns than entries of the log: those with deals, and those with several steps a turn."""

from __future__ import annotations

from bot.match.challenges import ChallengeRequest
from bot.match.model import Match
from tests.bot.table import ANA, BEN, HERE, Club

TURN = ("b", "m:P2", "b", "end")
"""Ana's first turn of Piously, step by step."""


async def begin(club: Club, game: str, **options: str) -> Match:
    """Ana, who moves first, plays Ben."""
    challenge = ChallengeRequest(game, ANA, HERE, (BEN,), options=options, first="me")
    return await club.service.accept((await club.service.challenge(challenge)).id, BEN)


async def begin_piously(club: Club) -> Match:
    """Both have set up their altars; Ana begins her first turn."""
    match = await begin(club, "piously", board="classic")
    for person, place in ((ANA, "@P1"), (BEN, "@S1")):
        match = await club.service.submit(match.id, person.user, place)
    return match
