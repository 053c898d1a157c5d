#!/usr/bin/env python3
"""Draws the picture of the sample trip: a city by the water at dusk, a snowy volcano behind it.

    scripts/draw_sample_photo.py [FILE.png]

Writes Content/trips/seattle/seattle.png unless told otherwise. Only the standard library is used,
and the same script always writes the same bytes, so the picture is as reviewable as the rest.
"""

import math
import pathlib
import random
import struct
import sys
import zlib

WIDTH, HEIGHT = 1200, 675
SHORE = 470  # The row where the city ends and the water begins.
SUBROWS = 4  # Scan lines per row: edges get that many steps of softness, and more sideways.

DEFAULT_FILE = pathlib.Path(__file__).resolve().parent.parent / "Content/trips/seattle/seattle.png"


# Colours: tuples of red, green and blue from 0 to 255.


def mix(first, second, share):
    """The colour that lies `share` (0 to 1) of the way from the first to the second."""
    return tuple(a + (b - a) * share for a, b in zip(first, second))


def ramp(stops, value):
    """The colour at `value` along stops `(value, colour)` in rising order."""
    if value <= stops[0][0]:
        return stops[0][1]
    for (low, first), (high, second) in zip(stops, stops[1:]):
        if value <= high:
            return mix(first, second, (value - low) / (high - low))
    return stops[-1][1]


SKY = [
    (0, (38, 44, 92)),
    (150, (84, 74, 132)),
    (280, (178, 112, 144)),
    (370, (240, 158, 124)),
    (430, (252, 204, 142)),
    (470, (255, 222, 164)),
]


class Canvas:
    """An opaque picture that shapes are painted on, one over the other."""

    def __init__(self):
        self.rows = [[(0, 0, 0)] * WIDTH for _ in range(HEIGHT)]

    def blend(self, x, y, colour, share):
        if 0 <= x < WIDTH and 0 <= y < HEIGHT and share > 0:
            row = self.rows[y]
            row[x] = colour if share >= 1 else mix(row[x], colour, share)

    def fill(self, points, paint, opacity=1.0):
        """Fills a polygon, with soft edges; `paint` is a colour or a function of x and y."""
        top = max(0, math.floor(min(y for _, y in points)))
        bottom = min(HEIGHT, math.ceil(max(y for _, y in points)))
        edges = list(zip(points, points[1:] + points[:1]))
        for y in range(top, bottom):
            coverage = {}
            for step in range(SUBROWS):
                line = y + (step + 0.5) / SUBROWS
                crossings = sorted(
                    x1 + (line - y1) * (x2 - x1) / (y2 - y1)
                    for (x1, y1), (x2, y2) in edges
                    if (y1 <= line) != (y2 <= line)
                )
                for left, right in zip(crossings[::2], crossings[1::2]):
                    left, right = max(0.0, left), min(float(WIDTH), right)
                    for x in range(math.floor(left), math.ceil(right)):
                        part = min(right, x + 1) - max(left, x)
                        coverage[x] = coverage.get(x, 0.0) + part / SUBROWS
            for x, share in coverage.items():
                colour = paint(x, y) if callable(paint) else paint
                self.blend(x, y, colour, min(1.0, share) * opacity)

    def box(self, left, top, right, bottom, paint, opacity=1.0):
        self.fill([(left, top), (right, top), (right, bottom), (left, bottom)], paint, opacity)

    def glow(self, centre_x, centre_y, radius, colour, strength):
        """A soft round light."""
        for y in range(int(centre_y - radius), int(centre_y + radius) + 1):
            for x in range(int(centre_x - radius), int(centre_x + radius) + 1):
                distance = math.hypot(x - centre_x, y - centre_y) / radius
                if distance < 1:
                    self.blend(x, y, colour, strength * (1 - distance) ** 2)


def ridge(rng, left, right, base, height, roughness):
    """The outline of a row of hills, found by halving: a list of points from left to right."""
    points = [(left, base), (right, base)]
    swing = height
    while points[1][0] - points[0][0] > 6:
        halved = [points[0]]
        for (x1, y1), (x2, y2) in zip(points, points[1:]):
            halved.append(((x1 + x2) / 2, (y1 + y2) / 2 + rng.uniform(-swing, swing * 0.6)))
            halved.append((x2, y2))
        points, swing = halved, swing * roughness
    return points


def draw_sky(canvas, rng):
    for y in range(HEIGHT):
        canvas.rows[y] = [tuple(ramp(SKY, y))] * WIDTH
    for _ in range(70):
        x, y = rng.randrange(WIDTH), int(rng.random() ** 1.6 * 190)
        canvas.blend(x, y, (255, 248, 230), rng.uniform(0.25, 0.8) * (1 - y / 260))
    # Long thin clouds, lit from below.
    for x, y, length, thick in [(160, 268, 330, 8), (430, 300, 240, 6), (60, 330, 260, 5),
                                (980, 236, 300, 7), (610, 226, 210, 5)]:
        upper = [(x + length * t / 24, y - thick * math.sin(math.pi * t / 24) ** 0.8)
                 for t in range(25)]
        lower = [(x + length * t / 24, y + thick * 0.35 * math.sin(math.pi * t / 24))
                 for t in range(24, -1, -1)]
        canvas.fill(upper + lower, (255, 190, 160), 0.45)


def draw_volcano(canvas, rng):
    """A broad white cone, its left flank in the last light."""
    summit_x, summit_y, foot = 850, 172, 440
    left = [(summit_x - 430 * t ** 1.22, summit_y + (foot - summit_y) * t) for t in
            [n / 30 for n in range(31)]]
    right = [(summit_x + 40 + 420 * t ** 1.2, summit_y + 6 + (foot - summit_y) * t) for t in
             [n / 30 for n in range(31)]]
    left = [(x + rng.uniform(-3, 3), y) for x, y in left]
    right = [(x + rng.uniform(-3, 3), y) for x, y in right]
    crater = [(summit_x + 9, summit_y - 7), (summit_x + 22, summit_y - 4),
              (summit_x + 33, summit_y - 5)]
    outline = left[::-1] + crater + right

    def snow(x, y):
        depth = (y - summit_y) / (foot - summit_y)
        lit = mix((255, 226, 206), (236, 164, 152), depth)
        shade = mix((172, 150, 190), (168, 122, 158), depth)
        return mix(mix(lit, shade, min(1, max(0, (x - summit_x + 40) / 110))), ramp(SKY, y),
                   0.1 + 0.75 * max(0.0, depth) ** 1.6)

    canvas.fill(outline, snow)
    # Ribs of rock run down from the summit.
    for angle, start, end in [(-0.86, 40, 205), (-0.55, 62, 230), (-0.22, 46, 210), (0.1, 30, 190),
                              (0.42, 60, 225), (0.74, 44, 200), (1.0, 90, 215)]:
        side_left, side_right = [], []
        for n in range(13):
            reach = start + (end - start) * n / 12
            x = summit_x + 20 + angle * reach * 1.15 + rng.uniform(-5, 5)
            y = summit_y + reach
            wide = 1 + 7 * math.sin(math.pi * n / 12) + rng.uniform(0, 3)
            side_left.append((x - wide, y))
            side_right.append((x + wide * 0.6, y))
        canvas.fill(side_left + side_right[::-1], (104, 84, 132), 0.36)


def draw_hills(canvas, rng):
    for base, height, roughness, colour in [
        (404, 26, 0.55, (186, 124, 148)),
        (424, 18, 0.58, (134, 94, 136)),
        (444, 12, 0.60, (88, 68, 114)),
    ]:
        line = ridge(rng, -10, WIDTH + 10, base, height, roughness)
        canvas.fill(line + [(WIDTH + 10, SHORE), (-10, SHORE)], colour)


def draw_windows(canvas, rng, left, top, right, bottom, share):
    y = top + 6
    while y < bottom - 8:
        x = left + 5
        while x < right - 6:
            if rng.random() < share:
                light = rng.choice([(255, 214, 130), (255, 232, 176), (255, 196, 112)])
                canvas.box(x, y, x + 3, y + 4, light, rng.uniform(0.55, 0.95))
            x += 8
        y += 10


def draw_city(canvas, rng):
    """Two rows of towers: those behind are paler."""
    for tone, lit, towers in [
        ((92, 70, 120), 0.16, [
            (395, 372, 30), (432, 348, 34), (474, 386, 26), (506, 330, 36), (548, 362, 32),
            (588, 318, 34), (630, 344, 38), (676, 368, 30), (712, 352, 30), (748, 392, 34),
            (1010, 408, 40), (1062, 396, 34), (1106, 414, 44)]),
        ((46, 40, 82), 0.34, [
            (330, 420, 46), (378, 404, 34), (414, 388, 36), (452, 404, 24), (480, 352, 34),
            (518, 378, 40), (560, 290, 40), (604, 366, 34), (640, 326, 36), (680, 392, 38),
            (720, 376, 30), (752, 410, 50), (804, 426, 40), (846, 418, 30), (880, 432, 60),
            (944, 426, 36), (984, 436, 70), (1060, 430, 50), (1114, 438, 90), (0, 440, 60),
            (62, 432, 44), (108, 438, 60)]),
    ]:
        for left, top, width in towers:
            right = left + width
            canvas.box(left, top, right, SHORE, mix(tone, (250, 190, 150), 0.05))
            canvas.box(left, top, left + 3, SHORE, (255, 196, 160), 0.22)
            draw_windows(canvas, rng, left, top, right, SHORE, lit)
            if top < 330:
                canvas.box(left + width / 2 - 1, top - 26, left + width / 2 + 1, top, tone)
    # A stepped crown for the tallest.
    canvas.box(566, 278, 594, 291, (46, 40, 82))
    canvas.box(573, 268, 587, 279, (46, 40, 82))


def draw_tower_on_legs(canvas):
    """The tower with a saucer on three thin legs, by the water."""
    x, dark = 246, (40, 35, 76)
    foot, waist, deck = SHORE, 330, 246
    for shift, pinch in [(-26, -5), (26, 5), (0, 0)]:
        wide = 3.4
        canvas.fill([(x + shift - wide, foot), (x + shift + wide, foot),
                     (x + pinch + 2.2, waist), (x + pinch * 2.6 + 2, deck + 14),
                     (x + pinch * 2.6 - 2, deck + 14), (x + pinch - 2.2, waist)], dark)
    for y in (360, 400, 436):
        reach = 6 + (y - waist) * 0.15
        canvas.box(x - reach, y, x + reach, y + 3, dark)
    canvas.fill([(x - 17, deck + 16), (x - 46, deck + 4), (x - 50, deck), (x + 50, deck),
                 (x + 46, deck + 4), (x + 17, deck + 16)], dark)
    canvas.box(x - 47, deck - 3, x + 47, deck, (255, 214, 140))
    canvas.fill([(x - 46, deck - 3), (x - 30, deck - 11), (x + 30, deck - 11), (x + 46, deck - 3)],
                dark)
    canvas.fill([(x - 27, deck - 11), (x - 15, deck - 20), (x + 15, deck - 20),
                 (x + 27, deck - 11)], mix(dark, (255, 196, 160), 0.18))
    canvas.fill([(x - 6, deck - 20), (x - 1.2, deck - 62), (x + 1.2, deck - 62),
                 (x + 6, deck - 20)], dark)
    canvas.glow(x, deck - 64, 9, (255, 120, 110), 0.9)
    canvas.glow(x, deck - 2, 70, (255, 206, 140), 0.22)


def draw_trees(canvas, rng):
    """Firs along the near shore on both sides."""
    for first, last in [(-10, 214), (905, WIDTH + 10)]:
        x = first
        while x < last:
            edge = min(x - first, last - x) if first > 0 else last - x
            tall = rng.uniform(16, 34) * min(1, 0.45 + abs(edge) / 260)
            wide = tall * 0.3
            canvas.fill([(x - wide, SHORE), (x, SHORE - tall), (x + wide, SHORE)], (30, 30, 62))
            x += rng.uniform(5, 10)


def draw_water(canvas, rng):
    """The city upside down, darker, and pulled about by small waves."""
    mirror = [list(row) for row in canvas.rows[:SHORE]]
    for y in range(SHORE, HEIGHT):
        depth = (y - SHORE) / (HEIGHT - SHORE)
        source = max(0, int(SHORE - 1 - (y - SHORE) * 1.55))
        sway = 1.5 + 9 * depth
        shift = round(sway * math.sin(y * 0.55 + 3 * math.sin(y * 0.13)))
        tint = mix((74, 66, 118), (34, 40, 84), depth)
        strength = 0.3 + 0.38 * depth
        row, above = mirror[source], canvas.rows[y]
        for x in range(WIDTH):
            above[x] = mix(row[min(WIDTH - 1, max(0, x + shift))], tint, strength)
    for _ in range(230):
        depth = rng.random() ** 0.7
        y = int(SHORE + 6 + depth * (HEIGHT - SHORE - 8))
        length = 14 + 80 * depth * rng.random()
        x = rng.uniform(-40, WIDTH)
        light = rng.random() < 0.6
        canvas.fill([(x, y), (x + length / 2, y - 0.7), (x + length, y), (x + length / 2, y + 0.9)],
                    (255, 206, 168) if light else (30, 34, 76), 0.28 if light else 0.4)
    canvas.box(0, SHORE - 1, WIDTH, SHORE + 2, (28, 28, 60))


def draw_ferry(canvas):
    """A double-ended ferry on its way over, all lights on."""
    left, right, line = 780, 1000, 560
    hull, house = (34, 62, 74), (226, 216, 214)
    canvas.fill([(left, line - 14), (right, line - 14), (right - 16, line), (left + 16, line)],
                hull)
    canvas.box(left + 6, line - 27, right - 6, line - 14, house)
    canvas.box(left + 26, line - 40, right - 26, line - 27, mix(house, (150, 130, 160), 0.25))
    canvas.box(left + 48, line - 50, left + 74, line - 40, house)
    canvas.box(right - 74, line - 50, right - 48, line - 40, house)
    canvas.box((left + right) / 2 - 8, line - 58, (left + right) / 2 + 8, line - 40, (44, 92, 92))
    for deck, start, end in [(line - 23, left + 14, right - 14),
                             (line - 36, left + 34, right - 34)]:
        x = start
        while x < end - 6:
            canvas.box(x, deck, x + 6, deck + 5, (255, 208, 120))
            x += 11
    canvas.box(left + 16, line - 2, right - 16, line, (190, 84, 84))
    for n in range(14):
        y = line + 3 + n * 5
        half = (right - left) / 2 - 18 - n * 5
        middle = (left + right) / 2 + 5 * math.sin(n * 1.7)
        canvas.fill([(middle - half, y), (middle, y - 1.2), (middle + half, y), (middle, y + 1.8)],
                    (255, 210, 140), 0.42 * (1 - n / 14))
    for n in range(5):
        canvas.fill([(right + 4, line - 1 + n), (right + 90 + 30 * n, line + 3 + 4 * n),
                     (right + 10, line + 1 + n)], (255, 232, 214), 0.22)


# PNG


def paeth(left, up, corner):
    estimate = left + up - corner
    return min((abs(estimate - left), 0, left), (abs(estimate - up), 1, up),
               (abs(estimate - corner), 2, corner))[2]


def filtered(row, above):
    """The row in the PNG filter that leaves the smallest numbers, led by the filter's own."""
    left = bytes(3) + row[:-3]
    corner = bytes(3) + above[:-3]
    choices = [
        (0, row),
        (1, bytes((a - b) & 255 for a, b in zip(row, left))),
        (2, bytes((a - b) & 255 for a, b in zip(row, above))),
        (4, bytes((a - paeth(b, c, d)) & 255 for a, b, c, d in zip(row, left, above, corner))),
    ]
    number, data = min(choices, key=lambda pair: sum(min(b, 256 - b) for b in pair[1]))
    return bytes([number]) + data


def png(canvas):
    """The picture as the bytes of a PNG file."""
    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data
                + struct.pack(">I", zlib.crc32(name + data)))

    lines, above = [], bytes(WIDTH * 3)
    for pixels in canvas.rows:
        row = bytes(min(255, max(0, round(value))) for pixel in pixels for value in pixel)
        lines.append(filtered(row, above))
        above = row
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b""))


def main():
    file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FILE
    rng = random.Random(12)
    canvas = Canvas()
    draw_sky(canvas, rng)
    draw_volcano(canvas, rng)
    draw_hills(canvas, rng)
    draw_city(canvas, rng)
    draw_trees(canvas, rng)
    draw_tower_on_legs(canvas)
    draw_water(canvas, rng)
    draw_ferry(canvas)
    data = png(canvas)
    file.write_bytes(data)
    print(f"{file}: {WIDTH} by {HEIGHT}, {len(data)} bytes")


if __name__ == "__main__":
    main()
