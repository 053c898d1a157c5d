"""Pages that `valise serve` shows: ticks go to the files, and changes of the files come back."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from behaviour import check, main

LISBON = """---
title: Lisbon
order: file
include: [papers]
---

## Clothes
- [ ] Socks x3 40 g
- [x] Rain jacket 350 g
- [ ] Belt

## Tools
- [ ] Tape
- [ ] Belt
"""

PAPERS = "## Papers\n- [ ] Passport\n- [ ] Tickets\n"

OSLO = "# Oslo\n\n" + "".join(f"- [ ] Thing number {number}\n" for number in range(120))


class Served:
    """A site while `valise serve` shows it."""

    def __init__(self, bench, files):
        self.bench = bench
        self.folder = bench.folder / "sources" / f"served-{time.monotonic_ns()}"
        for path, text in {"valise.yml": "title: Bench\n", **files}.items():
            self.write(path, text)
        self.start(0)

    def start(self, port):
        self.process = subprocess.Popen(
            [self.bench.valise, "serve", "--port", str(port)], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.root = self.process.stdout.readline().strip()
        if not self.root:
            raise RuntimeError(f"not served: {self.process.stderr.read()}")

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        _, self.said = self.process.communicate(timeout=10)
        return self.process.returncode

    def read(self, path):
        return (self.folder / path).read_text(encoding="utf-8")

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        # As editors save: written beside, and renamed.
        beside = file.with_name(file.name + ".tmp~")
        beside.write_text(text, encoding="utf-8", newline="")
        os.replace(beside, file)

    def git(self, *arguments):
        done = subprocess.run(
            ["git", "-c", "user.name=Ana", "-c", "user.email=ana@example.org", *arguments],
            cwd=self.folder, capture_output=True, text=True, check=True,
        )
        return done.stdout


@contextlib.contextmanager
def served(bench, files):
    site = Served(bench, files)
    root = bench.root
    bench.root = site.root.rstrip("/")
    try:
        yield site
    finally:
        bench.root = root
        if site.process.poll() is None:
            site.stop()


def until(condition, seconds=8):
    """Whether something comes to be in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def box(page, category, name):
    section = page.locator("section.category", has=page.get_by_role("heading", name=category))
    item = section.locator("li.item", has=page.locator(".item-name", has_text=re.compile(f"^{name}$")))
    return item.locator("input.box")


def opened(bench, person, page="trips/lisbon.html"):
    """A page that hears what changes."""
    tab = person.new_page()
    with tab.expect_response(lambda response: "/.valise/events" in response.url):
        tab.goto(f"{bench.root}/{page}")
    return tab


@check("a tick in the page changes the box in the file, and nothing else")
def tick(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as person:
        site.git("init", "--quiet")
        site.git("add", "Content")
        site.git("commit", "--quiet", "--message", "lists")
        page = opened(bench, person)
        box(page, "Clothes", "Socks").check()
        box(page, "Clothes", "Rain jacket").uncheck()
        box(page, "Tools", "Belt").check()
        changed = until(lambda: "[x] Belt" in site.read("Content/trips/lisbon.md"))
        bench.expect(changed, "the file is as it was")
        diff = [
            line for line in site.git("diff", "--unified=0").splitlines()
            if re.match(r"[-+]- \[", line)
        ]
        wanted = [
            "-- [ ] Socks x3 40 g", "-- [x] Rain jacket 350 g",
            "+- [x] Socks x3 40 g", "+- [ ] Rain jacket 350 g", "-- [ ] Belt", "+- [x] Belt",
        ]
        bench.equal(diff, wanted, "git diff")
        bench.equal(
            page.evaluate("() => Object.keys(localStorage).length"), 0, "ticks in the browser")


@check("a tick does not load the page again")
def no_reload(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as person:
        page = opened(bench, person)
        page.evaluate("() => { window.isTheSame = true }")
        box(page, "Tools", "Tape").check()
        until(lambda: "[x] Tape" in site.read("Content/trips/lisbon.md"))
        # The build that follows the edit has long said what it has to say.
        page.wait_for_timeout(1500)
        bench.expect(page.evaluate("() => window.isTheSame === true"), "it was loaded again")
        bench.expect(box(page, "Tools", "Tape").is_checked(), "the tick is gone")


@check("a change of the file shows in every open page")
def live(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as ana, bench.person() as ben:
        pages = [opened(bench, ana), opened(bench, ben)]
        home = opened(bench, ana, "")
        pages[0].evaluate("() => { window.isTheSame = true }")
        start = time.monotonic()
        site.write("Content/trips/lisbon.md", LISBON.replace("[ ] Tape", "[x] Tape"))
        for page in pages:
            bench.expect(until(box(page, "Tools", "Tape").is_checked), "the tick does not show")
        bench.expect(time.monotonic() - start < 4, "it took long")
        bench.expect(pages[0].evaluate("() => window.isTheSame === true"), "it was loaded again")
        bench.expect(
            until(lambda: "2 of 7" in home.locator("main").inner_text()), "home counts as before")
        site.write("Content/trips/lisbon.md", LISBON.replace("Tape", "Duct tape"))
        for page in pages:
            page.get_by_text("Duct tape").wait_for()
            bench.expect(not box(page, "Tools", "Duct tape").is_checked(), "the tick stayed")


@check("a page that is loaded again keeps its place, its filters and what is being written")
def place(bench):
    files = {"Content/trips/oslo.md": OSLO}
    with served(bench, files) as site, bench.person() as person:
        page = opened(bench, person, "trips/oslo.html")
        line = page.locator("input.valise-line").first
        line.fill("Half a wor")
        line.focus()
        page.evaluate("() => scrollTo({top: 900, behavior: 'instant'})")
        site.write("Content/trips/oslo.md", OSLO.replace("number 119", "number 119 of all"))
        page.get_by_text("number 119 of all").wait_for(state="attached")
        until(lambda: page.evaluate("() => scrollY") == 900, 3)
        bench.equal(page.evaluate("() => scrollY"), 900, "scrolled to")
        bench.equal(line.input_value(), "Half a wor", "written")
        bench.expect(line.evaluate("(line) => line === document.activeElement"), "focus is lost")


@check("an item of a base list becomes the trip's own when it is ticked")
def included(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as person:
        page = opened(bench, person)
        box(page, "Papers", "Passport").check()
        lifted = until(lambda: "- [x] Passport" in site.read("Content/trips/lisbon.md"))
        bench.expect(lifted, "the trip has no line of it")
        bench.equal(site.read("Content/lists/papers.md"), PAPERS, "the base list")
        page.wait_for_timeout(1000)
        bench.expect(box(page, "Papers", "Passport").is_checked(), "it is not ticked")


@check("an item is added from the page")
def add(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as person:
        page = opened(bench, person)
        line = page.get_by_label("Add to Clothes")
        line.fill("Wool hat x2 90 g")
        line.press("Enter")
        box(page, "Clothes", "Wool hat").wait_for()
        bench.expect("- [ ] Belt\n- [ ] Wool hat x2 90 g\n\n## Tools"
                     in site.read("Content/trips/lisbon.md"), site.read("Content/trips/lisbon.md"))
        # The script that puts the focus back runs when the page is read to its end.
        focused = "() => document.activeElement.getAttribute('aria-label')"
        until(lambda: page.evaluate(focused) == "Add to Clothes")
        bench.equal(page.evaluate(focused), "Add to Clothes", "focus for the next item")


@check("the first item of an empty list is added from the page")
def add_first(bench):
    with served(bench, {"Content/trips/oslo.md": "# Oslo\n\n## Later\n"}) as site:
        with bench.person() as person:
            page = opened(bench, person, "trips/oslo.html")
            line = page.get_by_label("Add an item")
            line.fill("Skis")
            page.get_by_role("button", name="Add").click()
            page.locator(".item-name", has_text="Skis").wait_for()
            bench.expect("- [ ] Skis\n" in site.read("Content/trips/oslo.md"),
                         site.read("Content/trips/oslo.md"))


@check("all boxes are cleared by one edit of the file")
def uncheck_all(bench):
    list_ = OSLO.replace("[ ]", "[x]")
    with served(bench, {"Content/trips/oslo.md": list_}) as site, bench.person() as person:
        page = opened(bench, person, "trips/oslo.html")
        page.locator("[data-action=uncheckAll]").click()
        bench.expect(until(lambda: site.read("Content/trips/oslo.md") == OSLO), "ticks are left")
        undo = subprocess.run(
            [bench.valise, "undo"], cwd=site.folder, capture_output=True, text=True, check=False)
        bench.equal(undo.returncode, 0, undo.stderr)
        bench.equal(site.read("Content/trips/oslo.md"), list_, "the file after one undo")


@check("an error shows with its place, and goes when it is mended")
def error(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as person:
        page = opened(bench, person)
        site.write("Content/trips/lisbon.md", LISBON.replace("order: file", "order: [sideways"))
        notice = page.locator(".valise-problem")
        notice.wait_for()
        text = notice.inner_text()
        bench.expect("Content/trips/lisbon.md:" in text and "error" in text, text)
        bench.expect(page.get_by_text("Rain jacket").is_visible(), "the last good page is gone")
        late = opened(bench, person, "")
        late.locator(".valise-problem").wait_for()
        site.write("Content/trips/lisbon.md", LISBON)
        notice.wait_for(state="detached")
        late.locator(".valise-problem").wait_for(state="detached")


@check("an error in a template shows, and goes when it is mended")
def template(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person() as person:
        page = opened(bench, person)
        site.write("Templates/progress.mustache", "{{#oops}}")
        notice = page.locator(".valise-problem")
        notice.wait_for()
        bench.expect("Templates/progress.mustache:1:" in notice.inner_text(), notice.inner_text())
        (site.folder / "Templates/progress.mustache").unlink()
        notice.wait_for(state="detached")


@check("a tick that cannot be saved is taken back and says why")
def refused(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person(complaints=False) as person:
        page = opened(bench, person)
        page.evaluate(
            "() => { document.querySelector('input.box').dataset.item = 'ffffffffffffffff' }")
        first = page.locator("input.box").first
        was = first.is_checked()
        first.click()
        page.locator(".valise-failure").wait_for()
        bench.equal(first.is_checked(), was, "the box")
        bench.equal(site.read("Content/trips/lisbon.md"), LISBON, "the file")


@check("a server that is gone is said, and one that is back is found")
def restart(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person(complaints=False) as person:
        page = opened(bench, person)
        bench.equal(site.stop(), 0, "exit code of Ctrl-C")
        page.locator(".valise-unreachable").wait_for()
        site.start(int(site.root.rstrip("/").rsplit(":", 1)[1]))
        page.locator(".valise-unreachable").wait_for(state="detached", timeout=15000)
        box(page, "Tools", "Tape").check()
        saved = until(lambda: "[x] Tape" in site.read("Content/trips/lisbon.md"))
        bench.expect(saved, "the new server does not take ticks of the old page")


@check("a trip that appears, moves and goes is followed")
def coming_and_going(bench):
    files = {"Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS}
    with served(bench, files) as site, bench.person(complaints=False) as person:
        home = opened(bench, person, "")
        site.write("Content/trips/north/oslo/index.md", "# Oslo\n\n- [ ] Skis\n")
        home.get_by_role("link", name="Oslo").wait_for()
        shutil.move(site.folder / "Content/trips/north", site.folder / "Content/trips/far")
        site.write("Content/trips/far/oslo/index.md", "# Oslo by night\n\n- [ ] Skis\n")
        home.get_by_role("link", name="Oslo by night").wait_for()
        shutil.rmtree(site.folder / "Content/trips/far")
        home.get_by_role("link", name="Oslo by night").wait_for(state="detached")
        kept = pathlib.Path(str(site.folder) + "-kept")
        shutil.move(site.folder / "Content", kept)
        home.locator(".valise-problem").wait_for()
        shutil.move(kept, site.folder / "Content")
        home.locator(".valise-problem").wait_for(state="detached")
        site.write("Content/trips/rome.md", "# Rome\n\n- [ ] Hat\n")
        home.get_by_role("link", name="Rome").wait_for()


@check("pages speak the language of the site")
def language(bench):
    files = {
        "valise.yml": "title: Bench\nlanguage: de\n",
        "Content/trips/lisbon.md": LISBON, "Content/lists/papers.md": PAPERS,
    }
    with served(bench, files), bench.person() as person:
        page = opened(bench, person)
        page.get_by_label("Hinzufügen zu Clothes").wait_for()


if __name__ == "__main__":
    main()
