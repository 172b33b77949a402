# Quintet as an image: docker build -t quintet . && docker run -e DISCORD_TOKEN=… -v quintet:/data quintet
# Everything is written to /data; the rest may be mounted read-only. `.ci/image.py` runs these steps without an engine.

FROM python:3.13-slim AS build
WORKDIR /app
RUN python -m venv --without-pip /venv
COPY requirements-fast.txt ./
RUN python -m pip --python /venv/bin/python install --quiet --no-cache-dir --require-hashes -r requirements-fast.txt
COPY pyproject.toml ./
COPY games ./games
COPY render ./render
COPY bot ./bot
COPY migrations ./migrations
# Compiled here, since nothing can be written there later: modules, and the searches of AIs.
RUN /venv/bin/python -m compileall -q /app && mkdir /data && \
    QUINTET_KERNELS=/app/kernels /venv/bin/python -m games.prepare

FROM python:3.13-slim
# With it Pillow lays out names in the scripts of India and South-East Asia.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /data /data
ENV PATH=/venv/bin:$PATH HOME=/data QUINTET_DATA=/data QUINTET_KERNELS=/app/kernels PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["python", "-S", "-m", "bot.process.heartbeat"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
