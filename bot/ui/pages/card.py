"""The card of a match: the challenge, and later its result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from discord import ui

from bot.club.reliability import Reliability
from bot.match.errors import MatchError
from bot.match.model import Match, Player, Stage, UserId
from bot.match.names import has_free_seat, name_of, numbered_names, side_in_brackets, title_names
from bot.match.play import game_of, state_of
from bot.match.sides import belongs_here
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import bare, plain, relative
from bot.ui.i18n.language import Language, with_capital
from bot.ui.limits import THREAD_NAME, clip
from bot.ui.pages.people import address, address_player
from bot.ui.pages.reliability import reliability_of_all
from games.core.diagram import held_words
from games.core.errors import GameError
from games.core.status import Outcome
from games.core.table import PlayerStrip

_MOST_NOTE = 120
_MOST_OPTION = 60
"""The longest value of an option, in characters: a board of one's own may have thousands."""
"""The longest list of what a player's points consist of, in characters."""


def card(
    match: Match,
    thread: int | None,
    language: Language,
    picture: str | None = None,
    reliability: Mapping[UserId, Reliability] = MappingProxyType({}),
    have_played: Collection[UserId] = (),
) -> ui.LayoutView:
    """Return the card in its current stage; `thread` is where the match is played, `picture` the set-up's file.

    A challenge tells how reliably its people play, and what the game is about unless all of them `have_played` it.
    """
    rows: list[items.Item] = [items.text(card_text(match, thread, language))]
    if match.stage is Stage.INVITED:
        summary = language(game_of(match).info.summary)
        if picture is not None:
            rows.append(items.picture(picture, f"{game_of(match).info.title}: {summary}"))
        if known := reliability_of_all(match, reliability, language):
            rows.append(items.text("\n".join(known)))
        if match.open or not set(match.people) <= set(have_played):
            rows.append(items.text(f"-# {language.gettext('Never played it? {summary}', summary=plain(summary, 200))}"))
        rows.append(_open_controls(match, language) if match.open else _challenge_controls(match, language))
    return items.layout(*rows)


def title(match: Match, language: Language) -> str:
    """Return game, players and code on one line of Markdown."""
    names = _versus(match, [plain(language(name)) for name in title_names(match)], language)
    return f"{game_of(match).info.title} · {names} · #{match.code}"


def is_named_after(name: str, match: Match) -> bool:
    """Whether a thread of this name was opened for this match; a rematch played in it has another code."""
    return name.endswith(f"#{match.code}")


def thread_name(match: Match, language: Language) -> str:
    """Return the same as a thread's name: plain text, truncated, but with the code."""
    code = f" · #{match.code}"
    return clip(f"{game_of(match).info.title} · {players_line(match, language)}", THREAD_NAME - len(code)) + code


def players_line(match: Match, language: Language) -> str:
    """Return who plays, as plain text."""
    return _versus(match, [bare(language(name)) for name in title_names(match)], language)


def _versus(match: Match, names: Sequence[str], language: Language) -> str:
    """Return the players: "Ana vs Ben" for two, else (or with a free seat) a list."""
    if len(names) != 2 or len(match.players) != 2 or has_free_seat(match):
        return language.join_list(names)
    return language.gettext("{one} vs {other}", one=names[0], other=names[1])


def details(match: Match, language: Language) -> str:
    """Return options, clock, and rated or not, on one line of Markdown."""
    rated = language.gettext("rated") if match.counts else language.gettext("unrated")
    return f"{_options_and_clock(match, language)} · {rated}"


def _options_and_clock(match: Match, language: Language) -> str:
    info = game_of(match).info
    chosen = [
        f"{language(option.title)}: {plain(language(option.label(match.options[option.key])), _MOST_OPTION)}"
        for option in info.options
        if match.options.get(option.key, option.default) != option.default
    ]
    return with_capital(" · ".join([*chosen, language(match.time.words())]))


def card_text(match: Match, thread: int | None, language: Language) -> str:
    """Return the text of a card, as Markdown."""
    lines = [f"### {title(match, language)}", details(match, language), *_across(match, language)]
    if match.stage is Stage.INVITED:
        lines += _challenge_lines(match, language)
    elif match.stage is Stage.CANCELLED and match.outcome is not None:
        reason = plain(language(match.outcome.reason), 80)
        if match.open:
            lines.append(language.gettext("Table closed: {reason}.", reason=reason))
        else:
            lines.append(language.gettext("Challenge closed: {reason}.", reason=reason))
    elif thread is not None and thread != match.place.channel:
        lines.append(language.gettext("Played in {place}", place=f"<#{thread}>"))
    if match.stage in {Stage.OVER, Stage.ABORTED}:
        lines.append(f"**{result(match, language)}**")
    return "\n".join(lines)


def is_card(text: str, match: Match, language: Language) -> bool:
    """Whether this is the text of the match's card in any stage, and not of its board."""
    return f"#{match.code}\n{_options_and_clock(match, language)}" in text


def _across(match: Match, language: Language) -> list[str]:
    """Return the players on the other server, and its name if it may be shown."""
    if match.other is None:
        is_waiting = match.open_across and match.stage is Stage.INVITED
        return [language.gettext("People from other servers can join, too.")] if is_waiting else []
    strangers = [player.name for player in match.players if player.user and not belongs_here(match, player.user)]
    name, server = language.join_list(map(plain, strangers)), plain(match.other.server)
    if not name:
        return [language.gettext("Played across servers")]
    if not server:
        return [
            language.ngettext(
                "{name} plays on another server.", "{name} play on another server.", len(strangers), name=name
            )
        ]
    return [
        language.ngettext(
            "{name} plays on another server: {server}.",
            "{name} play on another server: {server}.",
            len(strangers),
            name=name,
            server=server,
        )
    ]


def _challenge_lines(match: Match, language: Language) -> list[str]:
    lines = []
    waiting = [address(match, p.user, language) for p in match.players if p.user is not None and not p.accepted]
    if waiting:
        asked = language.join_list(dict.fromkeys(waiting))
        lines.append(
            language.gettext(
                "{host} challenges {people} to {game}.",
                people=asked,
                host=address(match, match.host, language),
                game=language(game_of(match).info.title),
            )
        )
    if match.open:
        taken = [
            plain(language(name))
            for name, player in zip(numbered_names(match), match.players, strict=True)
            if player.user is not None or player.ai is not None
        ]
        lines.append(
            language.gettext(
                "Open table, {n} of {all} seats taken: {names}.",
                n=len(taken),
                all=len(match.players),
                names=language.join_list(taken),
            )
        )
    if match.deadline is not None:
        lines.append(language.gettext("Expires {when}.", when=relative(match.deadline)))
    if match.place.external:
        lines.append(
            "-# " + language.gettext("I'm not a member here: boards come with your moves, reminders by direct message.")
        )
    return lines


def _challenge_controls(match: Match, language: Language) -> items.Row:
    return items.buttons(
        items.button(Click("accept", match.id), language.gettext("Accept"), Style.success),
        items.button(Click("decline", match.id), language.gettext("Decline"), Style.danger),
        items.button(Click("rules", match.id), language.gettext("Rules")),
        items.button(Click("cancel", match.id), language.gettext("Cancel")),
    )


def _open_controls(match: Match, language: Language) -> items.Row:
    return items.buttons(
        items.button(Click("join", match.id), language.gettext("Join"), Style.success),
        items.button(Click("leave", match.id), language.gettext("Leave")),
        items.button(Click("start", match.id), language.gettext("Start"), Style.primary),
        items.button(Click("fill", match.id), language.gettext("Fill with AI")),
        items.button(Click("rules", match.id), language.gettext("Rules")),
    )


def answers_for(match: Match, user: UserId, language: Language) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of an open card that this person may press."""
    seats = match.seats_of(user)
    shown = []
    if match.open and not seats:
        shown.append(items.button(Click("join", match.id), language.gettext("Join"), Style.success))
    if not all(player.accepted for player in seats):
        shown.append(items.button(Click("accept", match.id), language.gettext("Accept"), Style.success))
    if match.open and user == match.host:
        shown.append(items.button(Click("start", match.id), language.gettext("Start"), Style.primary))
        shown.append(items.button(Click("fill", match.id), language.gettext("Fill with AI")))
    if user == match.host:
        shown.append(items.button(Click("cancel", match.id), language.gettext("Cancel")))
    elif seats and match.open:
        shown.append(items.button(Click("leave", match.id), language.gettext("Leave")))
    elif seats:
        shown.append(items.button(Click("decline", match.id), language.gettext("Decline"), Style.danger))
    return shown


def result_line(match: Match, thread: int | None, language: Language) -> ui.LayoutView:
    """Return the line for the results channel."""
    where = f"\n<#{thread}>" if thread is not None else ""
    row = items.buttons(items.button(Click("replay", match.id), language.gettext("Replay")))
    return items.layout(items.text(f"**{title(match, language)}**\n{result(match, language)}{where}"), row)


def _without_marks(words: str, length: int = 40) -> str:
    return clip(bare(words), length)


def drawn_result(match: Match, language: Language) -> str:
    """Return the result for a picture, without Markdown."""
    return result(match, language, _without_marks)


def result(match: Match, language: Language, written: Callable[..., str] = plain) -> str:
    """Return the winner and the reason, as Markdown; `written` formats text written by people."""
    if match.outcome is None:
        return ""
    reason = written(language(match.outcome.reason), 120)
    if not match.outcome.places:
        return language.gettext("The match ended without a result: {reason}.", reason=reason)
    winners = [written(language(name_of(match, player))) for player in match.players if player.place == 1]
    names, scores = language.join_list(dict.fromkeys(winners)), _scores(match.outcome, language)
    if len(winners) == 1:
        if scores:
            return language.gettext("{name} wins {scores}: {reason}.", name=names, scores=scores, reason=reason)
        return language.gettext("{name} wins: {reason}.", name=names, reason=reason)
    if len(winners) == len(match.players):
        if scores:
            return language.gettext("{names} draw {scores}: {reason}.", names=names, scores=scores, reason=reason)
        return language.gettext("{names} draw: {reason}.", names=names, reason=reason)
    if scores:
        return language.gettext(
            "{names} share first place {scores}: {reason}.", names=names, scores=scores, reason=reason
        )
    return language.gettext("{names} share first place: {reason}.", names=names, reason=reason)


def _scores(outcome: Outcome, language: Language) -> str:
    """Return the final scores in order of places, such as 130–92."""
    ranked = sorted(zip(outcome.places, outcome.scores, strict=False), key=lambda placed: placed[0])
    return join_scores([str(score) for _, score in ranked], language)


def join_scores(scores: Sequence[str], language: Language) -> str:
    """Join scores: "130–92", in German "130:92". Three keep the dash, since "22:21:19" is a time of day."""
    return (language.pgettext("between two scores", "–") if len(scores) == 2 else "–").join(scores)


def points(match: Match, language: Language) -> list[str]:
    """Return the final table: place, name, points and what they consist of, one line each, as Markdown."""
    if match.outcome is None or not match.outcome.places:
        return []
    scores: Sequence[int | str] = match.outcome.scores or ("",) * len(match.players)
    strips = {strip.seat: strip for strip in _final_strips(match)}
    ranked = sorted(zip(match.outcome.places, match.players, scores, strict=True), key=lambda entry: entry[0])
    return [
        _points_line(match, place, player, score, strips.get(player.seat), language) for place, player, score in ranked
    ]


def _final_strips(match: Match) -> Sequence[PlayerStrip]:
    game = game_of(match)
    try:
        return [final_strip(strip) for strip in game.presenter.table(state_of(match), None).players]
    except (GameError, MatchError):  # a record made under older rules
        return ()


def final_strip(strip: PlayerStrip) -> PlayerStrip:
    """Return a player's strip after the end, without what was true only during the match."""
    tokens = tuple(token for token in strip.tokens if token.glyph != "marker")
    return replace(strip, note=strip.note if strip.final_note is None else strip.final_note, tokens=tokens)


def _points_line(
    match: Match, place: int, player: Player, score: int | str, strip: PlayerStrip | None, language: Language
) -> str:
    name = address_player(match, player, language)
    side = language(side_in_brackets(match, player.seat))
    rank = rf"{place}\."  # escaped: in a list, Discord would number shared places 1, 2, 3
    head = f"{rank} {name} ({plain(side)})" if side else f"{rank} {name}"
    parts = [strip.note, held_words(strip)] if strip is not None else []
    if score != "":
        told = [language.ngettext("{n} point", "{n} points", int(score))]
    else:  # ended early: show how the match stood
        told = [language(strip.score_words or strip.score)] if strip is not None and strip.score else []
    about = [*told, *(plain(language(part), _MOST_NOTE) for part in parts if part)]
    return f"{head}: {language.join_list(about, 'unit')}" if about else head
