"""One running sandbox: REST API, gateway, CDN and the human side on one loopback address."""

from __future__ import annotations

from aiohttp import web

from sandbox.human import HumanSide
from sandbox.rest.cdn import Cdn
from sandbox.rest.pipeline import Pipeline
from sandbox.service import Service
from sandbox.settings import Settings
from sandbox.strict import limits


class Server:
    """Starts and stops a sandbox."""

    def __init__(self, settings: Settings) -> None:
        self.service = Service(settings)
        self._runner: web.AppRunner | None = None

    @property
    def origin(self) -> str:
        """The address, e.g. `http://127.0.0.1:8010`."""
        return self.service.world.origin

    async def start(self) -> str:
        """Listen; port 0 takes a free one. Returns the address."""
        service = self.service
        app = web.Application(client_max_size=limits.REQUEST_BYTES)
        app.add_routes(Pipeline(service).routes())
        app.add_routes([web.get("/gateway", service.gateway.handle), web.get("/gateway/", service.gateway.handle)])
        app.add_routes(Cdn(service.world).routes())
        human = HumanSide(service)
        app.add_routes(human.routes())
        app.on_shutdown.append(human.close)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        settings = service.settings
        site = web.TCPSite(runner, settings.host, settings.port)
        await site.start()
        port = runner.addresses[0][1]
        service.world.origin = f"http://{settings.host}:{port}"
        self._runner = runner
        return self.origin

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        await self.service.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
