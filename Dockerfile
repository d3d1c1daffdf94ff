# syntax=docker/dockerfile:1
# The image of every part of Gate: web service, worker, scheduler (compose.yaml says which command each runs).
#
# The base is named by tag. To pin it, give its digest as your own registry or scanner confirmed it:
#   docker build --build-arg BASE=python:3.13-slim-bookworm@sha256:... .
ARG BASE=python:3.13-slim-bookworm

FROM ${BASE} AS made
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/gate
COPY requirements/build.txt requirements/runtime.txt requirements/
RUN /opt/gate/bin/pip install --require-hashes -r requirements/build.txt \
    && /opt/gate/bin/pip install --require-hashes -r requirements/runtime.txt
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY gate gate
COPY worker worker
RUN /opt/gate/bin/pip install --no-deps --no-build-isolation . \
    && /opt/gate/bin/pip uninstall --yes setuptools pip

FROM ${BASE}
LABEL org.opencontainers.image.title="Gate" \
      org.opencontainers.image.licenses="Apache-2.0"
# git reads local repositories for `gate inspect`, and is the repository behind `gate demo`.
# Its version is that of the base's Debian release, which mends it.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin gate
COPY --from=made /opt/gate /opt/gate
ENV PATH=/opt/gate/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    GATE_HOST=0.0.0.0 \
    GATE_PORT=8000 \
    GATE_DATA_DIR=/data
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["gate"]
CMD ["serve"]
