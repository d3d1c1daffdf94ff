#!/bin/sh
# Makes .venv and installs into it what is locked: `sh scripts/setup.sh runtime` for the service, `... dev` for its tests too.
# Done once per change of a lock file. PYTHON names another interpreter; without it the newest of 3.11 to 3.13 is taken.
set -eu
cd "$(dirname "$0")/.."

kind=${1:-runtime}
venv=.venv
case $kind in
    runtime | dev) ;;
    *) echo "usage: sh scripts/setup.sh runtime|dev" >&2; exit 2 ;;
esac

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        fits "$PYTHON" || { echo "setup: PYTHON=$PYTHON is not a Python 3.11, 3.12 or 3.13" >&2; return 1; }
        echo "$PYTHON"
        return
    fi
    for candidate in python3.13 python3.12 python3.11 python3; do
        # One without ensurepip (Debian keeps it in python3-venv) cannot make an environment.
        if fits "$candidate" && "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "setup: no Python 3.11 to 3.13 with venv here; run: sudo apt-get install -y python3 python3-venv" >&2
    return 1
}

wanted=$(cat pyproject.toml requirements/build.txt requirements/runtime.txt requirements/dev.txt | cksum)
for stamp in "$venv/.made-dev" "$venv/.made-$kind"; do
    # What is made for the tests holds the service too.
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
        exit 0
    fi
done

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    echo "==> making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv"
fi

echo "==> installing what is locked in requirements/ ($kind): about a minute, once per change of the locks"
rm -f "$venv/.made-dev" "$venv/.made-runtime"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "setup: this failed: $venv/bin/python -m pip install $*" >&2
        exit 1
    fi
}
install --require-hashes -r requirements/build.txt
install --require-hashes -r "requirements/$kind.txt"
# The project itself brings nothing along: all it needs was installed above, its build tool too.
install --no-deps --no-build-isolation --editable .
echo "$wanted" >"$venv/.made-$kind"
