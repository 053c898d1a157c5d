"""Opens a page that was mailed, in a browser without a network, and prints what works as JSON.

usage: mailed.py FILE
"""

import json
import pathlib
import sys

from playwright.sync_api import sync_playwright

page_file = pathlib.Path(sys.argv[1]).resolve()
asked = []
errors = []
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
    )
    context = browser.new_context()
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))
    page.goto(page_file.as_uri())
    boxes = page.locator("input.box")
    name = page.locator("input.box:not(:checked)").first.get_attribute("data-item")
    box = page.locator(f"input.box[data-item='{name}']")
    before = page.locator(".progress-text").first.inner_text()
    box.check()
    after = page.locator(".progress-text").first.inner_text()
    page.reload()
    answer = {
        "boxes": boxes.count(),
        "before": before,
        "after": after,
        "isKept": box.is_checked(),
        "color": page.evaluate("getComputedStyle(document.querySelector('.lid')).backgroundColor"),
        "pictures": page.evaluate("[...document.images].map((image) => image.naturalWidth)"),
        "links": page.evaluate(
            "[...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility())"
            ".map((link) => link.getAttribute('href'))"
        ),
        "shownMenus": page.locator("nav.lid-actions:visible").count(),
        "asked": [url for url in asked if not url.startswith(("data:", page_file.as_uri()))],
        "errors": errors,
    }
    browser.close()
json.dump(answer, sys.stdout)
