"""Text that means harm, in every field of every input: it never runs and never breaks a page."""

import functools
import json
import subprocess
import urllib.parse

from behaviour import check, main

# "hit()" tells that something ran. A policy that stops it is no excuse: the text must not have become
# an element or an attribute in the first place, and the console would say so.
ATTACKS = [
    "<script>hit()</script>",
    '"><img src=x onerror=hit()>',
    "'><svg onload=hit()>",
    "</title><script>hit()</script>",
    "</template><script>hit()</script>",
    "</textarea></style><script>hit()</script>",
    "javascript:hit()",
    "[click](javascript:hit())",
    "![x](x\" onerror=\"hit())",
    "[click](<java\tscript:hit()>)",
    "[click](data:text/html,<script>hit()</script>)",
    "<javascript:hit()>",
    "{{{site.title}}}",
    "{{#trip}}{{/trip}}",
    "{{=<% %>=}}",
    "{{>item}}",
    "<style>*{display:none!important}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "\u202eelif laer\u202c",
    "\u2066\u2067unclosed",
    "\u2028hit()\u2029",
    "&lt;script&gt;hit()&lt;/script&gt;",
    "<!-- ",
    "--><script>hit()</script>",
    "]]><script>hit()</script>",
    "\\u003cscript\\u003ehit()\\u003c/script\\u003e",
    "${hit()}`${hit()}`",
    "<math><mtext></p><img src=x onerror=hit()>",
    '<iframe srcdoc="<script>hit()</script>"></iframe>',
    "<base href=//evil.example/>",
    '<meta http-equiv=refresh content="0;url=javascript:hit()">',
    "<form action=javascript:hit()><button autofocus>",
    'x" onfocus="hit()" autofocus="',
    "x' style='position:fixed;inset:0'",
    "</script><script>hit()</script>",
    "<a href=javascript:hit()>x</a>",
    "<noscript><p title=\"</noscript><img src=x onerror=hit()>\">",
    "constructor __proto__ toString",
    "../../../etc/passwd",
    "%3Cscript%3Ehit()%3C/script%3E",
    "\u200b\ufeffinvisible\u00ad",
    "Z" + "\u0301" * 60,
    "A" * 400,
]

WATCH = """
window.hits = [];
window.hit = (...what) => { window.hits.push(['hit', ...what]); };
for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => window.hits.push([name]);
addEventListener('securitypolicyviolation', (event) => window.hits.push([event.violatedDirective, event.blockedURI]));
"""

# A page is whole where it has its landmarks, shows its foot, and its own script did its work.
WHOLE = """
() => {
  const problems = window.hits.map((hit) => JSON.stringify(hit));
  if (document.querySelectorAll('main').length !== 1) problems.push('it has not one main part');
  if (document.querySelector('.page-print')) return problems;
  for (const part of ['.lid', '.wordmark', '.colophon']) {
    const element = document.querySelector(part);
    if (!element || !element.checkVisibility()) problems.push(`${part} is gone`);
  }
  if (document.querySelector('article.trip .box') && !document.querySelector('.tally')) {
    problems.push('the script has not done its work');
  }
  for (const element of document.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith('on') || attribute.name === 'style') {
        problems.push(`<${element.localName} ${attribute.name}>`);
      }
      if (/^\\s*(javascript|data|vbscript):/i.test(attribute.value) && ['href', 'src', 'action'].includes(attribute.name)) {
        problems.push(`${attribute.name}=${attribute.value.slice(0, 40)}`);
      }
    }
  }
  // Data for search engines: it runs nothing, and has to be whole.
  for (const data of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      JSON.parse(data.textContent);
    } catch (error) {
      problems.push(`${error}`);
    }
  }
  for (const element of document.querySelectorAll('script:not([src], [type="application/ld+json"]), iframe, base, math, object, embed')) {
    problems.push(`a ${element.localName} that nobody put there`);
  }
  return problems;
}
"""


def quoted(text):
    """A YAML scalar that holds a text as it is."""
    return json.dumps(text, ensure_ascii=True)


def trip(number, attack):
    line = attack.replace("\n", " ")
    return (
        "---\n"
        f"title: {quoted(f'Trip {number} {attack}')}\n"
        f"destination: {quoted(attack)}\n"
        f"collection: {quoted(attack)}\n"
        f"booking: {quoted(f'{number}{attack}')}\n"
        f"start: 2027-01-{number % 27 + 1:02}\nnights: 2\n"
        f"tags: [{quoted(attack)}]\n"
        f"travellers: [{quoted(attack)}]\n"
        f"bags: {{{quoted(attack)}: 7 kg}}\n"
        f"stops:\n  - {quoted(attack)}: 2\n"
        "include: [base]\n---\n\n"
        f"{line}\n\n"
        f"## {line}\n\n"
        f"- [ ] {line}\n"
        f"- [x] Thing {number} — {line}\n"
        f"- [ ] Bagged 20 g bag:\"{line}\" @{line}\n"
        f"- [ ] [Linked {number}]({line})\n"
        f"- [ ] [Linked too {number}](<{line.replace('<', '').replace('>', '')}>)\n"
        f"- Weighed\n  - Weight: {line}\n  - Quantity: {line}\n  - Price: {line}\n  - Link: {line}\n"
        f"- [-] Left {line}\n\n"
        "| item | weight | notes | strange |\n|---|---|---|---|\n"
        f"| Cell {number} {line.replace('|', '')} | {line.replace('|', '')} | {line.replace('|', '')} | {line.replace('|', '')} |\n\n"
        f"## Activities\n\n### {line}\n\n- [ ] {line}\n- [x] Done — {line}\n"
    )


def file_name(number, attack):
    """A file name as hostile as a disk allows."""
    name = "".join(" " if letter in "/\0\n\t" else letter for letter in attack)
    return f"Content/trips/f{number} {name[:60]}.md"


@functools.cache
def hostile_site(bench):
    files = {"Content/lists/base.md": "# Base\n\n" + "".join(f"- [ ] Base {attack}\n" for attack in ATTACKS)}
    for number, attack in enumerate(ATTACKS):
        files[f"Content/trips/t{number}.md"] = trip(number, attack)
        files[file_name(number, attack)] = f"# {attack}\n\n- [ ] one\n"
    files["Content/trips/nul.md"] = b"# Nul \x00 <script>hit()</script>\n\n- [ ] a\x00b\x01\x1b\x7f <img src=x onerror=hit()>\n"
    files["Content/trips/latin.md"] = b"# Not UTF-8 \xff\xfe <script>hit()</script>\n\n- [ ] caf\xe9\n"
    files["Content/goals.md"] = "# Goals\n\n## Trips\n\n" + "".join(
        f"- [ ] {attack}: 3 — {attack}\n- [x] done {attack} 2026-10-04\n" for attack in ATTACKS)
    files["Content/reading.md"] = "# Books\n\n" + "".join(
        f"- [x] {attack} — {attack} ★★★ 2026-01-01 — {attack}\n" for attack in ATTACKS)
    files = {path: text if isinstance(text, bytes) else text.replace("\r", " ") for path, text in files.items()}
    worst = "</title>\"'><script>hit()</script><img src=x onerror=hit()>{{{site.title}}}\u202e"
    settings = (
        f"title: {quoted(worst)}\nauthor: {quoted(worst)}\nhome-city: {quoted(worst)}\n"
        f"travellers: [{quoted(worst)}]\nbags: {{{quoted(worst)}: 5 kg}}\n")
    site = bench.site("hostile", files, settings, may_warn=True)
    return site


def visit(bench, page, address, wait="load"):
    """Goes to a page and looks at it; its problems are named with its address."""
    heard = len(bench.problems)
    page.goto(address, wait_until=wait)
    for problem in page.evaluate(WHOLE):
        bench.problems.append(problem)
    name = urllib.parse.unquote(address.split("/", 4)[-1])
    bench.problems[heard:] = [f"{name}: {problem}"[:400] for problem in bench.problems[heard:]]


@check("no page of a hostile site runs anything, and every one is whole")
def pages(bench):
    site = hostile_site(bench)
    folder = bench.folder / "hostile"
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    bench.expect(len(found) > 2 * len(ATTACKS), f"only {len(found)} pages")
    with bench.person(service_workers="block") as person:
        person.add_init_script(WATCH)
        page = person.new_page()
        page.on("dialog", lambda dialog: (bench.problems.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
        for path in found:
            # Half of the sheets for paper say as much as all: they are made alike.
            if path.startswith("print/f"):
                continue
            visit(bench, page, site + urllib.parse.quote(path))


@check("text that does run is noticed, so that silence means something")
def noticed(bench):
    careless = '<p class="item"><input class="box" type="checkbox" data-item="x">{{{name}}}</p>'
    site = bench.site("careless", {
        "Templates/item.mustache": careless, "Content/trips/t.md": f"# T\n\n- [ ] {ATTACKS[1]}\n"})
    with bench.person(service_workers="block") as person:
        person.add_init_script(WATCH)
        visit(bench, person.new_page(), site + "trips/t.html")
    kinds = ("script-src", "<img onerror>", "console: ")
    missed = [kind for kind in kinds if not any(kind in problem for problem in bench.problems)]
    bench.problems = [f"not noticed: {kind}" for kind in missed]


@check("hostile text is shown as it was written")
def shown(bench):
    site = hostile_site(bench)
    with bench.person(service_workers="block") as person:
        page = person.new_page()
        for number in (0, 1, 4, 12, 16, 22, 31):
            page.goto(f"{site}trips/t{number}.html")
            bench.equal(page.locator("h1").text_content(), f"Trip {number} {ATTACKS[number]}".strip(), "title")
            bench.equal(page.title().startswith(f"Trip {number} {ATTACKS[number]}".strip()), True, "document's title")


@check("ticks, filters and the list that is taken away hold on a hostile page")
def scripts(bench):
    site = hostile_site(bench)
    with bench.person(service_workers="block") as person:
        person.add_init_script(WATCH)
        page = person.new_page()
        for number in range(0, len(ATTACKS), 3):
            visit(bench, page, f"{site}trips/t{number}.html")
            page.locator(".box").first.click()
            for select in page.locator("select.chip").all():
                select.select_option(index=1)
                select.select_option(index=0)
            page.evaluate("() => Object.defineProperty(navigator, 'clipboard', {value: undefined})")
            page.get_by_role("button", name="Copy as Markdown").click()
            text = page.locator(".notice-copy").input_value()
            bench.expect(text.startswith("# Trip"), f"{number}: {text[:80]}")
            for problem in page.evaluate(WHOLE):
                bench.problems.append(f"t{number}: {problem}")


@check("hostile words in the search field and in the address do no harm")
def searching(bench):
    site = hostile_site(bench)
    with bench.person(service_workers="block") as person:
        person.add_init_script(WATCH)
        page = person.new_page()
        for attack in ATTACKS:
            query = urllib.parse.quote(attack, safe="")
            visit(bench, page, f"{site}search.html?q={query}#{query}")
            bench.equal(page.get_by_role("searchbox").input_value(), attack[:100].replace("\n", ""), "the field")
        for word in ("thing", "trip", "done", "script", "img", "constructor"):
            page.get_by_role("searchbox").fill(word)
            bench.wait(page, "() => document.querySelector('[role=status]').textContent !== ''")
            page.wait_for_timeout(50)
            for problem in page.evaluate(WHOLE):
                bench.problems.append(f"results for {word}: {problem}")
        for odd in ("q=%", "q=%00", "q=%FF", "q=" + "a" * 5000, "q=a&q=b", "__proto__=1&constructor=2", "q=%E0%A4%A"):
            visit(bench, page, f"{site}search.html?{odd}")


@check("hostile fragments of an address do no harm on a checklist")
def fragments(bench):
    site = hostile_site(bench)
    with bench.person(service_workers="block") as person:
        person.add_init_script(WATCH)
        page = person.new_page()
        for attack in ATTACKS[::2]:
            mark = urllib.parse.quote(attack, safe="")
            visit(bench, page, f"{site}trips/t1.html?{mark}#{mark}")


@check("a hostile table that is imported becomes a harmless list")
def imported(bench):
    bench.site("imported", {"Content/trips/first.md": "# First\n\n- [ ] a\n"})
    source = bench.folder / "sources" / "imported"
    table = bench.folder / "hostile.csv"

    def cell(text):
        return '"' + text.replace('"', '""') + '"'

    rows = ["Item Name,Category,desc,qty,weight,unit,url,price,worn,consumable"]
    for attack in [*ATTACKS, "=HYPERLINK(\"javascript:hit()\")", "@SUM(1)", "line\nbreak <script>hit()</script>"]:
        rows.append(",".join(cell(attack) for _ in range(10)))
    table.write_bytes(("\ufeff" + "\r\n".join(rows)).encode("utf-8"))
    done = subprocess.run(
        [bench.valise, "-C", str(source), "import", str(table), "--as", "<script>hit()</script>"],
        capture_output=True, text=True, check=False)
    bench.equal(done.returncode, 0, done.stderr[-500:])
    subprocess.run(
        [bench.valise, "-C", str(source), "build", "--output", str(bench.folder / "imported")], check=True,
        capture_output=True)
    with bench.person(service_workers="block") as person:
        person.add_init_script(WATCH)
        page = person.new_page()
        trips = [path for path in (bench.folder / "imported/trips").glob("*.html") if path.stem != "first"]
        bench.equal(len(trips), 1, "imported trips")
        for path in trips:
            visit(bench, page, f"{bench.root}/imported/trips/{urllib.parse.quote(path.name)}")
            bench.expect(page.locator(".box").count() >= len(ATTACKS) - 3, f"{page.locator('.box').count()} boxes")


@check("what a hostile site says of itself to machines is well formed")
def machines(bench):
    import xml.etree.ElementTree as tree
    hostile_site(bench)
    folder = bench.folder / "hostile"
    json.loads((folder / "site.webmanifest").read_text(encoding="utf-8"))
    for path in folder.rglob("*.xml"):
        tree.parse(path)
    for path in folder.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
