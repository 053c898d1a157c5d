#!/usr/bin/env python3
"""Writes packing lists to measure with: the same ones every time.

    bench/generate_trips.py COUNT FOLDER [--seed NUMBER]

Makes FOLDER/trip-000001.md and so on: front matter, an introduction and six categories with six to
ten items each, about 48 items and 1.4 KB a trip. A third of the boxes are ticked; three in ten
items have a quantity, a quarter a weight and an eighth a note, some with Markdown in it. Trip
number 7 is the same file whether 10 trips are made or 10,000.
"""

import argparse
import dataclasses
import datetime
import pathlib
import random

SEED = 41
FIRST_DAY = datetime.date(2024, 3, 1)
DAYS_OF_STARTS = 1500

PLACES = [
    "Porto, Portugal", "Nara, Japan", "Akureyri, Iceland", "Wānaka, New Zealand", "Fès, Morocco",
    "Jasper, Canada", "Arequipa, Peru", "Ålesund, Norway", "Vang Vieng, Laos", "Chur, Switzerland",
    "Durban, South Africa", "Belém, Brazil", "Gdańsk, Poland", "Bodø, Norway", "Oban, Scotland",
    "Huế, Vietnam", "Taos, USA", "Cairns, Australia", "Ilulissat, Greenland", "Zadar, Croatia",
]

CATEGORIES = {
    "Clothes": [
        "Shirts", "Merino socks", "Underwear", "Waterproof", "Light jumper", "Walking trousers",
        "Bathing things", "Cap", "Nightshirt", "Quilted jacket", "Leather belt", "Trail runners",
        "Flip-flops", "Mittens", "Long johns",
    ],
    "Washbag": [
        "Toothbrush", "Tooth tablets", "Sun lotion 30", "Deodorant", "Shaver", "Solid soap",
        "Lenses",
        "Lip salve", "Comb", "Tweezers", "Thin towel", "Midge spray",
    ],
    "Papers": [
        "Passport", "Train tickets", "Insurance card", "Driving licence", "Room bookings",
        "Vaccination book", "Phone numbers on paper", "Bus pass", "Permit", "Bank card",
        "Small change",
    ],
    "Electronics": [
        "Charger", "Battery pack", "Compact camera", "Memory cards", "World plug", "E-book reader",
        "Earphones", "Tablet", "USB-C lead", "Headlamp", "AA batteries", "Watch lead",
    ],
    "Health": [
        "Plasters and gauze", "Painkillers", "Daily tablets", "Hay fever tablets",
        "Blister patches",
        "Water tablets", "Electrolytes", "Thermometer", "Hand gel", "Face masks", "Allergy note",
    ],
    "Odds and ends": [
        "Drinking bottle", "Nuts and fruit", "Roll-top bag", "Bag for washing", "Small lock",
        "Needle and thread", "Travel guide", "Dice", "Neck pillow", "Pencil & paper",
        "Rubber bands",
        "Strong tape", "Ear plugs",
    ],
}

NOTES = [
    "hand luggage", "look at the *date* on it", "get it on the way",
    "as in [this list](https://example.org/packing)", "**never** without it", "Lena has one too",
    "needs a wash", "lent by Tom",
]


@dataclasses.dataclass(frozen=True)
class Totals:
    """What has been written."""

    trips: int
    items: int
    bytes: int

    def __str__(self):
        return (f"{self.trips:,} trips, {self.items / self.trips:.1f} items"
                f" and {self.bytes / self.trips:,.0f} bytes each")


def item_line(rng, name):
    parts = [f"- [{'x' if rng.random() < 0.35 else ' '}] {name}"]
    if rng.random() < 0.30:
        parts.append(f"x{rng.randint(2, 8)}")
    if rng.random() < 0.25:
        if rng.random() < 0.8:
            parts.append(f"({rng.randint(1, 39) * 10} g)")
        else:
            parts.append(f"({rng.randint(1, 24) / 10:.1f} kg)")
    if rng.random() < 0.12:
        parts.append(f"— {rng.choice(NOTES)}")
    return " ".join(parts)


def trip_text(number, seed=SEED):
    """The Markdown of one trip, and how many items it has."""
    rng = random.Random(seed * 1_000_003 + number)
    place = rng.choice(PLACES)
    start = FIRST_DAY + datetime.timedelta(days=rng.randrange(DAYS_OF_STARTS))
    nights = rng.randint(2, 21)
    lines = [
        "---",
        f"title: {place.split(',')[0]} no. {number}",
        f"start: {start}",
        f"end: {start + datetime.timedelta(days=nights)}",
        f"destination: {place}",
        "---",
        "",
        f"What to take to **{place}** for {nights} nights.",
        "",
    ]
    items = 0
    for category, names in CATEGORIES.items():
        chosen = rng.sample(names, rng.randint(6, 10))
        lines += [f"## {category}", "", *(item_line(rng, name) for name in chosen), ""]
        items += len(chosen)
    return "\n".join(lines), items


def write_trips(count, folder, seed=SEED):
    """Writes `count` trips into a folder, which is made where it is missing."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    items = size = 0
    for number in range(1, count + 1):
        text, items_here = trip_text(number, seed)
        data = text.encode()
        (folder / f"trip-{number:06d}.md").write_bytes(data)
        items += items_here
        size += len(data)
    return Totals(count, items, size)


def main():
    parser = argparse.ArgumentParser(description="Writes packing lists to measure with.")
    parser.add_argument("count", type=int, help="how many trips, 1 or more")
    parser.add_argument("folder", type=pathlib.Path, help="where to")
    parser.add_argument("--seed", type=int, default=SEED, help="another set of lists")
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error("COUNT must be 1 or more")
    print(write_trips(arguments.count, arguments.folder, arguments.seed))


if __name__ == "__main__":
    main()
