"""Ticking on a trip's page."""

import re
import subprocess

from behaviour import check, main

LISBON = """---
title: Lisbon
travellers: [Ana, Ben]
bags: {carry-on: 7 kg, duffel: 23 kg}
order: file
---

## Clothes
- [ ] Socks x3 40 g @Ana bag:duffel
- [x] Rain jacket 350 g @Ben bag:carry-on
- [ ] Belt bag:duffel

## Papers
- [ ] Passport *
- [ ] Belt
"""

# Re-ordered, a weight changed, one thing gone, one thing more; "Rain jacket" is ticked all the same.
LISBON_LATER = """---
title: Lisbon
travellers: [Ana, Ben]
bags: {carry-on: 7 kg, duffel: 23 kg}
order: file
---

## Papers
- [ ] Belt
- [ ] Passport 35 g *
- [ ] Tickets

## Clothes
- [x] Rain jacket 300 g @Ben bag:carry-on
- [ ] Socks x3 45 g @Ana bag:duffel
"""

TRIP = "trips/lisbon.html"


def box(page, category, name):
    section = page.locator("section.category", has=page.get_by_role("heading", name=category))
    item = section.locator("li.item", has=page.locator(".item-name", has_text=re.compile(f"^{name}$")))
    return item.locator("input.box")


def states(page):
    return page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.box')].map((box) => ["
        "box.closest('.category').querySelector('h3').textContent + '/' +"
        "box.closest('.item').querySelector('.item-name').textContent, box.checked]))"
    )


def ticked(page):
    return sorted(name for name, is_ticked in states(page).items() if is_ticked)


@check("a tick stays when the page is loaded again")
def stays(bench):
    site = bench.site("stays", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        bench.equal(ticked(page), ["Clothes/Rain jacket"], "as the file says")
        box(page, "Clothes", "Socks").check()
        box(page, "Clothes", "Rain jacket").uncheck()
        page.reload()
        bench.equal(ticked(page), ["Clothes/Socks"], "after a reload")
        other = person.new_page()
        other.goto(site + TRIP)
        bench.equal(ticked(other), ["Clothes/Socks"], "in another tab")


@check("the same word in two categories is two ticks")
def two_belts(bench):
    site = bench.site("belts", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        box(page, "Papers", "Belt").check()
        page.reload()
        bench.equal(ticked(page), ["Clothes/Rain jacket", "Papers/Belt"], "ticked")


@check("ticks survive a rebuild that re-orders, adds and removes items")
def rebuild(bench):
    site = bench.site("rebuilt", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        for category, name in (("Clothes", "Socks"), ("Clothes", "Belt"), ("Papers", "Passport")):
            box(page, category, name).check()
        bench.site("rebuilt", {"Content/trips/lisbon.md": LISBON_LATER})
        page.reload()
        bench.equal(
            ticked(page), ["Clothes/Rain jacket", "Clothes/Socks", "Papers/Passport"], "then")
        bench.site("rebuilt", {"Content/trips/lisbon.md": LISBON})
        page.reload()
        bench.expect("Clothes/Belt" in ticked(page), "a thing that comes back has lost its tick")


@check("a tick that came back in the file clears itself, and the file's later word counts")
def merged(bench):
    files = {"Content/trips/lisbon.md": LISBON}
    site = bench.site("merged", files)
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        box(page, "Clothes", "Socks").check()
        bench.equal(page.evaluate("localStorage.length"), 1, "one trip is kept")
        bench.site("merged", {"Content/trips/lisbon.md": LISBON.replace("[ ] Socks", "[x] Socks")})
        page.reload()
        bench.expect("Clothes/Socks" in ticked(page), "the tick is gone")
        bench.equal(page.evaluate("localStorage.length"), 0, "nothing differs, nothing is kept")
        bench.site("merged", files)
        page.reload()
        bench.expect("Clothes/Socks" not in ticked(page), "the file says it is not packed any more")


@check("progress is counted everywhere as one ticks")
def progress(bench):
    site = bench.site("progress", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)

        def shown():
            return page.evaluate(
                "() => ({all: [...document.querySelectorAll('.label .progress-text, .tally .progress-text')]"
                ".map((part) => part.textContent),"
                "bars: [...document.querySelectorAll('progress')].map((bar) => bar.value),"
                "categories: [...document.querySelectorAll('[data-progress]')].map((part) => part.textContent),"
                "facts: [...document.querySelectorAll('[data-count]')].map((part) => part.textContent),"
                "bags: [...document.querySelectorAll('[data-count-bag]')].map((part) => part.textContent),"
                "people: [...document.querySelectorAll('[data-count-traveller]')].map((part) => part.textContent)})"
            )

        bench.equal(shown(), {
            "all": ["1 of 5 packed"] * 2, "bars": [1, 1],
            "categories": ["1 of 3 packed", "0 of 2 packed"], "facts": ["4", "1"],
            "bags": ["Packed", "0 of 2 packed"], "people": ["0 of 1 packed", "Packed"],
        }, "at first")
        box(page, "Clothes", "Socks").check()
        bench.equal(shown(), {
            "all": ["2 of 5 packed"] * 2, "bars": [2, 2],
            "categories": ["2 of 3 packed", "0 of 2 packed"], "facts": ["3", "2"],
            "bags": ["Packed", "1 of 2 packed"], "people": ["Packed", "Packed"],
        }, "after a tick")
        page.evaluate(
            "() => { const box = document.querySelector('.box:not(:checked)'); box.checked = true;"
            "box.dispatchEvent(new CustomEvent('valise:changed', {bubbles: true})); }"
        )
        bench.equal(shown()["all"], ["3 of 5 packed"] * 2, "after a tick of another script")


@check("lists of trips count what this browser has packed, until the file says something new")
def lists(bench):
    site = bench.site("lists", {"Content/trips/lisbon.md": LISBON, "Content/trips/oslo.md": "# Oslo\n\n- [ ] Scarf\n"})
    with bench.person() as person:
        page, home = person.new_page(), person.new_page()
        page.goto(site + TRIP)
        home.goto(site + "index.html")

        def shown():
            return home.locator(".progress-text").all_text_contents()

        bench.equal(shown(), ["1 of 5 packed", "0 of 1 packed"], "at first")
        box(page, "Clothes", "Socks").check()
        bench.wait(home, "() => document.querySelector('.progress-text').textContent === '2 of 5 packed'")
        for _ in range(3):
            page.locator(".box:not(:checked)").first.check()
        home.reload()
        bench.equal(shown(), ["All 5 packed", "0 of 1 packed"], "all packed")
        bench.site("lists", {"Content/trips/lisbon.md": LISBON.replace("[ ] Passport", "[x] Passport"),
                             "Content/trips/oslo.md": "# Oslo\n\n- [ ] Scarf\n"})
        home.reload()
        bench.equal(shown()[0], "2 of 5 packed", "the file has changed, and the trip was not opened since")
        page.reload()
        home.reload()
        bench.equal(shown()[0], "All 5 packed", "it was opened")


@check("the moment all is packed is seen and heard")
def all_packed(bench):
    site = bench.site("packed", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        bench.expect(not page.locator(".stamp").is_visible(), "the stamp is there too early")
        for unticked in page.locator(".box:not(:checked)").all():
            page.locator(".box:not(:checked)").first.check()
        bench.expect(page.locator(".stamp").is_visible(), "no stamp")
        bench.equal(page.locator("#checklist-status").text_content(), "All packed", "said")
        bench.equal(page.locator(".tally .progress-text").text_content(), "All 5 packed", "tally")


@check("filters show what is asked for, say how many, and work by keyboard")
def filters(bench):
    site = bench.site("filters", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)

        def shown():
            return [name.strip() for name in page.locator(".item:visible .item-name").all_inner_texts()]

        status = page.locator("#checklist-status")
        to_pack = page.get_by_role("button", name="To pack", exact=True)
        to_pack.focus()
        page.keyboard.press("Enter")
        bench.equal(shown(), ["Socks", "Belt", "Passport", "Belt"], "to pack")
        bench.equal(status.text_content(), "4 items shown", "said")
        bench.equal(to_pack.get_attribute("aria-pressed"), "true", "pressed")
        # A tick takes its row away, and the focus goes on to the next box.
        box(page, "Clothes", "Socks").focus()
        page.keyboard.press("Space")
        bench.equal(shown(), ["Belt", "Passport", "Belt"], "after a tick")
        bench.expect(
            page.evaluate("document.activeElement === document.querySelectorAll('.item:not([hidden]) .box')[0]"),
            "the focus is lost")
        to_pack.press("Space")
        bench.equal(len(shown()), 5, "all again")
        page.get_by_role("button", name="Do not forget").press("Enter")
        bench.equal(shown(), ["Passport"], "essentials")
        bench.equal(page.locator(".category:visible").count(), 1, "categories with something to show")
        page.get_by_role("button", name="Do not forget").press("Enter")
        page.get_by_role("combobox", name="Travellers").select_option("Ana")
        bench.equal(shown(), ["Socks"], "Ana's")
        bench.equal(status.text_content(), "1 item shown", "said")
        page.get_by_role("combobox", name="Travellers").select_option("")
        page.get_by_role("combobox", name="Bags").select_option("duffel")
        bench.equal(shown(), ["Socks", "Belt"], "the duffel")


@check("uncheck all clears every box and can be taken back")
def uncheck_all(bench):
    site = bench.site("unchecked", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        box(page, "Clothes", "Socks").check()
        before = ticked(page)
        page.get_by_role("button", name="Uncheck all").click()
        bench.equal(ticked(page), [], "unchecked")
        bench.expect("2 items unchecked" in page.locator(".notice [role=status]").inner_text(), "not said")
        page.get_by_role("button", name="Undo").click()
        bench.equal(ticked(page), before, "taken back")
        page.get_by_role("button", name="Uncheck all").click()
        page.reload()
        bench.equal(ticked(page), [], "after a reload")


@check("the list can be copied and downloaded as Markdown that says the same")
def markdown(bench):
    site = bench.site("markdown", {"Content/trips/lisbon.md": LISBON})
    wanted = (
        "# Lisbon\n\n## Clothes\n\n- [x] Socks x3 @Ana bag:duffel\n- [ ] Rain jacket @Ben bag:carry-on\n"
        "- [ ] Belt bag:duffel\n\n## Papers\n\n- [ ] Passport *\n- [ ] Belt\n"
    )
    with bench.person(permissions=["clipboard-read", "clipboard-write"], accept_downloads=True) as person:
        page = person.new_page()
        page.goto(site + TRIP)
        box(page, "Clothes", "Socks").check()
        box(page, "Clothes", "Rain jacket").uncheck()
        page.get_by_role("button", name="Copy as Markdown").click()
        page.locator(".notice").wait_for()
        bench.equal(page.evaluate("navigator.clipboard.readText()"), wanted, "copied")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        bench.equal(download.value.suggested_filename, "lisbon.md", "the file's name")
        with open(download.value.path(), encoding="utf-8") as file:
            bench.equal(file.read(), wanted, "downloaded")
        # And home again: the file gets these boxes, and nothing else of it changes.
        source = bench.folder / "sources" / "markdown"
        subprocess.run([bench.valise, "-C", str(source), "pack", "lisbon", "--from", str(download.value.path())],
                       check=True, capture_output=True)
        bench.equal(
            (source / "Content/trips/lisbon.md").read_text(encoding="utf-8"),
            LISBON.replace("[ ] Socks", "[x] Socks").replace("[x] Rain", "[ ] Rain"), "the file")
    with bench.person() as person:
        page = person.new_page()
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        page.goto(site + TRIP)
        page.get_by_role("button", name="Copy as Markdown").click()
        field = page.get_by_role("textbox", name="Copy as Markdown")
        bench.expect("# Lisbon" in field.input_value(), "no text to copy by hand")
        bench.expect(page.evaluate("getSelection().toString()").startswith("# Lisbon"), "not selected")
        page.keyboard.press("Escape")
        bench.expect(not field.is_visible(), "the notice stays")


@check("two tabs agree")
def two_tabs(bench):
    site = bench.site("tabs", {"Content/trips/lisbon.md": LISBON})
    with bench.person() as person:
        one, two = person.new_page(), person.new_page()
        one.goto(site + TRIP)
        two.goto(site + TRIP)
        box(one, "Clothes", "Socks").check()
        bench.wait(two, "() => document.querySelectorAll('.box:checked').length === 2")
        bench.equal(two.locator(".tally .progress-text").text_content(), "2 of 5 packed", "counted")
        box(two, "Papers", "Passport").check()
        bench.wait(one, "() => document.querySelectorAll('.box:checked').length === 3")
        # Neither has written over the other's.
        one.reload()
        bench.equal(ticked(one), ticked(two), "after a reload")


STORAGE = {
    "full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }",
    "forbidden": "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError') }})",
}


@check("storage that is full or forbidden says so once, and the page still works")
def no_storage(bench):
    site = bench.site("storage", {"Content/trips/lisbon.md": LISBON})
    for kind, script in STORAGE.items():
        with bench.person() as person:
            page = person.new_page()
            page.add_init_script(script)
            page.goto(site + TRIP)
            bench.expect(not page.locator(".notice").is_visible(), f"{kind}: said before it matters")
            box(page, "Clothes", "Socks").check()
            bench.expect("does not keep your ticks" in page.locator(".notice").inner_text(), f"{kind}: not said")
            page.get_by_role("button", name="Close").click()
            box(page, "Papers", "Passport").check()
            bench.expect(not page.locator(".notice").is_visible(), f"{kind}: said twice")
            bench.equal(len(ticked(page)), 3, f"{kind}: ticks")
            bench.equal(page.locator(".tally .progress-text").text_content(), "3 of 5 packed", kind)


@check("what somebody else put into the storage does no harm")
def strange_storage(bench):
    site = bench.site("strange", {"Content/trips/lisbon.md": LISBON})
    for value in ("[", "null", "[1]", '{"__proto__": 1}', '{"x": "<img>"}', "7"):
        with bench.person() as person:
            page = person.new_page()
            page.goto(site + TRIP)
            box(page, "Clothes", "Socks").check()
            page.evaluate("(value) => localStorage.setItem(localStorage.key(0), value)", value)
            page.reload()
            bench.equal(ticked(page), ["Clothes/Rain jacket"], value)
            box(page, "Clothes", "Socks").check()
            page.reload()
            bench.equal(len(ticked(page)), 2, value)


@check("without JavaScript every box works and nothing is shown that would not")
def without_script(bench):
    site = bench.site("plain", {"Content/trips/lisbon.md": LISBON})
    with bench.person(java_script_enabled=False) as person:
        page = person.new_page()
        page.goto(site + TRIP)
        bench.equal(page.locator("input.box").count(), 5, "boxes")
        bench.equal(page.locator("button:visible, select:visible").count(), 0, "controls without a use")
        box(page, "Clothes", "Socks").check()
        bench.expect(box(page, "Clothes", "Socks").is_checked(), "the box cannot be ticked")


@check("a page opened from a folder keeps its ticks")
def from_a_folder(bench):
    bench.site("folder", {"Content/trips/lisbon.md": LISBON})
    address = (bench.folder / "folder" / TRIP).as_uri()
    with bench.person() as person:
        page = person.new_page()
        page.goto(address)
        box(page, "Clothes", "Socks").check()
        page.reload()
        bench.equal(len(ticked(page)), 2, "ticks")


@check("a page of the preview server leaves the browser's storage alone")
def live(bench):
    site = bench.site("live", {"Content/trips/lisbon.md": LISBON})
    trip = bench.folder / "live" / TRIP
    page_text = trip.read_text(encoding="utf-8")
    (bench.folder / "live" / "live.js").write_text("", encoding="utf-8")
    trip.write_text(
        page_text.replace("</head>", '<script src="../live.js" data-valise-live defer></script></head>'),
        encoding="utf-8")
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        box(page, "Clothes", "Socks").check()
        bench.equal(page.locator(".tally .progress-text").text_content(), "2 of 5 packed", "counted")
        bench.equal(page.evaluate("localStorage.length"), 0, "kept in the browser")
        page.reload()
        bench.equal(ticked(page), ["Clothes/Rain jacket"], "as the file says")


@check("a tick in a list of ten thousand is quick")
def quick(bench):
    lines = [f"- [ ] Thing {number}" for number in range(10_000)]
    site = bench.site("long", {"Content/trips/lisbon.md": "# Long\n\n## Things\n" + "\n".join(lines)})
    with bench.person() as person:
        page = person.new_page()
        page.goto(site + TRIP)
        took = page.evaluate(
            "() => { const box = document.querySelectorAll('.box')[5000]; const start = performance.now();"
            "box.click(); return performance.now() - start; }")
        bench.expect(took < 100, f"{took} ms")
        bench.equal(page.locator(".tally .progress-text").text_content(), "1 of 10,000 packed", "counted")


if __name__ == "__main__":
    main()
