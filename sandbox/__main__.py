"""`python -m sandbox`: run a stand-in for Discord on loopback."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from sandbox.gateway.intents import PRIVILEGED, Intent
from sandbox.server import Server
from sandbox.settings import Settings


def parse(arguments: Sequence[str] | None = None) -> Settings:
    """Settings from the command line; QUINTET_OPENAPI and QUINTET_SANDBOX_LATENCY are defaults of two of them."""
    default = Settings()
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="Run a stand-in for Discord on loopback.")
    parser.add_argument("--port", type=int, default=default.port, help="the port; 0 chooses a free one")
    parser.add_argument("--token", default=default.token, help="the bot token that is accepted")
    parser.add_argument("--bot-name", default=default.bot_name, help="the bot's name")
    parser.add_argument("--shards", type=int, default=default.shards, help="how many shards to recommend to the bot")
    parser.add_argument("--heartbeat-ms", type=int, default=default.heartbeat_ms, help="time between heartbeats")
    parser.add_argument(
        "--identify-seconds",
        type=float,
        default=default.identify_seconds,
        help="pause between two IDENTIFYs; 5 on Discord",
    )
    parser.add_argument(
        "--max-concurrency", type=int, default=default.max_concurrency, help="shards that may identify at once"
    )
    parser.add_argument("--privileged-intents", action="store_true", help="switch on all privileged intents")
    parser.add_argument("--no-user-install", action="store_true", help="people can't install the app for themselves")
    parser.add_argument("--no-rate-limits", action="store_true", help="switch off rate limits; only for benchmarks")
    parser.add_argument(
        "--latency",
        type=int,
        metavar="MS",
        default=os.environ.get("QUINTET_SANDBOX_LATENCY", default.latency_ms),
        help="longest way of a request there and back, as over the Internet; each takes a part of it by chance",
    )
    parser.add_argument(
        "--openapi",
        type=Path,
        default=os.environ.get("QUINTET_OPENAPI"),
        help="Discord's OpenAPI description: validate every request and answer against it",
    )
    parser.add_argument("--until-eof", action="store_true", help="end when standard input is closed")
    given = parser.parse_args(arguments)
    return Settings(
        port=given.port,
        token=given.token,
        bot_name=given.bot_name,
        shards=given.shards,
        heartbeat_ms=given.heartbeat_ms,
        identify_seconds=given.identify_seconds,
        max_concurrency=given.max_concurrency,
        privileged=PRIVILEGED if given.privileged_intents else Intent(0),
        latency_ms=given.latency,
        rate_limits=not given.no_rate_limits,
        user_install=not given.no_user_install,
        openapi=Path(given.openapi) if given.openapi else None,
        until_eof=given.until_eof,
    )


async def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM. Ends with one line if the port is taken or the OpenAPI description is not valid."""
    try:
        server = Server(settings)
        address = await server.start()
    except (OSError, OverflowError, ValueError, KeyError) as error:
        raise SystemExit(f"The sandbox cannot start: {error}") from None
    print(f"sandbox listening on {address}", flush=True)
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # On Windows the loop has no signal handlers; Ctrl+C raises KeyboardInterrupt there.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, done.set)
    if settings.until_eof:
        _at_eof(lambda: loop.call_soon_threadsafe(done.set))
    await done.wait()
    await server.stop()


def _at_eof(end: Callable[[], object]) -> None:
    """Call `end` when standard input is closed, which the system does for a parent that was killed, too."""

    def wait() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the sandbox has ended already
            while os.read(0, 4096):
                pass
            end()

    threading.Thread(target=wait, name="eof", daemon=True).start()


def main() -> None:
    """The command."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(parse()))


if __name__ == "__main__":
    main()
