# SPDX-License-Identifier: MIT
"""Curves as an SVG: nodes against steps, after figures 4 and 9 of the paper on disjunctive image computation, and seconds
against answers.

The second is logarithmic: the paper's curves grow exponentially, and ours differ by more than one order of magnitude.
"""

import math

WIDTH, HEIGHT = 560, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 24, 54, 48
COLOURS = ("#b0300e", "#0b6e99", "#4d7c0f", "#7c3aed", "#b45309", "#475569", "#be185d", "#0f766e")
LEGEND = 450  # the width for all names

Curve = list[tuple[int, float]]  # such as steps and nodes


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def spacing(last: int) -> int:
    """Between ticks: 1, 2 or 5 times a power of ten, so that there are at most ten."""
    unit = 10 ** max(0, math.floor(math.log10(last)) - 1)
    return next(unit * factor for factor in (1, 2, 5, 10, 20, 50) if last / (unit * factor) <= 10)


def figure(title: str, curves: dict[str, Curve], axes: tuple[str, str] = ("steps", "nodes"), least: float = 1) -> str:
    """What is below `least` is drawn there."""
    points = [point for curve in curves.values() for point in curve]
    last = max(step for step, _ in points)
    low = math.floor(math.log10(max(least, min(value for _, value in points))))
    high = max(low + 1, math.ceil(math.log10(max(least, max(value for _, value in points)))))
    bottom = HEIGHT - BOTTOM

    def x(step: int) -> float:
        return LEFT + step / last * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return bottom - (math.log10(max(least, value)) - low) / (high - low) * (bottom - TOP)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           f'viewBox="0 0 {WIDTH} {HEIGHT}">',
           "<style>text { font: 12px sans-serif; fill: #222 } .grid { stroke: #ddd } path { fill: none }</style>",
           '<rect width="100%" height="100%" fill="white"/>',
           text(WIDTH / 2, 20, title, 'text-anchor="middle" font-weight="bold"'),
           text(WIDTH / 2, HEIGHT - 10, axes[0], 'text-anchor="middle"'),
           text(LEFT - 6, TOP - 12, axes[1], 'text-anchor="end"')]
    for tick in range(0, last + 1, spacing(last)):
        out.append(f'<path class="grid" d="M{x(tick):.1f} {bottom}V{TOP}"/>')
        out.append(text(x(tick), bottom + 16, str(tick), 'text-anchor="middle"'))
    for power in range(low, high + 1):
        out.append(f'<path class="grid" d="M{LEFT} {y(10.0**power):.1f}H{WIDTH - RIGHT}"/>')
        out.append(text(LEFT - 6, y(10.0**power) + 4, f"{10**power:,}", 'text-anchor="end"'))
    for number, ((name, curve), colour) in enumerate(zip(curves.items(), COLOURS)):
        path = "L".join(f"{x(step):.1f} {y(value):.1f}" for step, value in curve)
        out.append(f'<path d="M{path}" style="stroke: {colour}; stroke-width: 2"/>')
        out.append(text(LEFT + LEGEND / max(3, len(curves)) * number, TOP - 12, name, f'style="fill: {colour}"'))
    return "\n".join([*out, "</svg>"]) + "\n"
