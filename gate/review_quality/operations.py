"""What surrounds review: agents' sessions, credentials, cached environments and tools (O1 to O4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from gate.review_quality import events
from gate.review_quality.event_log import Entry
from gate.review_quality.proportion import proportion
from gate.review_quality.quantiles import quantile
from gate.review_quality.survival import KaplanMeier, garwood

_DAY = 86_400.0


def operation_metrics(entries: Iterable[Entry], as_of: float, confidence: float) -> dict[str, Any]:
    """O1 blocked requests over sessions with telemetry, O2 minutes from suspicion to revocation with open cases censored,
    O3 the oldest environment that was not evicted (a rebuild resets its age), O4 tools by agent.
    """
    blocked: dict[str, int] = {}
    suspected: dict[str, float] = {}
    revoked: dict[str, float] = {}
    created: dict[str, float] = {}
    tools: dict[str, int] = {}
    for entry in entries:
        match entry.event:
            case events.Session() as session:
                blocked[session.session] = session.blocked
            case events.CredentialSuspected() as suspicion:
                suspected.setdefault(suspicion.credential, entry.at)
            case events.CredentialRevoked() as revocation:
                revoked.setdefault(revocation.credential, entry.at)
            case events.EnvironmentCreated() as creation:
                created[creation.environment] = entry.at
            case events.EnvironmentEvicted() as eviction:
                created.pop(eviction.environment, None)
            case events.Tools() as granted:
                tools[granted.agent] = granted.count
            case _:
                pass
    oldest = min(created, key=lambda name: (created[name], name), default=None)
    return {
        **_sessions(list(blocked.values()), confidence),
        "oldest_env": oldest,
        "oldest_env_days": None if oldest is None else (as_of - created[oldest]) / _DAY,
        **_revocations(suspected, revoked, as_of),
        "tools_latest": tools,
        "tools_max": max(tools.values(), default=None),
        "tools_median": quantile(list(tools.values()), 0.5),
    }


def _sessions(blocked: list[int], confidence: float) -> dict[str, Any]:
    """Blocked requests are over-dispersed (index = variance / mean): quantiles, not the mean, describe them."""
    n, total = len(blocked), sum(blocked)
    return {
        "blocked_p95": quantile(blocked, 0.95),
        "blocked_per_session": total / n if n else None,
        "blocked_per_session_ci": [bound / n for bound in garwood(total, confidence)] if n else None,
        "blocked_total": total,
        "dispersion_index": float(np.var(blocked, ddof=1)) / (total / n) if n > 1 and total else None,
        "sessions": n,
        "sessions_with_block": proportion(sum(count > 0 for count in blocked), n, confidence),
    }


def _revocations(suspected: Mapping[str, float], revoked: Mapping[str, float], as_of: float) -> dict[str, Any]:
    minutes: list[float] = []
    closed: list[bool] = []
    for credential, since in suspected.items():
        until = revoked.get(credential)
        minutes.append(((as_of if until is None else max(until, since)) - since) / 60.0)
        closed.append(until is not None)
    done = [value for value, ended in zip(minutes, closed, strict=True) if ended]
    pending = [value for value, ended in zip(minutes, closed, strict=True) if not ended]
    return {
        "revoke_max_min_closed": max(done, default=None),
        "revoke_median_min_km": KaplanMeier(np.asarray(minutes, dtype=float), np.asarray(closed, dtype=bool)).median,
        "revoke_oldest_open_min": max(pending, default=None),
        "revoke_open": len(pending),
    }
