"""What both ends of the broker agree on: the queue, the names of the two tasks, and how Redis is spoken to.

A message says "wake up", never what to do: the rows are the queue (docs/adr/0004, docs/adr/0014).
"""

from __future__ import annotations

from typing import Any

WAKE = "gate.wake"
SWEEP = "gate.sweep"
QUEUE = "gate"

WAKE_EXPIRES = 60
"""Seconds after which a wake-up that nobody took is thrown away: the next one, or the scheduler's, does the same."""


def configuration(broker_url: str) -> dict[str, Any]:
    """Celery's settings for sender, worker and scheduler alike; `broker_url` is a Redis URL."""
    return {
        "broker_url": broker_url,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,  # Redis may be away for as long as it likes
        "broker_transport_options": {
            # A wake-up that a killed worker had taken is handed out again this many seconds later, longer than a task lasts ...
            "visibility_timeout": 300,
            # ... if it is looked for: by default kombu looks every hundred seconds.
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 3,
            "socket_timeout": 15,
            "socket_keepalive": True,
        },
        "task_default_queue": QUEUE,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "enable_utc": True,
    }
