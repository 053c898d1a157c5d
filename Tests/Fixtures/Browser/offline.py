"""A site without a network."""

import time

from behaviour import Handler, check, main

FILES = {
    "Content/trips/lisbon.md": "# Lisbon\n\n## Clothes\n- [ ] Socks\n- [ ] Belt\n",
    "Content/trips/oslo.md": "# Oslo\n\n## Clothes\n- [ ] Scarf\n",
}
SCARF = {**FILES, "Content/trips/lisbon.md": FILES["Content/trips/lisbon.md"] + "- [ ] Scarf\n"}


def settled(bench, page):
    """Waits until the worker has taken over and keeps the page."""
    bench.wait(page, "() => navigator.serviceWorker.controller !== null")
    bench.wait(page, 
        "async () => (await caches.match(location.href, {ignoreSearch: true})) !== undefined")


def kept(page):
    """The paths that are kept, by cache."""
    return page.evaluate(
        "async () => { const all = {}; for (const name of await caches.keys()) {"
        "all[name] = (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname) }"
        "return all }")


def updated(bench, page, version):
    """Waits until the only cache is another than the one named."""
    bench.wait(page, 
        "async (old) => { const names = await caches.keys(); return names.length === 1 && names[0] !== old }",
        version)


@check("a page once opened opens again without a network, with its style, its script and its ticks")
def opens_again(bench):
    site = bench.site("away", FILES)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "trips/lisbon.html")
        settled(bench, page)
        page.locator(".box").first.check()
        person.set_offline(True)
        page.reload()
        bench.equal(page.locator("h1").inner_text(), "Lisbon", "the page")
        bench.equal(page.locator(".tally .progress-text").text_content(), "1 of 2 packed", "ticks")
        page.locator(".box").last.check()
        page.goto(site + "index.html")
        bench.expect(page.get_by_role("link", name="Lisbon").first.is_visible(), "no front page")
        page.goto(site)
        bench.expect(page.get_by_role("link", name="Lisbon").first.is_visible(), "no front page at /")
        page.goto(site + "trips/lisbon.html")
        bench.equal(page.locator(".tally .progress-text").text_content(), "All 2 packed", "both")
        colour = page.evaluate("getComputedStyle(document.querySelector('.lid')).backgroundColor")
        bench.equal(colour, "rgb(29, 74, 62)", "the style")


@check("the network itself may be gone, not only the browser's idea of it")
def server_gone(bench):
    site = bench.site("gone", FILES)
    with bench.person(complaints=False) as person:
        page = person.new_page()
        page.goto(site + "trips/lisbon.html")
        settled(bench, page)
        port = bench.port
        bench.stop_server()
        try:
            page.reload()
            bench.equal(page.locator("h1").inner_text(), "Lisbon", "the page")
        finally:
            bench.start_server(port)


@check("a page that was never opened says so, and lists those that can be")
def stand_in(bench):
    site = bench.site("standin", FILES)
    with bench.person(complaints=False) as person:
        page = person.new_page()
        page.goto(site + "trips/lisbon.html")
        settled(bench, page)
        person.set_offline(True)
        page.goto(site + "trips/oslo.html")
        bench.equal(page.locator("h1").inner_text(), "No network", "the stand-in")
        page.get_by_role("link", name="Lisbon").click()
        bench.equal(page.locator("h1").inner_text(), "Lisbon", "the page")


@check("a new build replaces the old as soon as there is one, and leaves nothing of it")
def new_build(bench):
    site = bench.site("newer", FILES)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "trips/oslo.html")
        settled(bench, page)
        page.goto(site + "trips/lisbon.html")
        settled(bench, page)
        [version] = kept(page)
        bench.site("newer", {**SCARF, "Templates/style.css": "body { color: rgb(1, 2, 3) }"})
        # At once, without waiting for the worker.
        page.goto(site + "trips/lisbon.html")
        bench.equal(page.locator(".box").count(), 3, "boxes of the new build")
        bench.equal(page.evaluate("getComputedStyle(document.body).color"), "rgb(1, 2, 3)", "style")
        updated(bench, page, version)
        [paths] = kept(page).values()
        bench.equal(len([path for path in paths if "/assets/style" in path]), 1, "style sheets kept")
        bench.expect(any(path.endswith("oslo.html") for path in paths), "what was opened before is gone")
        person.set_offline(True)
        # Not opened since: what is kept of it is of the new build all the same.
        page.goto(site + "trips/oslo.html")
        bench.equal(page.locator("h1").inner_text(), "Oslo", "the page")
        bench.equal(page.evaluate("getComputedStyle(document.body).color"), "rgb(1, 2, 3)", "its style")


@check("a page that is gone from the site is not kept")
def gone_page(bench):
    site = bench.site("fewer", FILES)
    with bench.person(complaints=False) as person:
        page = person.new_page()
        page.goto(site + "trips/oslo.html")
        settled(bench, page)
        [version] = kept(page)
        bench.site("fewer", {"Content/trips/lisbon.md": FILES["Content/trips/lisbon.md"]})
        page.goto(site + "index.html")
        updated(bench, page, version)
        [paths] = kept(page).values()
        bench.expect(not any(path.endswith("oslo.html") for path in paths), "it is still kept")


@check("an update that fails keeps the old, and the next one mends it")
def failed_update(bench):
    site = bench.site("broken", FILES)
    with bench.person(complaints=False) as person:
        page = person.new_page()
        page.goto(site + "trips/oslo.html")
        settled(bench, page)
        before = kept(page)
        bench.site("broken", SCARF)
        Handler.failing.update({"offline.html"})
        Handler.requests.clear()
        page.goto(site + "index.html")
        # The worker of the new build has come and has failed.
        bench.wait(page, 
            "async () => { const registration = await navigator.serviceWorker.ready;"
            "return registration.installing === null && registration.waiting === null }")
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and not any("offline.html" in path for path in Handler.requests):
            page.wait_for_timeout(50)
        page.wait_for_timeout(200)
        bench.equal(list(kept(page)), list(before), "caches")
        person.set_offline(True)
        page.goto(site + "trips/oslo.html")
        bench.equal(page.locator("h1").inner_text(), "Oslo", "the page")
        person.set_offline(False)
        Handler.failing.clear()
        page.goto(site + "index.html")
        updated(bench, page, list(before)[0])


@check("a server in trouble does not take a kept page away")
def server_error(bench):
    site = bench.site("trouble", FILES)
    with bench.person(complaints=False) as person:
        page = person.new_page()
        page.goto(site + "trips/lisbon.html")
        settled(bench, page)
        Handler.failing.update({"lisbon.html"})
        page.reload()
        bench.equal(page.locator("h1").inner_text(), "Lisbon", "the page")


@check("two sites on one host keep their pages apart")
def neighbours(bench):
    one, two = bench.site("one", FILES), bench.site("two", FILES)
    with bench.person() as person:
        page = person.new_page()
        page.goto(one + "trips/lisbon.html")
        settled(bench, page)
        page.goto(two + "trips/lisbon.html")
        settled(bench, page)
        bench.wait(page, "async () => (await caches.keys()).length === 2")
        for name, paths in kept(page).items():
            folder = name.split(" ")[1]
            bench.expect(all(path.startswith(folder) for path in paths), f"{name}: {paths}")


@check("a site is described as an app that opens without a network")
def manifest(bench):
    site = bench.site("app", FILES, settings='title: "Ana\'s \\"bags\\" </script>"\nlanguage: de\n')
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "trips/lisbon.html")
        page.wait_for_selector("link[rel=manifest]", state="attached")
        found = page.evaluate(
            "async () => { const address = document.querySelector('link[rel=manifest]').href;"
            "const text = await (await fetch(address)).json();"
            "return {...text, icon: (await fetch(new URL(text.icons[0].src, address))).status,"
            "start: new URL(text.start_url, address).pathname} }")
        bench.equal(found["name"], 'Ana\'s "bags" </script>', "name")
        bench.equal(found["icon"], 200, "icon")
        bench.equal(found["start"], "/app/index.html", "start")
        bench.equal((found["lang"], found["display"]), ("de", "standalone"), "language and display")
        session = person.new_cdp_session(page)
        errors = session.send("Page.getAppManifest")["errors"]
        bench.equal(errors, [], "what the browser says of it")


@check("a page opened from a folder asks for no worker and says nothing")
def from_a_folder(bench):
    bench.site("disk", FILES)
    with bench.person() as person:
        page = person.new_page()
        page.goto((bench.folder / "disk" / "trips/lisbon.html").as_uri())
        bench.equal(page.locator("link[rel=manifest]").count(), 0, "manifest")


@check("a preview takes away the worker that the published site left on its host")
def preview(bench):
    site = bench.site("preview", FILES)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + "trips/lisbon.html")
        settled(bench, page)
        trip = bench.folder / "preview/trips/lisbon.html"
        (bench.folder / "preview/live.js").write_text("", encoding="utf-8")
        trip.write_text(trip.read_text(encoding="utf-8").replace(
            "</head>", '<script src="../live.js" data-valise-live defer></script></head>'), encoding="utf-8")
        page.reload()
        bench.wait(page, "async () => (await navigator.serviceWorker.getRegistrations()).length === 0")


if __name__ == "__main__":
    main()
