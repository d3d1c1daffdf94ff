"""Review quality: from an event log to metrics with their intervals. Pure: no clock, disk, network, environment, chance or log.

The way through the package: `event_log` reads lines into events; `history` replays each pull request's events into what
happened to it; `pairs` and `approvals` turn that into one row per (reviewer, pull request) and per approval; a file per
family of metrics counts the rows; `measure` puts the document together. The estimators (`proportion`, `tail_tests`,
`shrinkage`, `drift`, `survival`, `rank_correlation`, `signal_detection`) know nothing of pull requests.

Only this package imports numpy and scipy, so that no other command waits for them. docs/review-quality.md explains the
thresholds and what they do and do not catch.
"""
