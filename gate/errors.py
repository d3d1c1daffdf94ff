"""What can go wrong in the service. The class says what happens next; `explain` is what a person reads.

GateError
├─ DeliveryRejectedError       nothing is stored; carries the HTTP status
│  ├─ SignatureError           401
│  ├─ MalformedDeliveryError   400
│  ├─ DeliveryTooLargeError    413
│  └─ StoreUnavailableError    503
├─ PayloadError                a stored delivery lacks what its event must carry: outcome "failed"
├─ RetryableError              tried again, not before `retry_after` seconds
│  ├─ GitHubUnavailableError   time-outs, resets, 5xx
│  └─ RateLimitedError         waits until GitHub says
├─ GitHubRefusedError          a 4xx that waiting does not mend: the call, the status, GitHub's words
│  ├─ NotFoundError            404: gone, or not shown to this installation
│  └─ ConflictError            409 or 422: the state is not what the call needs
├─ InstallationGoneError       uninstalled or suspended: stop, keep the state
├─ InputError                  a command's input cannot be read: one line, exit status 2
└─ SettingsError               at start-up only: one line per fault
"""

from __future__ import annotations


class GateError(Exception):
    """Any fault of the service. `str()` is one sentence without secrets; `explain` adds what a person can do about it."""

    explain: str = "Gate met a fault of its own. The operator finds it in the log under this delivery."


class DeliveryRejectedError(GateError):
    """A delivery that is not stored."""

    status = 400


class SignatureError(DeliveryRejectedError):
    """The signature is missing or was not made with any of the webhook secrets."""

    status = 401


class MalformedDeliveryError(DeliveryRejectedError):
    """Not JSON, or a header that every delivery carries is missing."""

    status = 400


class DeliveryTooLargeError(DeliveryRejectedError):
    """Larger than GitHub ever sends (25 MB)."""

    status = 413


class StoreUnavailableError(DeliveryRejectedError):
    """The delivery could not be made durable. It is fetched from GitHub again later."""

    status = 503


class PayloadError(GateError):
    """A stored delivery does not carry what its event must carry."""


class RetryableError(GateError):
    """Waiting may mend it. `retry_after` is in seconds, None when nobody said."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class GitHubUnavailableError(RetryableError):
    """GitHub did not answer, or answered with a server error."""

    explain = "GitHub did not answer. Gate tries again by itself; nothing is let through meanwhile."


class RateLimitedError(RetryableError):
    """GitHub's primary or secondary rate limit was reached."""

    explain = "GitHub's rate limit for this installation is used up. Gate goes on when it is filled again; nothing is let through meanwhile."


class GitHubRefusedError(GateError):
    """GitHub said no, and waiting does not change that."""

    def __init__(self, call: str, status: int, words: str) -> None:
        super().__init__(f"GitHub refused {call} with {status}: {words}")
        self.call = call
        self.status = status
        self.words = words
        self.explain = (
            f"GitHub refused a call that Gate needs ({call}, {status}). "
            "Look at the App's permissions for this repository, then ask for the check again."
        )


class NotFoundError(GitHubRefusedError):
    """GitHub knows no such thing, or does not show it to this installation."""


class ConflictError(GitHubRefusedError):
    """The thing is not in the state that the call needs (409 or 422)."""


class InstallationGoneError(GateError):
    """GitHub gives no token for an installation: it is uninstalled or suspended, if the App's own look says so too."""

    def __init__(self, message: str, installation_id: int = 0) -> None:
        super().__init__(message)
        self.installation_id = installation_id

    explain = "The App is not installed on this repository any more, or is suspended."


class InputError(GateError):
    """A command cannot read its input. `str()` is the one line that is printed."""


class SettingsError(GateError):
    """One or more settings are wrong; `str()` has one line per fault, without any secret's value."""
