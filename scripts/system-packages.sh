#!/bin/sh
# Installs Debian's packages that the tests run against: PostgreSQL, Redis, Chromium. Does nothing when they are there.
# Without the right to install it names what is missing, and how to get it, in one line and fails.
set -eu

has() {
    command -v "$1" >/dev/null 2>&1
}

missing=
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || has initdb || missing="$missing postgresql"
has redis-server || missing="$missing redis-server"
# Ubuntu's package of that name differs from Debian's, and brings a snap.
chromium=chromium
grep -qs '^ID=ubuntu' /etc/os-release && chromium="chromium-browser"
has chromium || has chromium-browser || has google-chrome || missing="$missing $chromium"
missing=${missing# }
[ -n "$missing" ] || exit 0

command="apt-get install -y --no-install-recommends $missing"
if ! has apt-get; then
    echo "tests need $missing, and there is no apt-get here: install them with this system's own tool" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=
elif has sudo && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "tests need $missing; run: sudo $command" >&2
    exit 1
fi

echo "==> installing $missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # the words of both variables are meant to be split
if ! { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive $command -qq; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "tests need $missing, and this failed: $command" >&2
    exit 1
fi
