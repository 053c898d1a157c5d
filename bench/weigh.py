"""Runs a command and writes what it cost to a file descriptor.

    python3 -I -S bench/weigh.py DESCRIPTOR COMMAND ARGUMENT...

Writes `STATUS SECONDS CPU_SECONDS PEAK_KILOBYTES`, the status being the exit code, or the number of
the signal as a negative one. It imports as little as it can: Linux counts the memory of whoever
calls exec as the program's own, so a large parent would hide what a small program needs.
"""

import posix
import sys
import time


def main():
    descriptor, command = int(sys.argv[1]), sys.argv[2:]
    started = time.perf_counter()
    process = posix.fork()
    if process == 0:
        try:
            posix.close(descriptor)
            posix.execve(command[0], command, posix.environ)
        except OSError as error:
            posix.write(2, f"cannot start {command[0]}: {error.strerror}\n".encode())
        finally:
            posix._exit(127)
    _, status, usage = posix.wait4(process, 0)
    seconds = time.perf_counter() - started
    code = posix.waitstatus_to_exitcode(status)
    cpu_seconds = usage.ru_utime + usage.ru_stime
    posix.write(descriptor, f"{code} {seconds} {cpu_seconds} {usage.ru_maxrss}".encode())


main()
