# SPDX-License-Identifier: MIT
"""Time and memory against size as an SVG, after figure 4 of the paper on Bebop.

Both axes are logarithmic, since ours and Bebop's times are four orders of magnitude apart:
in this form a slope of one is linear growth.
"""

import math
from dataclasses import dataclass

WIDTH, HEIGHT = 460, 360  # of one plot
LEFT, RIGHT, TOP, BOTTOM = 64, 30, 54, 48
# What the paper says of T(800): a minute and a half, and four and a half minutes.
BEBOP = [("Bebop, CMU", 800, 90.0), ("Bebop, CUDD", 800, 270.0)]


@dataclass
class Axis:
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        first, last = round(math.log10(self.low)), round(math.log10(self.high))
        return [10.0**power for power in range(first, last + 1)]


def decades(values: list[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return 10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high))


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def frame(x: Axis, y: Axis, title: str, unit: str, sizes: str) -> list[str]:
    out = [text((x.start + x.end) / 2, TOP - 30, title, 'text-anchor="middle" font-weight="bold"'),
           text((x.start + x.end) / 2, HEIGHT - 10, sizes, 'text-anchor="middle"'),
           text(x.start - 6, TOP - 12, unit, 'text-anchor="end"')]
    for tick in x.ticks():
        at = x.at(tick)
        out.append(f'<path class="grid" d="M{at:.1f} {y.start:.1f}V{y.end:.1f}"/>')
        out.append(text(at, y.start + 16, f"{tick:.0f}", 'text-anchor="middle"'))
    for tick in y.ticks():
        at = y.at(tick)
        out.append(f'<path class="grid" d="M{x.start:.1f} {at:.1f}H{x.end:.1f}"/>')
        out.append(text(x.start - 6, at + 4, f"{tick:g}", 'text-anchor="end"'))
    return out


def curve(x: Axis, y: Axis, points: list[tuple[float, float]], style: str) -> list[str]:
    places = [(x.at(n), y.at(value)) for n, value in points]
    path = "L".join(f"{a:.1f} {b:.1f}" for a, b in places)
    return [f'<path class="{style}" d="M{path}"/>',
            *(f'<circle class="{style}" cx="{a:.1f}" cy="{b:.1f}" r="3"/>' for a, b in places)]


def plot(offset: float, title: str, unit: str, curves: dict[str, list[tuple[float, float]]],
         marks: list[tuple[str, float, float]], of: str = "N") -> list[str]:
    everything = [point for points in curves.values() for point in points]
    sizes = [n for n, _ in everything]
    values = [v for _, v in everything] + [v for _, _, v in marks]
    x = Axis(*decades(sizes), LEFT, WIDTH - RIGHT)
    y = Axis(*decades(values), HEIGHT - BOTTOM, TOP)
    out = [f'<g transform="translate({offset:.0f} 0)">', *frame(x, y, title, unit, of)]
    for style, (name, points) in zip(("first", "second"), curves.items()):
        out += curve(x, y, points, style)
        n, value = points[-1]
        out.append(text(x.at(n) - 8, y.at(value) - 6 if style == "first" else y.at(value) + 36,
                        name, f'text-anchor="end" class="{style}-name"'))
    for name, n, value in marks:
        a, b = x.at(n), y.at(value)
        out.append(f'<path class="mark" d="M{a - 4:.1f} {b - 4:.1f}l8 8m0 -8l-8 8"/>')
        out.append(text(a + 10, b + 4, f"{name}: {value:g} s"))
    return [*out, "</g>"]


STYLE = """<style>
text { font: 12px sans-serif; fill: #222 }
path { fill: none } .grid { stroke: #ddd }
path.first { stroke: #0b6e99; stroke-width: 2 } circle.first, .first-name { fill: #0b6e99 }
path.second { stroke: #d9730d; stroke-width: 2 } circle.second, .second-name { fill: #d9730d }
.mark { stroke: #b00; stroke-width: 2 }
</style>"""


def figure_4(rows: list[dict]) -> str:
    rows = sorted(rows, key=lambda row: row["size"])
    times = {"hardbop, from source text": [(row["size"], max(row["cpu_s"], 1e-4)) for row in rows],
             "its engine": [(row["size"], row["engine_s"]) for row in rows]}
    memory = {"hardbop, whole process": [(row["size"], row["bytes"] / 1e6) for row in rows]}
    return picture([plot(0, "(a) Time for T(N)", "s", times, BEBOP),
                    plot(WIDTH, "(b) Peak memory for T(N)", "MB", memory, [])])


def picture(plots: list[list[str]]) -> str:
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(plots) * WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {len(plots) * WIDTH} {HEIGHT}">', STYLE,
        '<rect width="100%" height="100%" fill="white"/>', *(line for lines in plots for line in lines), "</svg>"]) + "\n"
