"""Pages as people meet them who see, hear or move differently."""

import functools
import re

from axe_playwright_python.sync_playwright import Axe

from behaviour import check, main

# Shown in full where it speaks of what is wrong.
OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}

# Reduced to what differs by colour and width once all has been looked at.
AGAIN = {"resultTypes": ["violations"], "runOnly": {
    "type": "rule", "values": ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block"]}}


@functools.cache
def kinds(bench):
    """The largest page of each kind, by its address: the one with most on it."""
    found = {}
    # A page for addresses that do not exist names the rest of the site from the host's root.
    own = bench.serve(bench.sites["sample"]).server_address[1]
    for name, folder in bench.sites.items():
        link = bench.folder / name
        if not link.exists():
            link.symlink_to(folder)
        for path in folder.rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            kind = re.search(r'<body class="([^"]*)"', text).group(1)
            # Words of both directions are laid out by other rules.
            kind = (kind, 'dir="rtl"' in text[:200] and kind in ("page-home", "page-trip"))
            if kind[0] == "page-not-found":
                found[kind] = (0, f"http://127.0.0.1:{own}/404.html")
            elif len(text) > found.get(kind, (0,))[0]:
                found[kind] = (len(text), f"{bench.root}/{name}/{path.relative_to(folder).as_posix()}")
    return {f"{kind}{' (rtl)' if rtl else ''}": address for (kind, rtl), (_, address) in sorted(found.items())}


def axe(bench, page, kind, options):
    for violation in Axe().run(page, options=options).response["violations"]:
        for node in violation["nodes"][:3]:
            bench.problems.append(
                f"{kind}: {violation['id']}: {' '.join(node['target'])}: {node['html'][:160]}: "
                f"{node.get('failureSummary', '')[:160]}")


@check("axe-core finds nothing on any kind of page, light and dark, narrow and wide")
def barriers(bench):
    found = kinds(bench)
    bench.expect(len(found) >= 8, sorted(found))
    with bench.person(service_workers="block", reduced_motion="reduce") as person:
        page = person.new_page()
        for kind, address in found.items():
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(address)
            axe(bench, page, f"{kind} light 1280", OPTIONS)
            for scheme, width in (("light", 320), ("dark", 320), ("dark", 1280)):
                page.emulate_media(color_scheme=scheme)
                page.set_viewport_size({"width": width, "height": 800})
                axe(bench, page, f"{kind} {scheme} {width}", AGAIN)


@check("axe-core finds nothing where a script has been at work")
def after_scripts(bench):
    with bench.person(service_workers="block", reduced_motion="reduce", viewport={"width": 320, "height": 800}) as person:
        page = person.new_page()
        page.goto(kinds(bench)["page-trip"])
        page.get_by_role("button", name="To pack", exact=True).click()
        page.get_by_role("button", name="Uncheck all").click()
        axe(bench, page, "notice", OPTIONS)
        page.evaluate("() => Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        page.get_by_role("button", name="Copy as Markdown").click()
        page.emulate_media(color_scheme="dark")
        axe(bench, page, "text to copy", OPTIONS)
        page.goto(kinds(bench)["page-search"])
        page.get_by_role("searchbox").fill("s")
        page.locator(".results li").first.wait_for()
        axe(bench, page, "results", OPTIONS)
        page.emulate_media(color_scheme="light")
        axe(bench, page, "results", AGAIN)


@check("all controls are large enough for a finger and are reached by keyboard with a focus that shows")
def keyboard(bench):
    with bench.person(service_workers="block", viewport={"width": 390, "height": 844}) as person:
        page = person.new_page()
        for kind in ("page-trip", "page-search"):
            page.goto(kinds(bench)[kind])
            if kind == "page-search":
                page.get_by_role("searchbox").fill("s")
                page.locator(".results li").first.wait_for()
            small = page.evaluate(
                "() => [...document.querySelectorAll('button, select, input, .results a, .lid a')]"
                ".filter((part) => part.checkVisibility() && (part.getBoundingClientRect().width < 24"
                " || part.getBoundingClientRect().height < 24)).map((part) => part.outerHTML.slice(0, 80))")
            bench.equal(small, [], f"{kind}: too small")
            page.evaluate("() => document.activeElement.blur()")
            page.locator(".skip-link").focus()
            seen = set()
            for _ in range(30):
                page.keyboard.press("Tab")
                shown = page.evaluate(
                    "() => { const part = document.activeElement; const style = getComputedStyle(part);"
                    "const after = getComputedStyle(part, '::after'); const box = part.getBoundingClientRect();"
                    "const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);"
                    "return { name: part.outerHTML.slice(0, 80), hasRing: style.outlineStyle !== 'none'"
                    " || after.outlineStyle !== 'none', isCovered: box.height < innerHeight && top !== null"
                    " && !part.contains(top) && !top.contains(part) && !part.closest('label')?.contains(top)"
                    " && (top.closest('.tally, .notice') !== null) } }")
                seen.add(shown["name"])
                bench.expect(shown["hasRing"], f"{kind}: no ring on {shown['name']}")
                bench.expect(not shown["isCovered"], f"{kind}: covered: {shown['name']}")
            bench.expect(len(seen) > 12, f"{kind}: Tab reaches {len(seen)} parts")


@check("who wants less motion gets none")
def motion(bench):
    with bench.person(service_workers="block", reduced_motion="reduce") as person:
        page = person.new_page()
        page.goto(kinds(bench)["page-trip"])
        for _ in range(3):
            page.locator(".box").first.click()
        page.evaluate("() => { for (const box of document.querySelectorAll('.box')) if (!box.checked) box.click() }")
        bench.equal(page.evaluate("() => document.getAnimations().length"), 0, "animations")
    with bench.person(service_workers="block", reduced_motion="no-preference") as person:
        page = person.new_page()
        page.goto(kinds(bench)["page-trip"])
        page.locator(".box").first.click()
        bench.expect(page.evaluate("() => document.getAnimations().length") > 0, "this check sees no animation at all")


@check("in forced colours boxes, their ticks and what is pressed can still be told apart")
def forced_colours(bench):
    with bench.person(service_workers="block", forced_colors="active") as person:
        page = person.new_page()
        page.goto(kinds(bench)["page-trip"])
        box = page.locator(".box").first
        bench.expect(box.evaluate("(box) => getComputedStyle(box).appearance") != "none", "boxes are not the system's")
        pictures = []
        chip = page.get_by_role("button", name="To pack", exact=True)
        for _ in range(2):
            page.mouse.move(0, 0)
            page.evaluate("() => document.activeElement.blur()")
            pictures.append(chip.screenshot())
            chip.click()
        bench.expect(pictures[0] != pictures[1], "pressed and not pressed look alike")
        for part in (".chip", ".action", ".category", ".tally .strap"):
            width = page.locator(part).first.evaluate("(part) => getComputedStyle(part).borderTopWidth")
            bench.expect(width != "0px", f"{part} has no edge")


@check("at 200 % nothing is cut off or scrolls sideways")
def zoom(bench):
    with bench.person(service_workers="block", viewport={"width": 640, "height": 450}) as person:
        page = person.new_page()
        for kind, address in kinds(bench).items():
            page.goto(address)
            for size in ("100%", "200%"):
                # A browser's zoom is a narrower window; larger letters alone are the other way.
                page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
                width = page.evaluate("() => document.documentElement.scrollWidth")
                bench.expect(width <= 640, f"{kind} at {size}: {width} px wide")


if __name__ == "__main__":
    main()
