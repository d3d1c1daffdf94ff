"""The figures of `/metrics`. Labels hold GitHub's event names and words of ours: no repository, no person, nothing a stranger chooses."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

DELIVERIES = Counter(
    "gate_deliveries",
    "Deliveries answered by the intake, by event and HTTP status.",
    ["event", "status"],
    registry=REGISTRY,
)
INTAKE_SECONDS = Histogram(
    "gate_intake_seconds",
    "Seconds from the first byte of a stored delivery to its answer.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
WAITING = Gauge("gate_deliveries_waiting", "Deliveries received and not yet on disk.", registry=REGISTRY)
GROUPS = Counter(
    "gate_delivery_groups", "Transactions that stored deliveries, by outcome.", ["outcome"], registry=REGISTRY
)
GITHUB_CALLS = Counter(
    "gate_github_calls", "Calls to GitHub, by method and HTTP status.", ["method", "status"], registry=REGISTRY
)
QUOTA_LEFT = Gauge(
    "gate_github_quota_left", "Calls left before the rate limit, as GitHub said last.", ["resource"], registry=REGISTRY
)


def count_github_call(method: str, _path: str, status: int, headers: Mapping[str, str]) -> None:
    """Counts one call to GitHub and notes what it says of the rate limit."""
    GITHUB_CALLS.labels(method, str(status)).inc()
    left, resource = headers.get("x-ratelimit-remaining", ""), headers.get("x-ratelimit-resource", "")
    if left.isdigit() and resource.isalnum():
        QUOTA_LEFT.labels(resource).set(int(left))


def render() -> bytes:
    """All figures as Prometheus text."""
    return generate_latest(REGISTRY)
