#!/bin/sh
# Writes requirements/*.txt anew from pyproject.toml: every package, its version and its digests, for 3.11 and later, and no index address.
# Extras stay written out, without which pip does not connect `name[extra]` with the digest of `name`.
# What is locked already stays; `sh scripts/lock.sh --upgrade` takes newer versions.
set -eu
cd "$(dirname "$0")/.."

compile() {
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header --no-strip-extras "$@"
}

compile --group build -o requirements/build.txt "$@"
compile pyproject.toml -o requirements/runtime.txt "$@"
compile pyproject.toml --group dev -c requirements/runtime.txt -o requirements/dev.txt "$@"
