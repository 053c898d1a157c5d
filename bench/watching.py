"""How long an edit takes until a server that watches the files has shown it."""

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
import urllib.parse
import urllib.request

PATIENCE = 120  # Seconds until a server counts as stuck.


class Stuck(Exception):
    """A server did not say that it was done."""


class Server:
    """A server that runs while it is measured; what it prints is kept line by line."""

    def __init__(self, command, environment=None):
        self.lines, self.news = [], threading.Condition()
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**os.environ, **(environment or {})})
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.news:
                self.lines.append(line)
                self.news.notify_all()

    def wait_for(self, pattern, first=0):
        """The match of a pattern in a line from that one on, and when it was there."""
        end = time.perf_counter() + PATIENCE
        with self.news:
            while True:
                for line in self.lines[first:]:
                    found = re.search(pattern, line)
                    if found:
                        return found, time.perf_counter()
                if self.process.poll() is not None or not self.news.wait(end - time.perf_counter()):
                    raise Stuck(f"{self.process.args[0]}: no {pattern}\n{''.join(self.lines)}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()


def valise_seconds(valise, edits):
    """From each edit to the event that makes a page load itself again."""
    command = [valise.program, "-C", valise.site, "serve", "--port", "0"]
    with Server(command) as server:
        address, _ = server.wait_for(r"http://[0-9.]+:\d+/")
        events = urllib.request.Request(
            address.group() + ".valise/events?page=" + urllib.parse.quote("/index.html"),
            headers={"Host": urllib.parse.urlparse(address.group()).netloc})
        with urllib.request.urlopen(events, timeout=PATIENCE) as stream:
            reloads = Reloads(stream)
            seconds = []
            for edit in edits:
                # At the beginning the server says that the page may be an old one.
                time.sleep(1)
                reloads.forget()
                start = time.perf_counter()
                edit(valise)
                seconds.append(reloads.wait() - start)
        return seconds


class Reloads:
    """The events of a stream that make a page load itself again, and when they came."""

    def __init__(self, stream):
        self.times, self.news = [], threading.Condition()
        threading.Thread(target=self._read, args=[stream], daemon=True).start()

    def _read(self, stream):
        # A stream that is closed while it is read has no better word for it.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            for line in stream:
                if line.startswith(b"event: reload"):
                    with self.news:
                        self.times.append(time.perf_counter())
                        self.news.notify_all()

    def forget(self):
        with self.news:
            self.times.clear()

    def wait(self):
        with self.news:
            if not self.news.wait_for(lambda: self.times, PATIENCE):
                raise Stuck("valise serve sent no reload")
            return self.times[0]


def hugo_seconds(hugo, edits):
    """From each edit to the line that says how long building took."""
    command = [hugo.program, "server", "--source", hugo.site, "--port", "0", "--renderToMemory"]
    with Server(command, hugo.environment()) as server:
        server.wait_for(r"Press Ctrl\+C to stop|Web Server is available")
        seconds = []
        for edit in edits:
            time.sleep(1)
            first = len(server.lines)
            start = time.perf_counter()
            edit(hugo)
            _, done = server.wait_for(r"Total in \d+ ms", first)
            seconds.append(done - start)
        return seconds
