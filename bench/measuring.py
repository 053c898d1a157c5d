"""Runs a program and tells what it cost."""

import dataclasses
import os
import signal
import statistics
import tempfile
import time


@dataclasses.dataclass(frozen=True)
class Cost:
    """What one run, or the middle of several, took."""

    seconds: float  # By the clock.
    cpu_seconds: float  # User and system together, over all threads and children.
    peak_bytes: int  # The largest resident size of any one process of the run.


class RunFailed(Exception):
    """A program that was to be measured did not end with 0."""


def run(command, environment=None):
    """Runs a command without input, and gives its `Cost`.

    What it writes to stdout and stderr is kept for the message of `RunFailed`. An interruption ends
    the command too before it goes on.
    """
    with tempfile.TemporaryFile() as words:
        started = time.perf_counter()
        # Plain fork and exec. The kernel counts the memory of whoever calls exec as the program's
        # own, and a process forked like this is far smaller than the whole interpreter that the
        # `subprocess` module would lend it.
        process = os.fork()
        if process == 0:
            become(command, environment, words.fileno())
        try:
            _, status, usage = os.wait4(process, 0)
        except BaseException:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise
        seconds = time.perf_counter() - started
        code = os.waitstatus_to_exitcode(status)
        if code != 0:
            words.seek(0)
            said = words.read()[-4000:].decode(errors="replace").strip()
            raise RunFailed(f"{' '.join(command)}: exit {code}\n{said}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def become(command, environment, output):
    """Turns this forked process into the command; never returns."""
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.execvpe(command[0], command, {**os.environ, **(environment or {})})
    except OSError as error:
        os.write(output, f"cannot start {command[0]}: {error}".encode())
    finally:
        os._exit(127)


def middle(costs):
    """The median of each figure, taken for itself."""
    return Cost(
        statistics.median(cost.seconds for cost in costs),
        statistics.median(cost.cpu_seconds for cost in costs),
        int(statistics.median(cost.peak_bytes for cost in costs)),
    )
