"""/profile and /leaderboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from discord import ui

import games
from bot.club.leaderboards import Standing
from bot.club.ratings import Rating, RatingChange
from bot.match.model import Match, UserId
from bot.ui.components import items
from bot.ui.components.limits import MESSAGE_TEXT
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.pages.card import result, title
from render.chart import Curve, Rated


def curves(changes: Mapping[str, Sequence[RatingChange]]) -> list[Curve]:
    """Rating curves, one for each game."""
    return [
        Curve(games.find(game).info.title, tuple(Rated(_moment(change.at), change.after) for change in found))
        for game, found in changes.items()
        if found
    ]


def _moment(instant: int) -> datetime:
    return datetime.fromtimestamp(instant / 1000, UTC)


def profile(
    name: str, ratings: Sequence[Rating], recent: Sequence[Match], picture: tuple[str, str] | None, language: Language
) -> ui.LayoutView:
    """Ratings, record, titles and the last matches of a person."""
    lines = [f"## {plain(name)}"]
    if not ratings:
        lines.append(language.gettext("No rated matches yet. Challenge somebody with /challenge."))
    for rating in ratings:
        held = f" · {language(rating.title)}" if rating.title else ""
        record = language.gettext(
            "{won} won, {tied} tied, {lost} lost", won=rating.won, tied=rating.tied, lost=rating.lost
        )
        lines.append(f"**{games.find(rating.game).info.title}** {rating}{held} · {record}")
    rows: list[items.Item] = [items.text("\n".join(lines))]
    if picture is not None:
        rows.append(items.picture(*picture))
    if recent:
        shown = [f"### {language.gettext('Recent matches')}"]
        room = MESSAGE_TEXT - sum(len(line) + 1 for line in (*lines, *shown))
        for match in recent:
            line = f"- {title(match, language)} · {result(match, language)}"
            room -= len(line) + 1
            if room < 0:
                break
            shown.append(line)
        rows.append(items.text("\n".join(shown)))
    return items.layout(*rows)


def leaderboard(
    game: str, scope: str, standings: Sequence[Standing], names: Mapping[UserId, str], language: Language
) -> ui.LayoutView:
    """The strongest players of a game, and last whoever asks, where they stand below."""
    heading = f"## {games.find(game).info.title} · {scope}"
    if not standings:
        return items.layout(items.text(f"{heading}\n{language.gettext('Nobody has played a rated match yet.')}"))
    lines = [  # not as a list, which Discord would number itself, without gaps
        f"{place}\\. {plain(names.get(rating.user, '?'))} · **{rating}**"
        + (f" · {language(rating.title)}" if rating.title else "")
        + " · "
        + language.ngettext("{n} match", "{n} matches", rating.matches)
        for place, rating in standings
    ]
    return items.layout(items.text("\n".join([heading, *lines])))
