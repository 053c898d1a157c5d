"""Reads all that Valise writes, with readers that know nothing of it, and prints what is wrong.

usage: outputs.py HOSTILE_FOLDER HARMLESS_FOLDER

Both folders were made from the same site, once with attacks in every field and once with plain words.
What the second has of elements, attributes and names is all that the first may have.
"""

import csv
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

ADDRESSES = {"href", "src", "action", "formaction", "srcset", "poster", "data", "cite", "content"}
SCHEMES = {"", "http", "https", "mailto", "tel", "webcal"}
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
TURNS = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"


def scheme(address):
    """The scheme of an address as a browser finds it: without the characters that it skips."""
    plain = re.sub(r"[\t\n\r]", "", address).lstrip("".join(map(chr, range(33))))
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", plain)
    return found.group(1).lower() if found else ""


class Page(HTMLParser):
    def __init__(self, text, may_embed):
        super().__init__(convert_charrefs=True)
        self.forms, self.problems, self.open, self.data = set(), [], [], []
        self.may_embed = may_embed
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.forms.add(tag)
        for name, value in attributes:
            self.forms.add(f"{tag} {name}")
            if name.startswith("on") or name == "srcdoc":
                self.problems.append(f"<{tag} {name}={value!r}>")
            if name in ADDRESSES and not (tag == "meta" and name == "content"):
                allowed = SCHEMES | ({"data"} if self.may_embed and tag in ("img", "link") else set())
                if scheme(value or "") not in allowed:
                    self.problems.append(f"<{tag} {name}={value!r}>")
        if tag not in ("meta", "link", "img", "br", "hr", "input", "col", "wbr", "path", "rect", "circle"):
            attributes = dict(attributes)
            self.open.append((tag, "dir" in attributes or tag in ("bdi", "title", "textarea"), attributes))

    def handle_endtag(self, tag):
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index][0] == tag:
                del self.open[index:]
                return

    def handle_data(self, data):
        tag, _, attributes = self.open[-1] if self.open else ("", False, {})
        if tag == "script":
            if attributes.get("type") == "application/ld+json":
                json.loads(data)
            elif not self.may_embed:
                self.problems.append(f"a script inside: {data[:60]!r}")
        elif any(turn in data for turn in TURNS):
            if not any(isolated for _, isolated, _ in self.open if _ is not None):
                self.problems.append(f"a turn of direction outside bdi and dir: {data[:40]!r}")
        self.data.append(data)

    handle_pi = lambda self, data: self.problems.append(f"<?{data[:40]}")
    unknown_decl = lambda self, data: self.problems.append(f"<![{data[:40]}")

    def handle_comment(self, data):
        self.forms.add("!--")


def read_page(path):
    # A page for mailing holds its own style and pictures.
    return Page(path.read_text("utf-8"), may_embed="export" in path.name)


def read_calendar(path):
    import icalendar

    raw = path.read_bytes()
    calendar = icalendar.Calendar.from_ical(raw)
    names = set()
    for part in calendar.walk():
        names |= {part.name} | {f"{part.name} {name}" for name in part.keys()}
    lines = raw.decode("utf-8").replace("\r\n ", "").split("\r\n")
    problems = [f"{line[:60]!r}" for line in lines if re.search(r"[\x00-\x08\x0a-\x1f\x7f]", line)]
    return names, problems


def read_xml(path):
    root = ElementTree.fromstring(path.read_bytes())
    names, problems = set(), []
    for element in root.iter():
        names.add(element.tag)
        for name, value in element.attrib.items():
            names.add(f"{element.tag} {name}")
            if name in ADDRESSES and scheme(value) not in SCHEMES:
                problems.append(f"{element.tag} {name}={value!r}")
        # What a feed says in HTML is read as HTML.
        if element.get("type") == "html":
            page = Page(element.text or "", False)
            names |= {f"html {form}" for form in page.forms}
            problems += page.problems
    return names, problems


def read_csv(path):
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8"), newline=""), strict=True))
    problems = []
    if len({len(row) for row in rows}) > 1:
        problems.append("rows of different lengths")
    if "lighterpack" not in path.name:
        problems += [repr(cell[:40]) for row in rows for cell in row if cell.startswith(FORMULA)]
    return {f"head {cell}" for cell in rows[0]} if rows else set(), problems


# What makes a reader of PDF do something, or leads out of the file in another way than by a link.
PDF_ACTS = {
    "/JavaScript", "/JS", "/Launch", "/AA", "/EmbeddedFile", "/EmbeddedFiles", "/EF", "/AF", "/GoToR", "/GoToE",
    "/SubmitForm", "/ImportData", "/RichMedia", "/XFA", "/AcroForm", "/Rendition", "/Movie", "/Sound",
}


def read_pdf(path):
    import pypdf

    reader = pypdf.PdfReader(path, strict=True)
    names, problems, seen, waiting = set(), [], set(), [reader.trailer]
    while waiting:
        value = waiting.pop()
        if isinstance(value, pypdf.generic.IndirectObject):
            if value.idnum in seen:
                continue
            seen.add(value.idnum)
            value = value.get_object()
        if isinstance(value, list):
            waiting += list(value)
        if not isinstance(value, dict):
            continue
        waiting += [value.raw_get(key) for key in value]
        named = set(value) | {str(value[key]) for key in ("/S", "/Type", "/Subtype") if key in value}
        problems += [f"has {act}" for act in sorted(named & PDF_ACTS)]
        if "/URI" in value and scheme(str(value["/URI"])) not in SCHEMES:
            problems.append(f"leads to {value['/URI']!r}")
        # Where a link leads to is looked at above; a harmless site may have none.
        if value.get("/Type") == "/Action" and value.get("/S") != "/URI":
            names.add(f"action {value.get('/S')}")
        if value.get("/Type") == "/Annot":
            names.add(f"annotation {value.get('/Subtype')}")
    text = "".join(page.extract_text() for page in reader.pages)
    if "plain words" not in text and "hit()" not in text:
        problems.append("not what was to be printed")
    return names, problems


def keys(value):
    """All keys in a JSON value whose objects have fixed keys."""
    if isinstance(value, dict):
        return set(value).union(*(keys(inner) for inner in value.values()))
    return set().union(*(keys(inner) for inner in value)) if isinstance(value, list) else set()


def read_file(path):
    """The names that a file uses, and what is wrong with it."""
    if path.suffix == ".html":
        page = read_page(path)
        return page.forms, page.problems
    if path.suffix in (".xml", ".svg", ".atom"):
        return read_xml(path)
    if path.suffix == ".ics":
        return read_calendar(path)
    if path.suffix == ".csv":
        return read_csv(path)
    if path.suffix == ".pdf":
        return read_pdf(path)
    if path.suffix in (".json", ".webmanifest"):
        json.loads(path.read_text("utf-8"))
    if path.suffix == ".js":
        text = path.read_text("utf-8")
        # Each part of the search index is one call with values of JSON, and opens no tag.
        index = re.fullmatch(r"valiseSearch\((.*)\);?\s*", text, re.DOTALL)
        if index:
            json.loads(f"[{index.group(1)}]")
            return set(), ["a tag"] if "<" in text else []
        return set(), ["a script with an attack in it"] if re.search(r"hit\(\)|evil\.example", text) else []
    if path.suffix == ".txt":
        text = path.read_text("utf-8")
        return set(), ["a control character"] if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text) else []
    return set(), []


def main():
    hostile, harmless = map(pathlib.Path, sys.argv[1:3])
    allowed, problems, count = {}, [], 0
    for path in sorted(harmless.rglob("*")):
        if path.is_file():
            names, wrong = read_file(path)
            problems += [f"harmless {path.relative_to(harmless)}: {what}" for what in wrong]
            allowed.setdefault(path.suffix, set()).update(names)
    for path in sorted(hostile.rglob("*")):
        name = str(path.relative_to(hostile))
        if re.search(r"[\x00-\x1f\x7f<>\"'\\|*]|(^|/)\.\.(/|$)|(^|/)-", name):
            problems.append(f"the name {name!r}")
        if not path.is_file():
            continue
        count += 1
        try:
            names, wrong = read_file(path)
        except Exception as failure:
            problems.append(f"{name}: {type(failure).__name__}: {failure}")
            continue
        problems += [f"{name}: {what}" for what in wrong[:3]]
        strange = names - allowed.get(path.suffix, set())
        if strange:
            problems.append(f"{name}: has {sorted(strange)[:5]}")
    json.dump({"count": count, "problems": problems}, sys.stdout)


main()
