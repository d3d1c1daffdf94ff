"""The pure half of Gate: reads a change, finds what can run, judges. No clock, disk, network or log (ADR 0003)."""
