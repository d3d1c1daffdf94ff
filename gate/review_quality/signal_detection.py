"""Sensitivity and criterion of answers to drills."""

from __future__ import annotations

from math import exp, pi, sqrt
from typing import Any

from scipy import special


def detection(hits: int, signals: int, false_alarms: int, controls: int, confidence: float) -> dict[str, Any] | None:
    """Sensitivity d' = z(H) - z(F) and c = -(z(H) + z(F)) / 2 with the log-linear correction H = (h + ½)/(n + 1), always applied
    (Hautus 1995; Stanislaw & Todorov 1999).

    Standard error of d' by Gourevitch & Galanter 1967: sqrt(H(1-H)/(n_s·φ(zH)²) + F(1-F)/(n_c·φ(zF)²)). None without both
    signals and controls.
    """
    if not signals or not controls:
        return None
    hit_rate, alarm_rate = (hits + 0.5) / (signals + 1), (false_alarms + 0.5) / (controls + 1)
    z_hit, z_alarm = float(special.ndtri(hit_rate)), float(special.ndtri(alarm_rate))
    variance = _variance(hit_rate, z_hit, signals) + _variance(alarm_rate, z_alarm, controls)
    sensitivity, error = z_hit - z_alarm, sqrt(variance)
    z = float(special.ndtri((1 + confidence) / 2))
    return {
        "ci": [sensitivity - z * error, sensitivity + z * error],
        "criterion": -(z_hit + z_alarm) / 2,
        "dprime": sensitivity,
        "f_corrected": alarm_rate,
        "h_corrected": hit_rate,
        "se": error,
    }


def _variance(rate: float, z: float, n: int) -> float:
    density = exp(-z * z / 2) / sqrt(2 * pi)
    return rate * (1 - rate) / (n * density * density)
