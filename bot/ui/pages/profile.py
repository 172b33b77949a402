"""/profile and /leaderboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from discord import ui

import games
from bot.club.leaderboards import Standing
from bot.club.ratings import Rating, RatingChange
from bot.club.reliability import NOTHING_KNOWN, Reliability
from bot.match.model import UserId
from bot.ui.components import items
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.limits import ALT_TEXT, MESSAGE_TEXT, clip
from bot.ui.pages.overview import LinkedMatch, linked_line
from bot.ui.pages.reliability import reliability_line
from render import cards
from render.theme import ThemeName


class Subject(NamedTuple):
    """Whose profile is shown, and of which game only."""

    name: str
    whose: Literal["own", "another's", "a bot's"] = "another's"
    game: str | None = None


def profile(
    subject: Subject,
    ratings: Sequence[Rating],
    recent: Sequence[LinkedMatch],
    picture: tuple[str, str] | None,
    language: Language,
    reliability: Reliability = NOTHING_KNOWN,
    ways: Sequence[items.Item] = (),
) -> ui.LayoutView:
    """Return a person's ratings, record, titles and last matches, as a picture (file, alt text) or in words.

    Below stands how reliably they play, if enough is known; without a rating what to do about it, and the
    `ways` to a match.
    """
    lines = [f"## {plain(subject.name)}"]
    if not ratings:
        lines.append(_no_ratings(subject, language))
    elif picture is None:
        lines += [f"**{games.find(rating.game).info.title}** {_rating_line(rating, language)}" for rating in ratings]
    rows: list[items.Item] = [items.text("\n".join(lines))]
    if picture is not None:
        rows.append(items.picture(*picture))
    if unsure := _unsure(ratings, language):
        lines.append(unsure)
        rows.append(items.text(unsure))
    if known := reliability_line(reliability, language):
        lines.append(known)
        rows.append(items.text(known))
    if recent:
        shown = [f"### {language.gettext('Recent matches')}"]
        room = MESSAGE_TEXT - sum(len(line) + 1 for line in (*lines, *shown))
        for one in recent:
            line = f"- {linked_line(one.match, one.jump, language)}"
            room -= len(line) + 1
            if room < 0:
                break
            shown.append(line)
        rows.append(items.text("\n".join(shown)))
    return items.layout(*rows, *(() if ratings else ways))


def _no_ratings(subject: Subject, language: Language) -> str:
    """Return what stands in place of ratings where there are none, of a game or of all, and what to do about it."""
    name, key = plain(subject.name), subject.game
    if subject.whose == "a bot's":
        return language.gettext("{name} is a bot. Matches against AIs are not rated.", name=name)
    if key is None and subject.whose == "own":
        return language.gettext("You have no rated match yet. Challenge somebody with /challenge.")
    if key is None:
        return language.gettext("{name} has no rated match yet. Challenge {name} with /challenge.", name=name)
    game = games.find(key).info.title
    if subject.whose == "own":
        return language.gettext(
            "You have no rated match of {game} yet. Challenge somebody with /{command}.", game=game, command=key
        )
    return language.gettext(
        "{name} has no rated match of {game} yet. Challenge {name} with /{command}.",
        name=name,
        game=game,
        command=key,
    )


def _unsure(ratings: Sequence[Rating], language: Language) -> str:
    """Explain the sign of provisional ratings; empty if no rating is provisional."""
    if not any(rating.provisional for rating in ratings):
        return ""
    return f"-# {language.gettext('A ? means few matches so far: the rating can still change a lot.')}"


def _rating_line(rating: Rating, language: Language) -> str:
    """Return a line with the rating, title and record."""
    return " · ".join(part for part in (str(rating), language(rating.title or ""), _record(rating, language)) if part)


def _record(rating: Rating, language: Language) -> str:
    return language.gettext("{won} won, {tied} drawn, {lost} lost", won=rating.won, tied=rating.tied, lost=rating.lost)


def profile_alt(name: str, ratings: Sequence[Rating], language: Language) -> str:
    """Return the alt text of a profile's picture."""
    lines = [f"{games.find(rating.game).info.title}: {_rating_line(rating, language)}" for rating in ratings]
    return clip("\n".join([language.gettext("Ratings of {name}", name=name), *lines]), ALT_TEXT)


def draw_profile(
    name: str,
    ratings: Sequence[Rating],
    changes: Mapping[str, Sequence[RatingChange]],
    theme: ThemeName,
    language: Language,
) -> bytes:
    """Draw the picture of a profile, with a curve for each game."""
    achievements = [
        cards.Achievement(
            language(games.find(rating.game).info.title),
            str(rating),
            language(rating.title or ""),
            _record(rating, language),
            tuple((_moment(change.at), float(change.after)) for change in changes.get(rating.game, ())),
        )
        for rating in ratings
    ]
    total = sum(rating.matches for rating in ratings)
    note = language.ngettext("{n} match", "{n} matches", total)
    return cards.profile(name, achievements, note, theme, language=language)


def _moment(instant: int) -> datetime:
    return datetime.fromtimestamp(instant / 1000, UTC)


def leaderboard(
    game: str,
    scope: str,
    standings: Sequence[Standing],
    names: Mapping[UserId, str],
    picture: tuple[str, str] | None,
    language: Language,
    ways: Sequence[items.Item] = (),
) -> ui.LayoutView:
    """Return the strongest players of a game and, if below them, the viewer, as a picture or in words.

    Where nobody stands there yet, the `ways` to a match follow.
    """
    heading = f"## {games.find(game).info.title} · {scope}"
    if not standings:
        nobody = language.gettext("Nobody has played a rated match yet.")
        return items.layout(items.text(f"{heading}\n{nobody}"), *ways)
    unsure = _unsure([rating for _, rating in standings], language)
    if picture is not None:
        below = [items.text(unsure)] if unsure else []
        return items.layout(items.text(heading), items.picture(*picture), *below)
    lines = [  # escaped: Discord would number a list itself, without gaps
        f"{place}\\. {plain(names.get(rating.user, '?'))} · **{rating}**"
        + (f" · {language(rating.title)}" if rating.title else "")
        + f" · {_matches(rating, language)}"
        for place, rating in standings
    ]
    return items.layout(items.text("\n".join([heading, *lines, *([unsure] if unsure else [])])))


def _matches(rating: Rating, language: Language) -> str:
    return language.ngettext("{n} match", "{n} matches", rating.matches)


def leaderboard_alt(standings: Sequence[Standing], names: Mapping[UserId, str], language: Language) -> str:
    """Return the alt text of a leaderboard's picture."""
    lines = [
        f"{place}. {names.get(rating.user, '?')}: {rating}, {_matches(rating, language)}" for place, rating in standings
    ]
    return clip("\n".join(lines), ALT_TEXT)


def draw_leaderboard(
    game: str,
    scope: str,
    standings: Sequence[Standing],
    names: Mapping[UserId, str],
    viewer: UserId,
    theme: ThemeName,
    language: Language,
) -> bytes:
    """Draw the picture of a leaderboard; the viewer's line is framed."""
    entries = [
        cards.Entry(
            place,
            names.get(rating.user, "?"),
            (str(rating.matches), str(rating)),
            language(rating.title or ""),
            own=rating.user == viewer,
        )
        for place, rating in standings
    ]
    columns = (language.gettext("Matches"), language.gettext("Rating"))
    return cards.listing(language(games.find(game).info.title), columns, entries, scope, theme)
