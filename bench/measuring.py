"""Runs a program and tells what it cost."""

import contextlib
import dataclasses
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile

SCALE = pathlib.Path(__file__).resolve().parent / "weigh.py"


@dataclasses.dataclass(frozen=True)
class Cost:
    """What one run, or the middle of several, took."""

    seconds: float  # By the clock.
    cpu_seconds: float  # User and system together, over all threads and children.
    peak_bytes: int  # The largest resident size of any one process; 5 MB is the least it can tell.


class RunFailed(Exception):
    """A program that was to be measured did not end with 0."""


def run(command, environment=None):
    """Runs a command, its program given by its path, without input; gives its `Cost`.

    What it writes to stdout and stderr is kept for the message of `RunFailed`. An interruption ends
    the command too before it goes on.
    """
    receiver, sender = os.pipe()
    with tempfile.TemporaryFile() as words, os.fdopen(receiver) as figures:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SCALE), str(sender), *command],
            stdin=subprocess.DEVNULL, stdout=words, stderr=words, pass_fds=[sender],
            env={**os.environ, **(environment or {})}, start_new_session=True)
        os.close(sender)
        try:
            process.wait()
        except BaseException:
            # The command is not our child: it ends with the session that it shares with the scale,
            # if that has not just ended by itself.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        fields = figures.read().split()
        if len(fields) != 4 or fields[0] != "0":
            words.seek(0)
            said = words.read()[-4000:].decode(errors="replace").strip()
            code = fields[0] if fields else process.returncode
            raise RunFailed(f"{' '.join(command)}: exit {code}\n{said}")
    return Cost(float(fields[1]), float(fields[2]), int(fields[3]) * 1024)


def middle(costs):
    """The median of each figure, taken for itself."""
    return Cost(
        statistics.median(cost.seconds for cost in costs),
        statistics.median(cost.cpu_seconds for cost in costs),
        int(statistics.median(cost.peak_bytes for cost in costs)),
    )
