#!/usr/bin/env python3
"""Makes a small Hugo site of a folder of trips: the peer that Valise is measured beside.

    bench/hugo_site.py TRIPS SITE

SITE must not exist yet. One page a trip, with its title, place, days and the rendered list, and one
index of all trips; everything else that Hugo makes of itself (feeds, sitemap, tag pages) is off, so
that it does no work that nobody asked for. Build it with `hugo --source SITE`.
"""

import pathlib
import shutil
import sys

CONFIGURATION = """\
baseURL = "https://lists.example.org/"
title = "Trips"
disableKinds = ["404", "RSS", "section", "sitemap", "taxonomy", "term"]
"""

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""

TRIP = PAGE.format(title="{{ .Title }}", body="""\
<p>{{ .Params.destination }},
{{ .Params.start | time.Format "2006-01-02" }} to {{ .Params.end | time.Format "2006-01-02" }}</p>
{{ .Content }}""")

INDEX = PAGE.format(title="{{ site.Title }}", body="""\
<ul>
{{ range site.RegularPages.ByTitle -}}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a>
{{ .Params.start | time.Format "2006-01-02" }}</li>
{{ end -}}
</ul>""")


def write_site(trips, site):
    """Writes a Hugo site over a copy of the trips."""
    site = pathlib.Path(site)
    layouts = site / "layouts"
    (layouts / "_default").mkdir(parents=True)
    (site / "hugo.toml").write_text(CONFIGURATION)
    (layouts / "_default" / "single.html").write_text(TRIP)
    (layouts / "index.html").write_text(INDEX)
    shutil.copytree(trips, site / "content" / "trips")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: bench/hugo_site.py TRIPS SITE")
    write_site(sys.argv[1], sys.argv[2])


if __name__ == "__main__":
    main()
