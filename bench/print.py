#!/usr/bin/env python3
"""Measures how long lists take to be printed.

    bench/print.py [--trips 1000] [--runs 3] [--only sheets|book] [--valise PATH]

A line `NAME ratio=R bar=B` for each promise, which holds where R is at most B:

    print-second-sheet-weasyprint  each further sheet of a run, by the first with the start of everything
    print-second-sheet-chromium    the same with the other engine
    print-book-time                a book of so many trips, by 20 s for 1,000
    print-book-memory              its largest process, by 1 GB for 1,000

Exit codes: 0 measured and within its bounds, 1 over one of them, or the program failed, 2 a program
or an argument is missing.
"""

import argparse
import pathlib
import sys
import tempfile

import contestants
import generate_trips
import measuring

SHEETS = 11
GIGABYTE = 1_000_000_000
SECONDS = 20


def say(words):
    print(f"bench: {words}", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures how long lists take to be printed.")
    parser.add_argument("--trips", type=int, default=1000, help="trips of the book")
    parser.add_argument("--runs", type=int, default=3, help="runs of the sheets")
    parser.add_argument("--only", choices=["sheets", "book"], help="measure one of the two")
    parser.add_argument("--valise", type=pathlib.Path, metavar="PATH",
                        help="measure this program in place of a release build of this folder")
    arguments = parser.parse_args()
    program = arguments.valise or contestants.build_valise(say)
    with tempfile.TemporaryDirectory(prefix="valise-print-bench-") as folder:
        site = pathlib.Path(folder)
        trips = site / "Content/trips"
        generate_trips.write_trips(max(arguments.trips, SHEETS), trips)
        names = sorted(path.stem for path in trips.iterdir())
        base = [str(program), "-C", str(site), "-q"]
        measuring.run(base + ["list"])
        rows = []
        if arguments.only != "book":
            rows += sheets(base, site, names, arguments.runs)
        if arguments.only != "sheets":
            rows += book(base, site, names[:arguments.trips])
    return 1 if any(ratio > bar for ratio, bar in rows) else 0


def show(name, ratio, bar):
    print(f"{name} ratio={ratio:.3f} bar={bar}", flush=True)
    return ratio, bar


def sheets(base, site, names, runs):
    """What the second and each later sheet of a run takes, by the first."""

    def cost(engine, count):
        target = "one.pdf" if count == 1 else "many"
        command = base + ["print", *names[:count], "--engine", engine, "-o", str(site / target)]
        return measuring.middle([measuring.run(command) for _ in range(runs)])

    rows = []
    for engine in ["weasyprint", "chromium"]:
        first = cost(engine, 1).seconds
        later = (cost(engine, SHEETS).seconds - first) / (SHEETS - 1)
        say(f"{engine}: the first sheet {first:.2f} s, each later one {later:.2f} s")
        rows.append(show(f"print-second-sheet-{engine}", later / first, 0.33))
    return rows


def book(base, site, names):
    """A book of these trips, by what one of 1,000 may take."""
    cost = measuring.run(base + ["print", "--book", *names, "-o", str(site / "book.pdf")])
    scale = len(names) / 1000
    say(f"the book: {cost.seconds:.1f} s, {cost.cpu_seconds:.1f} CPU-seconds of our own, "
        f"{cost.peak_bytes / 1e6:.0f} MB in the largest process")
    return [
        show("print-book-time", cost.seconds / (SECONDS * scale), 1),
        # Some of the memory is there however short the book is.
        show("print-book-memory", cost.peak_bytes / (GIGABYTE * max(scale, 0.25)), 1),
    ]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except measuring.RunFailed as failure:
        say(failure)
        sys.exit(1)
