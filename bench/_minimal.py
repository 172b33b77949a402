"""A minimal discord.py bot with `/move`: `python -m bench._minimal ack|picture API CDN TOKEN PICTURE`.

`ack` only acknowledges; `picture` also posts a ready-made picture. Quintet is compared with both.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.client import point_at
from bot.ui.connection.gateway import learn_gateway


def main(mode: str, api: str, cdn: str, token: str, picture: str) -> None:
    """Run the bot until it is killed."""
    point_at(api, cdn)
    client = discord.Client(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.1)
    tree = app_commands.CommandTree(client)
    png = Path(picture).read_bytes()

    @tree.command(name="move", description="A move")
    async def move(interaction: discord.Interaction[Any], move: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if mode == "picture":
            channel = client.get_partial_messageable(interaction.channel_id or 0)
            await channel.send(f"Move {move} ", file=discord.File(BytesIO(png), "board.png"))
        await interaction.edit_original_response(content=f"Played {move}")

    @client.event
    async def setup_hook() -> None:
        await learn_gateway(client.http, api)

    @client.event
    async def on_ready() -> None:
        await tree.sync()
        print('"ready"', flush=True)

    client.run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
