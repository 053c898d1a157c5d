#!/usr/bin/env python3
"""Measures ModelStore beside the same work in C with prepared statements, in one run.

    bench/store/run.py [--runs 5] [--swift PATH]

Prints a line `NAME ratio=R bar=B` for each kind of work: the Swift program's time divided by the C
program's, and what it may be at most. `store-memory` is the peak memory of a walk over 1,000,000
rows divided by that of one over 100,000. The two programs take turns. A time is the best of all
rounds of all runs: what it takes longer at other times is the work of others. Stores lie
under /dev/shm where there is room, and are removed at the end.

Exit codes: 0 measured, 1 a program failed or did other work than it should, 2 a program or an
argument is missing.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import measuring  # noqa: E402  (it is in the folder above)

BARS = {"insert": 3, "fetch": 3, "predicate": 2, "sections": 3, "open": 2}
MEMORY_BAR = 1.1
ROWS = [100_000, 1_000_000]
ROOM = 1_000_000_000


def say(words):
    print(f"bench: {words}", file=sys.stderr, flush=True)


def build(command):
    if shutil.which(command[0]) is None:
        say(f"{command[0]} is not on PATH")
        sys.exit(2)
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)


def swift_program():
    say("building StoreBench")
    build(["swift", "build", "-c", "release", "--product", "StoreBench"])
    return ROOT / ".build" / "release" / "StoreBench"


def c_program(folder):
    program = folder / "store_bench"
    build(["cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program),
           "bench/store/store_bench.c", "-lsqlite3"])
    return program


def times(command):
    """Runs a program; gives the seconds of each kind of work by its name."""
    done = subprocess.run([str(word) for word in command], check=True, text=True,
                          stdout=subprocess.PIPE)
    return {name: float(seconds) for name, seconds in map(str.split, done.stdout.splitlines())}


def place():
    memory = pathlib.Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > ROOM:
        return memory
    say("/dev/shm has no room: measuring on disk, where times vary more")
    return pathlib.Path(tempfile.gettempdir())


def compare_times(swift, c, folder, runs):
    say("measuring times")
    subprocess.run([str(swift), "fill", str(folder)], check=True)
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(times([swift, "run", folder]))
        theirs.append(times([c, folder]))
    for name, bar in BARS.items():
        mine = min(run[name] for run in ours)
        other = min(run[name] for run in theirs)
        say(f"{name}: {mine * 1000:.3f} ms, in C {other * 1000:.3f} ms")
        yield f"store-{name}", mine / other, bar


def compare_memory(swift, folder, runs):
    say("measuring memory")
    peaks = []
    for rows in ROWS:
        store = folder / str(rows)
        store.mkdir()
        subprocess.run([str(swift), "fill", str(store), str(rows)], check=True)
        cost = measuring.middle(
            [measuring.run([str(swift), "enumerate", str(store), str(rows)]) for _ in range(runs)])
        say(f"{rows:,} rows: {cost.peak_bytes / 1e6:.1f} MB in {cost.seconds:.2f} s")
        peaks.append(cost.peak_bytes)
        shutil.rmtree(store)
    yield "store-memory", peaks[1] / peaks[0], MEMORY_BAR


def main():
    parser = argparse.ArgumentParser(description="Measures ModelStore beside C.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each program, by default 5")
    parser.add_argument("--swift", type=pathlib.Path, metavar="PATH",
                        help="measure this StoreBench in place of a release build of this folder")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("runs must be 1 or more")
    with tempfile.TemporaryDirectory(prefix="store-bench-", dir=place()) as folder:
        folder = pathlib.Path(folder)
        c = c_program(folder)
        swift = (arguments.swift or swift_program()).resolve()
        figures = list(compare_times(swift, c, folder, arguments.runs))
        figures += compare_memory(swift, folder, arguments.runs)
    for name, ratio, bar in figures:
        print(f"{name} ratio={ratio:.3f} bar={bar}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        say("interrupted; the stores are removed")
        sys.exit(130)
    except (subprocess.CalledProcessError, measuring.RunFailed) as error:
        say(error)
        sys.exit(1)
