// Ticking on a trip's page. Everything is readable and every box works without this script; with it
// ticks stay in the browser, progress is counted, and the list can be filtered and taken away.
//
// What is kept, per trip: the boxes that differ from the file, as {identity: 1 or 0}, and how many are
// packed in the file, here, and in all, for the lists of trips (progress.js). A box that the
// file has come to agree with is forgotten when its page is opened, so what the file says later
// counts again.
(() => {
  "use strict";

  const trip = document.querySelector("article.trip");
  const template = document.getElementById("checklist-tools");
  if (!trip || !template) return;
  const words = template.dataset;
  const boxes = new Map();
  for (const box of trip.querySelectorAll(".box[data-item]")) boxes.set(box.dataset.item, box);
  if (boxes.size === 0) return;

  // A page of "valise serve": there the file itself is what a tick changes.
  const isLive = document.querySelector("script[data-valise-live]") !== null;

  // Two sites on one host, and two folders opened from a disk, keep their ticks apart.
  // A page that was mailed has this script in it.
  const root = new URL("../", document.currentScript.src || location.href).pathname;
  const key = `valise ticks ${root} ${trip.dataset.trip}`;

  // MARK: The store

  // What could not be stored, so that it holds while the page is open; null while storing works.
  let unstored = null;
  let hasComplained = false;

  function readTicks() {
    if (unstored) return unstored;
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
      return new Map(Object.entries(stored ?? {}).filter((tick) => tick[1] === 0 || tick[1] === 1));
    } catch {
      // Storage is forbidden, or holds what we never wrote: either way there are no ticks of ours.
      return new Map();
    }
  }

  function writeTicks(ticks) {
    try {
      const counts = [packedInFile, whole.packed, boxes.size];
      if (ticks.size === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(ticks), counts }));
      unstored = null;
    } catch {
      unstored = ticks;
      if (!hasComplained) say(words.storageFailed);
      hasComplained = true;
    }
  }

  // The file's own state is what the HTML says, whatever a browser restored into the box.
  function keep(changed) {
    if (isLive) return;
    const ticks = new Map(readTicks());
    for (const box of changed) {
      if (box.checked === box.defaultChecked) ticks.delete(box.dataset.item);
      else ticks.set(box.dataset.item, box.checked ? 1 : 0);
    }
    writeTicks(ticks);
  }

  function showTicks() {
    if (isLive) return;
    const ticks = readTicks();
    for (const [identity, box] of boxes) {
      const tick = ticks.get(identity);
      box.checked = tick === undefined ? box.defaultChecked : tick === 1;
    }
    recountAll();
  }

  const packedInFile = [...boxes.values()].filter((box) => box.defaultChecked).length;

  function forgetWhatTheFileSays() {
    if (isLive) return;
    const ticks = readTicks();
    const before = ticks.size;
    for (const [identity, tick] of ticks) {
      if (boxes.get(identity)?.defaultChecked === (tick === 1)) ticks.delete(identity);
    }
    // Nothing is written where nothing changed: a page that is only read needs no storage.
    if (ticks.size !== before) writeTicks(ticks);
  }

  // MARK: Progress

  const language = document.documentElement.lang;
  let number = { format: String };
  try {
    number = new Intl.NumberFormat(language);
  } catch {
    // A language that the browser has never heard of: plain digits will do.
  }

  // The same patterns as the program fills: "{1} of {2}", with the form for one before a bar.
  function phrase(pattern, first, second) {
    const forms = pattern.split("|");
    const isOne = first === 1 || (first === 0 && language.startsWith("fr"));
    const values = { "{1}": number.format(first), "{2}": number.format(second ?? 0) };
    return (isOne ? forms[0] : forms[forms.length - 1]).replace(/\{[12]\}/g, (gap) => values[gap]);
  }

  function progressText(packed, all) {
    if (packed === all) return phrase(words.allOfThemPacked, all);
    return phrase(words.packedOf, packed, all);
  }

  // Everything that counts some of the boxes: the trip, a category, a bag, a traveller.
  class Tally {
    constructor(show) {
      this.packed = 0;
      this.all = 0;
      this.show = show;
    }
  }

  const tallies = new Map();
  const known = new Map();
  let isRecounting = false;

  function showTally(tally) {
    tally.show(tally.packed, tally.all);
  }

  // A list of thousands stays quick: a tick changes a few sums, and no box is looked at twice.
  function recount(box) {
    const was = known.get(box);
    if (was === box.checked) return;
    known.set(box, box.checked);
    for (const tally of tallies.get(box)) {
      tally.packed += box.checked ? 1 : was === undefined ? 0 : -1;
      if (!isRecounting) showTally(tally);
    }
  }

  function recountAll() {
    isRecounting = true;
    for (const box of boxes.values()) recount(box);
    isRecounting = false;
    for (const tally of new Set([...tallies.values()].flat())) showTally(tally);
  }

  function textTally(element) {
    return new Tally((packed, all) => {
      element.textContent = progressText(packed, all);
    });
  }

  function progressTally(element) {
    const text = element.querySelector(".progress-text");
    const bar = element.querySelector("progress");
    return new Tally((packed, all) => {
      text.textContent = progressText(packed, all);
      element.classList.toggle("is-done", packed === all);
      if (bar) [bar.max, bar.value] = [all, packed];
    });
  }

  function indexTally(link) {
    const count = document.createElement("span");
    link.querySelector(".index-count, .index-done")?.replaceWith(count);
    const left = document.createElement("span");
    left.className = "visually-hidden";
    return new Tally((packed, all) => {
      count.className = packed === all ? "index-done" : "index-count";
      left.textContent = packed === all ? words.packed : ` ${words.leftToPack}`;
      count.replaceChildren(packed === all ? "" : number.format(all - packed), left);
    });
  }

  // The tally of the whole trip.
  let whole = null;
  let wasAllPacked;
  function tripTally() {
    const facts = trip.querySelectorAll(".facts [data-count]");
    return new Tally((packed, all) => {
      for (const fact of facts) {
        fact.textContent = number.format(fact.dataset.count === "packed" ? packed : all - packed);
      }
      const isAllPacked = packed === all;
      trip.classList.toggle("is-all-packed", isAllPacked);
      if (wasAllPacked === false && isAllPacked) {
        announce(words.allPacked);
        // Only after a tap: else browsers complain of it.
        if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([30, 60, 30]);
      }
      wasAllPacked = isAllPacked;
    });
  }

  function makeTallies(tools) {
    const byBag = new Map();
    const byTraveller = new Map();
    for (const element of trip.querySelectorAll("[data-count-bag]")) {
      byBag.set(element.dataset.countBag, textTally(element));
    }
    for (const element of trip.querySelectorAll("[data-count-traveller]")) {
      byTraveller.set(element.dataset.countTraveller, textTally(element));
    }
    whole = tripTally();
    const ofTrip = [whole, ...[".label .progress", ".tally"].map((selector) =>
      trip.querySelector(selector) ?? tools.querySelector(selector)).filter(Boolean)
      .map(progressTally)];
    for (const category of trip.querySelectorAll(".category")) {
      const ofCategory = [...ofTrip];
      const sum = category.querySelector("[data-progress]");
      if (sum) ofCategory.push(textTally(sum));
      const link = category.id && trip.querySelector(`.index a[href="#${CSS.escape(category.id)}"]`);
      if (link) ofCategory.push(indexTally(link));
      for (const box of category.querySelectorAll(".box[data-item]")) {
        const { bag, traveller } = box.closest(".item").dataset;
        tallies.set(box, [...ofCategory, byBag.get(bag), byTraveller.get(traveller)].filter(Boolean));
      }
    }
    for (const box of boxes.values()) {
      // A template of the site's own may do without categories.
      if (!tallies.has(box)) tallies.set(box, ofTrip);
      for (const tally of tallies.get(box)) tally.all += 1;
    }
  }

  // MARK: Telling

  const status = document.getElementById("checklist-status");
  const tools = template.content.cloneNode(true);
  const notice = tools.querySelector(".notice");
  const undoButton = notice.querySelector("[data-action=undo]");
  const copyField = notice.querySelector(".notice-copy");
  let undo = null;

  function announce(text) {
    if (status) status.textContent = text;
  }

  function say(text, options = {}) {
    undo = options.undo ?? null;
    undoButton.hidden = undo === null;
    copyField.hidden = options.copy === undefined;
    copyField.value = options.copy ?? "";
    notice.hidden = false;
    // Filled after it is shown: only then is it announced.
    notice.querySelector(".notice-text").textContent = text;
  }

  function dismiss() {
    notice.hidden = true;
    notice.querySelector(".notice-text").textContent = "";
    undo = null;
  }

  // MARK: Filters

  const filter = { toPack: false, isEssential: false, traveller: "", bag: "" };

  function isShown(item, box) {
    return !(filter.toPack && box.checked)
      && !(filter.isEssential && !item.classList.contains("is-essential"))
      && !(filter.traveller && item.dataset.traveller !== filter.traveller)
      && !(filter.bag && item.dataset.bag !== filter.bag);
  }

  function applyFilter() {
    let count = 0;
    for (const box of boxes.values()) {
      const item = box.closest(".item");
      item.hidden = !isShown(item, box);
      if (!item.hidden) count += 1;
    }
    const isFiltered = filter.toPack || filter.isEssential || filter.traveller || filter.bag;
    trip.classList.toggle("is-filtered", Boolean(isFiltered));
    for (const category of trip.querySelectorAll(".category")) {
      category.hidden = Boolean(isFiltered) && !category.querySelector(".item:not([hidden])");
    }
    return count;
  }

  // The box that takes the focus where the one that had it goes away.
  function neighbour(box) {
    const shown = [...boxes.values()].filter((other) =>
      other === box || !other.closest("[hidden]"));
    const index = shown.indexOf(box);
    return shown[index + 1] ?? shown[index - 1];
  }

  function setUpFilters(group) {
    const values = { traveller: new Set(), bag: new Set() };
    let hasEssentials = false;
    for (const item of trip.querySelectorAll(".item")) {
      hasEssentials ||= item.classList.contains("is-essential");
      for (const name of ["traveller", "bag"]) {
        if (item.dataset[name]) values[name].add(item.dataset[name]);
      }
    }
    if (!hasEssentials) group.querySelector("[data-filter=isEssential]").remove();
    for (const [name, found] of Object.entries(values)) {
      const select = group.querySelector(`select[data-filter=${name}]`);
      if (found.size === 0) select.remove();
      for (const value of found) {
        const option = new Option(value, value);
        option.dir = "auto";
        select.add(option);
      }
    }
    group.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-filter]");
      if (!button) return;
      const isOn = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isOn));
      filter[button.dataset.filter] = isOn;
      announce(phrase(words.itemsShown, applyFilter()));
    });
    group.addEventListener("change", (event) => {
      filter[event.target.dataset.filter] = event.target.value;
      announce(phrase(words.itemsShown, applyFilter()));
    });
    // Some browsers put back what was chosen before the page was loaded anew.
    addEventListener("pageshow", () => {
      for (const select of group.querySelectorAll("select")) {
        select.value = filter[select.dataset.filter];
      }
    });
  }

  // MARK: Ticks of many boxes

  function setBoxes(states) {
    const changed = [...states].filter(([box, isChecked]) => box.checked !== isChecked);
    for (const [box, isChecked] of changed) {
      box.checked = isChecked;
      // What a person asked for goes to the file by the same way as a tick of the hand.
      box.dispatchEvent(isLive ? new Event("change", { bubbles: true })
        : new CustomEvent("valise:changed", { bubbles: true }));
    }
    keep(changed.map(([box]) => box));
    if (filter.toPack) applyFilter();
    return changed.map(([box, isChecked]) => [box, !isChecked]);
  }

  function uncheckAll() {
    const before = setBoxes([...boxes.values()].map((box) => [box, false]));
    say(phrase(words.unchecked, before.length), {
      undo: before.length > 0 ? () => setBoxes(before) : undefined,
    });
  }

  // MARK: Taking the list away

  function plain(element) {
    return element ? element.textContent.replace(/\s+/g, " ").trim() : "";
  }

  // Letters that Markdown would read as something else.
  function escaped(text) {
    return text.replace(/[\\`*_[\]<>#|~&]/g, "\\$&").replace(/^(\d+)([.)])/, "$1\\$2")
      .replace(/^([-+])/, "\\$1");
  }

  function line(box) {
    const item = box.closest(".item");
    const { traveller, bag } = item.dataset;
    const name = item.querySelector(".item-name");
    const link = name.querySelector("a[href]");
    const quantity = plain(item.querySelector(".item-quantity")).replace(/[^0-9]/g, "");
    const note = plain(item.querySelector(".item-note"));
    return `- [${box.checked ? "x" : " "}] `
      + (link ? `[${escaped(plain(name))}](<${link.getAttribute("href")}>)` : escaped(plain(name)))
      + (quantity ? ` x${quantity}` : "")
      + (traveller ? ` @${traveller}` : "")
      + (bag ? ` bag:${/\s/.test(bag) ? `"${bag}"` : bag}` : "")
      + (item.classList.contains("is-essential") ? " *" : "")
      + (note ? ` — ${escaped(note)}` : "");
  }

  function markdown() {
    const parts = [`# ${escaped(plain(trip.querySelector("h1")))}`];
    for (const category of trip.querySelectorAll(".category")) {
      const lines = [...category.querySelectorAll(".box[data-item]")].map(line);
      if (lines.length > 0) {
        parts.push(`## ${escaped(plain(category.querySelector("h3")))}\n\n${lines.join("\n")}`);
      }
    }
    return parts.join("\n\n") + "\n";
  }

  async function copy() {
    const text = markdown();
    try {
      await navigator.clipboard.writeText(text);
      say(words.copied);
    } catch {
      say(words.copyByHand, { copy: text });
      copyField.focus();
      copyField.select();
    }
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([markdown()], { type: "text/markdown" }));
    link.download = `${trip.dataset.trip}.md`;
    link.click();
    // The download has the address by now or never will.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // MARK: Together

  const actions = {
    uncheckAll,
    copy,
    download,
    undo: () => {
      undo?.();
      dismiss();
      trip.querySelector("[data-action=uncheckAll]").focus();
    },
    dismiss: () => {
      const isInside = notice.contains(document.activeElement);
      dismiss();
      if (isInside) trip.querySelector("[data-action=uncheckAll]").focus();
    },
  };

  makeTallies(tools);
  setUpFilters(tools.querySelector(".filters"));
  const actionRow = tools.querySelector(".actions");
  template.closest(".packing")?.append(actionRow);
  trip.append(notice);
  template.after(tools);
  trip.addEventListener("click", (event) => {
    const name = event.target.closest("[data-action]")?.dataset.action;
    if (name && Object.hasOwn(actions, name)) actions[name]();
  });
  notice.addEventListener("keydown", (event) => {
    if (event.key === "Escape") actions.dismiss();
  });

  for (const name of ["change", "valise:changed"]) {
    trip.addEventListener(name, (event) => {
      const box = event.target;
      if (!boxes.has(box.dataset?.item)) return;
      recount(box);
      if (name === "change") keep([box]);
      if (filter.toPack && name === "change") {
        const next = box === document.activeElement ? neighbour(box) : null;
        applyFilter();
        if (box.closest("[hidden]")) next?.focus();
      }
    });
  }
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) showTicks();
  });
  // A page that comes back as it was left, or whose boxes the browser filled in by itself.
  addEventListener("pageshow", showTicks);

  if (isLive) {
    recountAll();
  } else {
    showTicks();
    forgetWhatTheFileSays();
  }
})();
