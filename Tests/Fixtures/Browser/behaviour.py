"""What checks of a site in a real browser share: a server, a browser, and sites to look at.

A module of checks is run as `python3 MODULE.py INPUT.json`. The input names the built program
(`valise`) and the folders of built sites (`sites`). What is printed is one JSON object: for each
check its problems, none where all is well.
"""

import contextlib
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from playwright.sync_api import sync_playwright

CHECKS = {}


def check(name):
    """Registers a check: a function of a Bench that returns or collects problems."""

    def register(function):
        CHECKS[name] = function
        return function

    return register


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files as any static host does, quietly, and can be told to fail."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".webmanifest": "application/manifest+json",
        ".js": "text/javascript",
        ".html": "text/html; charset=utf-8",
    }
    # Paths that answer with an error while they are in here.
    failing = set()
    requests = []

    def send_head(self):
        path = self.path.split("?")[0]
        Handler.requests.append(path)
        if any(path.endswith(ending) for ending in Handler.failing):
            self.send_error(503)
            return None
        # It answers to the second, and a check builds a site twice within one: the second build would
        # count as unchanged. Hosts have ETags for that.
        del self.headers["If-Modified-Since"]
        return super().send_head()

    def end_headers(self):
        # What the browser itself keeps would hide what the pages keep.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        # A browser that goes away in the middle is no problem of the page.
        pass


class Bench:
    """A browser and a folder of sites on a server."""

    def __init__(self, playwright, given):
        self.valise = given["valise"]
        self.sites = {name: pathlib.Path(path) for name, path in given["sites"].items()}
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="valise-bench-"))
        self.browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            # A container has no user namespaces and a small /dev/shm; the pages are our own.
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        self.problems = []
        self.start_server()

    def start_server(self, port=0):
        self.server = self.serve(self.folder, port)
        self.port = self.server.server_address[1]
        self.root = f"http://127.0.0.1:{self.port}"

    def serve(self, folder, port=0):
        """A server of a folder: for pages that have to stand at a host's own root."""
        server = Server(("127.0.0.1", port), functools.partial(Handler, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def stop_server(self):
        self.server.shutdown()
        self.server.server_close()

    def close(self):
        self.browser.close()
        self.stop_server()
        shutil.rmtree(self.folder)

    def wait(self, page, expression, argument=None):
        """Waits until a function of JavaScript says yes.

        Asked from outside again and again: a page's own policy forbids what Playwright puts into a
        page to wait there.
        """
        deadline = time.monotonic() + 20
        while not page.evaluate(expression, argument):
            if time.monotonic() > deadline:
                raise TimeoutError(expression)
            page.wait_for_timeout(20)

    def expect(self, condition, problem):
        if not condition:
            self.problems.append(str(problem))

    def equal(self, value, wanted, what):
        self.expect(value == wanted, f"{what}: {value!r}, not {wanted!r}")

    def site(self, name, files, settings="title: Bench\n", may_warn=False):
        """Writes a site of some trips and builds it; again with other files, it is rebuilt.

        Where it may warn, errors in some files are no failure: the rest is built.
        """
        source = self.folder / "sources" / name
        for path in list(source.glob("Content/**/*.md")):
            path.unlink()
        for path, text in {"valise.yml": settings, **files}.items():
            file = source / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(text, bytes):
                file.write_bytes(text)
            else:
                file.write_text(text, encoding="utf-8", newline="")
        done = subprocess.run(
            [self.valise, "-C", str(source), "build", "--output", str(self.folder / name)],
            capture_output=True, text=True, check=False,
        )
        if done.returncode != 0 and not (may_warn and done.returncode == 1):
            raise RuntimeError(f"{name} is not built: {done.stderr}")
        return f"{self.root}/{name}/"

    @contextlib.contextmanager
    def person(self, complaints=True, **options):
        """A person with a browser profile of their own; what the console says is a problem."""
        context = self.browser.new_context(**options)
        # Nothing leaves this machine, whatever a page holds.
        context.route(
            lambda url: not url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:")),
            lambda route: (self.problems.append(f"asked for {route.request.url}"), route.abort()),
        )
        if complaints:
            context.on("console", lambda message: self.hear(message))
            context.on("weberror", lambda error: self.problems.append(f"script: {error.error}"))
        context.set_default_timeout(20_000)
        try:
            yield context
        finally:
            context.close()

    def hear(self, message):
        # What a check asked for itself is no complaint of the page.
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self.problems.append(f"console: {message.text}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    wanted = sys.argv[2:]
    answers = {}
    with sync_playwright() as playwright:
        bench = Bench(playwright, given)
        for name, function in CHECKS.items():
            if wanted and name not in wanted:
                continue
            bench.problems = []
            start = time.monotonic()
            Handler.failing.clear()
            Handler.requests.clear()
            try:
                function(bench)
            except Exception as error:  # Whatever goes wrong in a check is the check's problem.
                own = [frame for frame in traceback.extract_tb(error.__traceback__)
                       if pathlib.Path(frame.filename).parent == pathlib.Path(__file__).parent]
                bench.problems.append(f"line {own[-1].lineno}, {own[-1].line}: {error}")
            answers[name] = bench.problems
            print(f"{time.monotonic() - start:.1f} s: {name}", file=sys.stderr)
        bench.close()
    print(json.dumps(answers, ensure_ascii=False))
