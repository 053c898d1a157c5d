#!/usr/bin/env python3
"""Measures how long lists take to be printed.

    bench/print.py [--trips 1000] [--runs 3] [--engine NAME] [--valise PATH]

A line for each figure, with the bound that it is held to:

    print-first-sheet   one trip, with the start of everything
    print-second-sheet  each further trip of the same run; at most a third of the first
    print-book-time     a book of so many trips; at most 20 s for 1,000
    print-book-memory   the largest process meanwhile; at most 1 GB for 1,000

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


def say(words):
    print(f"bench: {words}", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures how long lists take to be printed.")
    parser.add_argument("--trips", type=int, default=1000, help="trips of the book")
    parser.add_argument("--runs", type=int, default=3, help="runs of the sheets")
    parser.add_argument("--engine", choices=["weasyprint", "chromium"], help="for the sheets")
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
        engine = ["--engine", arguments.engine] if arguments.engine else []
        measuring.run(base + ["list"])

        def sheets(count):
            command = base + ["print", *names[:count], *engine, "-o", str(site / f"sheets{count}")]
            if count == 1:
                command[-1] += ".pdf"
            return measuring.middle([measuring.run(command) for _ in range(arguments.runs)])

        first = sheets(1)
        second = (sheets(SHEETS).seconds - first.seconds) / (SHEETS - 1)
        book = measuring.run(
            base + ["print", "--book", *names[:arguments.trips], "-o", str(site / "book.pdf")])
    scale = arguments.trips / 1000
    figures = [
        ("print-first-sheet", f"{first.seconds:.2f} s", None),
        ("print-second-sheet", f"{second:.2f} s", second / (first.seconds / 3)),
        ("print-book-time", f"{book.seconds:.1f} s", book.seconds / (20 * scale)),
        ("print-book-memory", f"{book.peak_bytes / 1e6:.0f} MB",
         book.peak_bytes / (GIGABYTE * max(scale, 0.25))),
    ]
    for name, value, ratio in figures:
        print(f"{name} {value}" + ("" if ratio is None else f" ratio={ratio:.2f}"))
    return 1 if any(ratio and ratio > 1 for _, _, ratio in figures) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except measuring.RunFailed as failure:
        say(failure)
        sys.exit(1)
