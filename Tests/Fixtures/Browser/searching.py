"""Finding trips, things and activities."""

import functools

from behaviour import Handler, check, main

# Names whose case, accents and scripts a search must not care about, with what a person may type.
SPELLINGS = [
    ("Crème brûlée", ["creme", "CRÈME", "brulee", "brûl"]),
    ("Straßenkarte", ["strassen", "STRASSE", "straße"]),
    ("Łódź ticket", ["łódź", "ŁÓDZ"]),
    ("ΟΔΟΣ", ["οδος", "οδοσ", "ΟΔ"]),
    ("İstanbul kart", ["istanbul", "İSTAN"]),
    ("Ёлка", ["елка", "ёЛК"]),
    ("جوارب صوف", ["جوارب", "صوف"]),
    ("한글책", ["한글", "한글책"]),
    ("東京の地図", ["東京", "地図", "図"]),
    ("がま口", ["がま", "口"]),
    ("ﬁne-tooth comb", ["comb", "tooth"]),
    ("हिन्दी किताब", ["हिन्दी", "किताब"]),
    ("2 × 500 g", ["500"]),
    ("e\u0301clair", ["éclair", "eclair"]),
]


@functools.cache
def large_site(bench):
    """So many trips that the index is cut into many files."""
    files = {}
    for number in range(700):
        files[f"Content/trips/t{number:03}.md"] = (
            f"---\ntitle: Voyage {number} to Bergen\ndestination: Bergen, Norway\nstart: 2026-01-01\n---\n\n"
            f"## Things\n- [ ] Merino socks\n- [ ] Gadget{number} of steel\n- [ ] Private{number} diary #private\n\n"
            f"## Activities\n- [ ] Funicular ride\n")
    files["Content/trips/words.md"] = "# Words\n\n## Things\n" + "".join(
        f"- [ ] {name}\n" for name, _ in SPELLINGS)
    files["Content/trips/lisbon.md"] = (
        "---\ntitle: Lisbon\ndestination: Lisboa, Portugal\ntags: [sardines]\nstart: 2027-05-01\n---\n\n"
        "## Things\n- [ ] merino Socks\n- [ ] Socks for the plane\n\n## Activities\n- [ ] Tram 28\n")
    return bench.site("large", files)


def results(page):
    return [text.strip() for text in page.locator(".results li").all_inner_texts()]


def asked(bench, page, query):
    """What is shown for a query, once the page has answered it."""
    page.get_by_role("searchbox").fill("")
    bench.wait(page, "() => document.querySelector('[role=status]').textContent === ''")
    page.get_by_role("searchbox").fill(query)
    bench.wait(page, "() => document.querySelector('[role=status]').textContent !== ''")
    return results(page)


@check("a search finds trips, things and activities as one types")
def as_one_types(bench):
    site = large_site(bench)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "search.html")
        page.get_by_role("searchbox").press_sequentially("sardi")
        page.get_by_role("link", name="Lisbon").wait_for()
        bench.equal(len(results(page)), 1, "by a tag")
        bench.expect("1 May 2027" in results(page)[0] and "Lisboa" in results(page)[0], results(page))
        bench.equal(page.get_by_role("status").text_content(), "1 result", "said")
        bench.expect(page.url.endswith("?q=sardi"), "the address does not say what was sought")
        bench.expect(any("Tram 28" in text for text in asked(bench, page, "tram")), "no activity")
        found = asked(bench, page, "meri")
        bench.expect(found[0].startswith("merino Socks") and "and 698 more trips" in found[0], found)
        # Two words: one of the thing, one of the trip.
        found = asked(bench, page, "socks lisb")
        bench.expect(all("Lisbon" in text for text in found) and len(found) == 2, found)
        bench.expect("Socks for the plane" in asked(bench, page, "PLANE socks")[0], "two words")
        bench.equal(asked(bench, page, "gadget351"), ["Gadget351 of steel\nVoyage 351 to Bergen"], "one of many")
        bench.expect(asked(bench, page, "voyage 617")[0].startswith("Voyage 617"), "a trip among many")
        bench.equal(asked(bench, page, "qqq"), [], "nothing")
        bench.equal(page.get_by_role("status").text_content(), "Nothing found", "said")


@check("case and accents make no difference, in any script")
def spellings(bench):
    site = large_site(bench)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "search.html")
        for name, queries in SPELLINGS:
            for query in queries:
                found = asked(bench, page, query)
                wanted = name.replace("e\u0301", "é")
                bench.expect(any(wanted in text.replace("e\u0301", "é") for text in found), f"{query}: {found[:3]}")


@check("a search needs few bytes, however many trips there are")
def few_bytes(bench):
    site = large_site(bench)
    folder = bench.folder / "large" / "search"
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    bench.expect(len(sizes) > 20, f"only {len(sizes)} files: the site is too small for this check")
    bench.expect(max(sizes.values()) < 32_000, max(sizes.values()))
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "search.html")
        Handler.requests.clear()
        asked(bench, page, "voyage bergen norway socks")
        loaded = [path.rsplit("/", 1)[1] for path in Handler.requests if "/search/" in path]
        total = sum(sizes[name] for name in set(loaded)) + sizes["index.js"]
        bench.expect(0 < total < 200_000, f"{total} bytes in {loaded}")
        bench.equal(len(loaded), len(set(loaded)), f"asked for twice: {loaded}")


@check("what is private is in no file of the index")
def private(bench):
    large_site(bench)
    for path in (bench.folder / "large").glob("search/*.js"):
        text = path.read_text(encoding="utf-8")
        bench.expect("Private" not in text and "diary" not in text, path.name)


@check("results are reached by keyboard, and a result leads to its trip")
def keyboard(bench):
    site = large_site(bench)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "index.html")
        page.get_by_role("link", name="Search").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html")
        page.keyboard.type("socks")
        page.locator(".results a").first.wait_for()
        page.keyboard.press("ArrowDown")
        bench.expect(page.evaluate("document.activeElement.matches('.results li:first-child a')"), "not the first")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        bench.expect(page.evaluate("document.activeElement.matches('input')"), "not back in the field")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Escape")
        bench.expect(page.evaluate("document.activeElement.matches('input')"), "Escape does not lead back")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.wait_for_url("**/trips/*.html*")
        page.go_back()
        page.locator(".results a").first.wait_for()
        bench.equal(page.get_by_role("searchbox").input_value(), "socks", "what was sought")


@check("a search works in a page opened from a folder")
def from_a_folder(bench):
    large_site(bench)
    with bench.person() as person:
        page = person.new_page()
        page.goto((bench.folder / "large" / "search.html").as_uri())
        found = asked(bench, page, "plane")
        bench.expect("Socks for the plane" in found[0], found)
        page.locator(".results a").first.click()
        bench.equal(page.locator("h1").inner_text(), "Lisbon", "the trip")


@check("without JavaScript there is a plain list")
def without_script(bench):
    site = large_site(bench)
    with bench.person(java_script_enabled=False) as person:
        page = person.new_page()
        page.goto(site + "search.html?q=lisbon")
        bench.expect("needs JavaScript" in page.locator("main").inner_text(), "not said")
        bench.expect(page.get_by_role("link", name="Lisbon").is_visible(), "no list")
        bench.equal(page.locator("input").count(), 0, "fields without a use")


@check("an index that cannot be loaded says so, and the next try can mend it")
def failure(bench):
    site = large_site(bench)
    with bench.person(complaints=False, service_workers="block") as person:
        page = person.new_page()
        Handler.failing.update({"search/index.js"})
        page.goto(site + "search.html")
        page.get_by_role("searchbox").fill("socks")
        bench.wait(page, "() => document.querySelector('[role=status]').textContent.includes('could not')")
        bench.expect(page.get_by_role("link", name="Lisbon").is_visible(), "no plain list instead")
        Handler.failing.clear()
        bench.expect(len(asked(bench, page, "plane")) == 1, "not mended")


@check("an answer that comes late does not replace a newer one")
def late(bench):
    site = large_site(bench)
    with bench.person(complaints=False, service_workers="block") as person:
        page = person.new_page()
        held = []
        page.route("**/search/67*.js*", lambda route: held.append(route))
        page.goto(site + "search.html")
        page.get_by_role("searchbox").fill("gadget5")
        bench.wait(page, "() => document.querySelectorAll('script[src*=\"/67\"]').length > 0")
        page.get_by_role("searchbox").fill("tram")
        page.locator(".results li").first.wait_for()
        for route in held:
            route.continue_()
        page.wait_for_timeout(300)
        bench.expect("Tram 28" in results(page)[0], results(page))


@check("a small site is searched without a network")
def offline(bench):
    site = bench.site("little", {"Content/trips/lisbon.md": "# Lisbon\n\n- [ ] Socks\n"})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "index.html")
        bench.wait(page, "() => navigator.serviceWorker.controller !== null")
        person.set_offline(True)
        page.goto(site + "search.html")
        bench.expect("Lisbon" in asked(bench, page, "sock")[0], "nothing found")


@check("one change writes few files of the index anew")
def incremental(bench):
    files = {
        f"Content/trips/t{number:03}.md": f"# Tour {number}\n\n- [ ] Widget{number} long name of a thing\n"
        for number in range(300)
    }
    bench.site("change", files)
    folder = bench.folder / "change" / "search"

    def versions():
        return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}

    before = versions()
    bench.site("change", {**files, "Content/trips/t007.md": files["Content/trips/t007.md"].replace("[ ]", "[x]")})
    bench.equal(versions(), before, "a tick changes the index")
    bench.site("change", {**files, "Content/trips/t007.md": "# Tour 7\n\n- [ ] Widget7 long name of a zebra\n"})
    changed = [name for name, version in versions().items() if before.get(name) != version]
    bench.expect(0 < len(changed) < len(before) / 2, f"{len(changed)} of {len(before)} are new")


if __name__ == "__main__":
    main()
