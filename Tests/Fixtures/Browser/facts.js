// What the browser tests ask about a page; `PageFacts.swift` names and reads the answers.

function describe(element) {
  const type = element.className ? `.${String(element.className).split(" ").join(".")}` : "";
  return element.tagName.toLowerCase() + type;
}

// A box of its own that a person can scroll sideways.
function scroller(window, element) {
  for (let at = element; at; at = at.parentElement) {
    if (/auto|scroll/.test(window.getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) {
      return at;
    }
  }
  return null;
}

// Words that stand outside the window, or are cut off by a box that hides what does not fit.
function cutOff(window, document) {
  const found = new Set();
  const range = document.createRange();
  for (const node of textNodes(document)) {
    const element = node.parentElement;
    if (!isSeen(window, element) || element.closest(".skip-link")) continue;
    if (scroller(window, element)) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      let [left, right] = [0, window.innerWidth];
      for (let at = element; at; at = at.parentElement) {
        if (window.getComputedStyle(at).overflowX === "visible") continue;
        const edge = at.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      }
      if (box.left < left - 1 || box.right > right + 1) {
        found.add(`"${node.data.trim().slice(0, 40)}" in ${describe(element)}`);
      }
    }
  }
  return [...found];
}

// How much two stretches have in common; negative where there is a gap between them.
function shared(start, end, otherStart, otherEnd) {
  return Math.min(end, otherEnd) - Math.max(start, otherStart);
}

// Pairs of words of one item that lie over each other.
function overlaps(window, document) {
  const found = new Set();
  const parts = ".item-text, .item-weight, .item-details, input.box, .line-name, .line-weight, "
    + ".line > .box, .category h3, .category-sum, .group-title, .group-sum, .label-text > *, "
    + ".facts > div, .sheet-title, .sheet-facts > div, .flight-date, .flight-trip, .progress, "
    + ".timetable a, .timetable-when, .timetable-count, .stamp";
  for (const whole of document.querySelectorAll(
    ".item, .line, .category-head, .group h2, .label, .sheet-head, .flight, .timetable li")) {
    const boxes = [...whole.querySelectorAll(parts)]
      .filter((part) => part.checkVisibility())
      .flatMap((part) => textBoxes(window, document, part).map((box) => ({ part, box })));
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (one.part.contains(other.part) || other.part.contains(one.part)) continue;
        const width = shared(one.box.left, one.box.right, other.box.left, other.box.right);
        const height = shared(one.box.top, one.box.bottom, other.box.top, other.box.bottom);
        // Line boxes are taller than letters: a little height in common is no collision.
        if (width > 1 && height > 4) {
          const text = whole.textContent.trim().slice(0, 40);
          found.add(`${describe(one.part)} and ${describe(other.part)} in "${text}"`);
        }
      }
    }
  }
  return [...found];
}

// Where an element's visible words are, or the element itself where it has no words.
function textBoxes(window, document, element) {
  if (!element.textContent.trim()) return [element.getBoundingClientRect()];
  const range = document.createRange();
  return textNodes(document, element).filter((node) => isSeen(window, node.parentElement))
    .flatMap((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
}

function items(document) {
  return [...document.querySelectorAll("li.item")].map((item) => {
    const inputs = item.querySelectorAll("input");
    const box = inputs[0];
    const label = box.labels[0];
    const before = { isChecked: box.checked, text: label.innerText };
    const target = label.getBoundingClientRect();
    label.click();
    const after = { isChecked: box.checked, text: label.innerText };
    label.click();
    const size = box.getBoundingClientRect();
    return {
      name: item.querySelector(".item-name").textContent,
      note: item.querySelector(".item-note")?.textContent ?? null,
      inputCount: inputs.length,
      type: box.type,
      isDisabled: box.disabled,
      before,
      after,
      labelWidth: target.width,
      labelHeight: target.height,
      boxWidth: size.width,
      boxHeight: size.height,
    };
  });
}

// An element's words with those that the style sheet adds before and after them.
function shownText(window, node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.data ?? "";
  const added = (pseudo) =>
    window.getComputedStyle(node, pseudo).content.replace(/^(none|normal)$|^"|"$/g, "");
  const inner = [...node.childNodes].map((child) => shownText(window, child)).join("");
  return added("::before") + inner + added("::after");
}

function lines(window, document) {
  return [...document.querySelectorAll("li.line")].map((line) => ({
    name: line.querySelector(".line-name").textContent,
    state: line.querySelector(".box-state")?.textContent ?? null,
    text: [...line.querySelectorAll(".line-name, .line-quantity, .line-star, .line-note")]
      .map((part) => shownText(window, part)).join(" "),
  }));
}

function groups(document) {
  return [...document.querySelectorAll(".group")].map((group) => ({
    head: group.querySelector("h2").textContent,
    firstLine: group.querySelector("h2 + ul > .line .line-name")?.textContent ?? null,
  }));
}

// Links and buttons that stand alone and are smaller than a finger needs; words inside a sentence
// may be as small as the sentence.
function smallTargets(window, document) {
  const alone = "nav a, .wordmark, .flight h3 a, .tag h3 a, .timetable a, .index a, .skip-link";
  return [...document.querySelectorAll(alone)].filter((link) => {
    const box = link.getBoundingClientRect();
    const area = window.getComputedStyle(link, "::after");
    const covers = area.content !== "none" && area.position === "absolute";
    return !covers && (box.width < 24 || box.height < 24);
  }).map((link) => `${describe(link)} "${link.textContent.trim().slice(0, 30)}"`);
}

// Everything that takes the focus and does not show it.
function hiddenFocus(window, document) {
  const found = [];
  const ring = (element) => ["", "::after"].map((pseudo) => {
    const style = window.getComputedStyle(element, pseudo);
    return style.outlineStyle === "none" ? "none" : `${style.outlineStyle} ${style.outlineWidth}`;
  }).join();
  for (const element of document.querySelectorAll("a[href], input, button, select, textarea")) {
    // What is put away until it is needed takes no focus.
    if (!element.checkVisibility()) continue;
    const before = ring(element);
    element.focus({ focusVisible: true });
    if (document.activeElement !== element || ring(element) === before) found.push(describe(element));
    element.blur();
  }
  return [...new Set(found)];
}

function skipLink(document) {
  const link = document.querySelector(".skip-link");
  if (!link) return null;
  const target = document.querySelector(link.getAttribute("href"));
  const away = link.getBoundingClientRect();
  link.focus({ focusVisible: true });
  const here = link.getBoundingClientRect();
  target.focus();
  const takesFocus = document.activeElement === target;
  target.blur();
  return {
    isFirst: document.querySelector("a, input") === link,
    isAwayAtRest: away.bottom <= 0,
    isShownInFocus: here.top >= 0 && here.left >= 0,
    target: target.tagName.toLowerCase(),
    takesFocus,
  };
}

// In a drawing there is no such attribute, but the style sheet can do the same; its tooltips are the
// browser's affair.
function findsItsDirection(element) {
  if (element.closest("[dir=auto], bdi, svg title")) return true;
  const drawing = element.closest("svg");
  return drawing !== null
    && drawing.ownerDocument.defaultView.getComputedStyle(element).unicodeBidi === "plaintext";
}

function directions(document) {
  const strong = /[\u0590-\u08ff]/;
  return textNodes(document)
    .filter((node) => strong.test(node.data) && !findsItsDirection(node.parentElement))
    .filter((node) => !node.parentElement.closest("[dir=rtl]"))
    .map((node) => node.data.trim().slice(0, 40));
}

// Where the words of an entry stand in its row, whatever their direction.
function rows(document) {
  const parts = "li.item .item-name, li.item .item-note, .flight h3 a, .flight-where > bdi";
  return [...document.querySelectorAll(parts)].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const box = range.getBoundingClientRect();
    const row = part.closest("li").getBoundingClientRect();
    return [Math.round(box.left - row.left), Math.round(row.right - box.right)];
  });
}

function links(document) {
  return [...document.querySelectorAll("[href], [src]")].map((element) => ({
    written: element.getAttribute("href") ?? element.getAttribute("src"),
    resolved: element.href?.baseVal ?? element.href ?? element.src,
    isLoaded: element.tagName !== "A" && element.getAttribute("rel") !== "canonical",
  }));
}

function home(document) {
  const trips = (selector) => [...document.querySelectorAll(selector)].map((entry) => ({
    title: entry.querySelector("a").textContent,
    progress: entry.querySelector(".progress-text, .timetable-count")?.textContent ?? null,
    value: entry.querySelector("progress")?.value ?? null,
    max: entry.querySelector("progress")?.max ?? null,
  }));
  return {
    upcoming: trips("[aria-labelledby=upcoming] li"),
    recent: trips("[aria-labelledby=recent] li"),
    all: trips("[aria-labelledby=all] li"),
    archive: trips(".page-archive .timetable li"),
  };
}

function answer(window, document, view) {
  const root = document.documentElement;
  const every = (selector) => [...document.querySelectorAll(selector)];
  return {
    view,
    faint: faint(window, document),
    contentWidth: root.scrollWidth,
    windowWidth: window.innerWidth,
    cutOff: cutOff(window, document),
    overlaps: overlaps(window, document),
    language: root.lang,
    direction: root.dir,
    title: document.title,
    headings: every("h1, h2, h3, h4, h5, h6").filter((head) => !head.closest(".words, .sheet-prose"))
      .map((head) => Number(head.tagName[1])),
    mains: every("main").length,
    banners: every("body > header").length,
    footers: every("body > footer").length,
    skipLink: skipLink(document),
    text: document.body.innerText,
    policy: document.querySelector("meta[http-equiv=Content-Security-Policy]")?.content ?? "",
    scripts: every("script:not([src], [type='application/ld+json']), [onclick], [onload]").length,
    inlineStyles: every("[style], style").length,
    fetched: window.performance.getEntriesByType("resource").map((entry) => entry.name),
    ids: every("[id]").map((element) => element.id),
    links: links(document),
    smallTargets: smallTargets(window, document),
    hiddenFocus: hiddenFocus(window, document),
    undirected: directions(document),
    rows: rows(document),
    items: items(document),
    lines: lines(window, document),
    groups: groups(document),
    home: home(document),
  };
}
