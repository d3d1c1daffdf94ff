#!/bin/sh
# Runs all tests, then holds the decisions that nothing may slip through to full branch coverage. Ends with pytest's summary line.
set -eu
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log" "$log.status"' EXIT

echo "==> tests"
status=0
{ .venv/bin/pytest -n auto --dist worksteal --cov --cov-report= --durations=10 "$@" || status=$?; echo "$status" >"$log.status"; } 2>&1 | tee "$log"
status=$(cat "$log.status")
summary=$(tail -n 1 "$log")

if [ "$status" = 0 ]; then
    echo "==> coverage"
    .venv/bin/coverage report --skip-covered --fail-under=0 | tail -n 1
    for file in rules/verdict.py rules/release.py gate/signature.py; do
        .venv/bin/coverage report --include="$file" --fail-under=100 >"$log" || { cat "$log"; echo "$file: some branch is not tested"; status=1; }
    done
fi

echo "$summary"
exit "$status"
