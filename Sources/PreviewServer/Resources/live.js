// The live half of a page that "valise serve" shows: ticks and new items go to the file, and what
// changes in the files comes here. The server adds this script; a published page has none of it.
(() => {
  "use strict";

  const script = document.querySelector("script[data-valise-live]");
  const { token, session, version } = script.dataset;
  const words = JSON.parse(script.dataset.words);
  const say = (name, value) => words[name].replace("{1}", value);
  const trip = document.querySelector("article.trip[data-trip]")?.dataset.trip ?? "";
  const boxes = () => document.querySelectorAll("input.box[data-item]");
  const memory = "valise-live:" + location.pathname;

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // MARK: What the person is told

  const notices = element("div", { class: "valise-live", role: "status" });
  const shown = new Map();

  function show(kind, ...content) {
    hide(kind);
    const close = element("button", { type: "button", class: "valise-close" }, words.close);
    close.addEventListener("click", () => hide(kind));
    const notice = element("section", { class: "valise-notice valise-" + kind }, ...content, close);
    shown.set(kind, notice);
    notices.append(notice);
  }

  function hide(kind) {
    shown.get(kind)?.remove();
    shown.delete(kind);
  }

  // MARK: Ticks

  // A browser that loads a page again likes to keep the boxes as they were; the file knows better.
  const asTheFileSays = () => { for (const box of boxes()) set(box, box.defaultChecked); };

  function set(box, isPacked) {
    if (box.checked === isPacked) return;
    box.checked = isPacked;
    box.dispatchEvent(new CustomEvent("valise:changed", { bubbles: true }));
  }

  let waiting = {};
  const inFlight = new Map();
  let queue = Promise.resolve();
  let pendingCount = 0;
  let wantsReload = false;

  // One change after the other; a page is not loaded again before all are done.
  function save(change) {
    pendingCount += 1;
    const done = queue.then(async () => {
      let answer;
      try {
        answer = await fetch("/.valise/edit", {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Valise-Token": token },
          body: JSON.stringify(change),
        });
      } catch {
        throw new Error(words.unreachable);
      }
      if (answer.ok) return;
      const text = await answer.text();
      let reason = text;
      try {
        reason = JSON.parse(text).error ?? text;
      } catch {
        // A refusal is plain text.
      }
      throw new Error(say("notSaved", reason.trim()));
    });
    queue = done.catch(() => {}).then(() => {
      pendingCount -= 1;
      if (wantsReload && pendingCount === 0) reload();
    });
    return done;
  }

  function sendTicks() {
    const items = waiting;
    waiting = {};
    const touched = Object.keys(items);
    for (const id of touched) inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
    save({ trip, items })
      .then(() => hide("failure"))
      .catch((error) => {
        show("failure", element("p", {}, error.message));
        for (const box of boxes()) {
          if (box.dataset.item in items) set(box, !items[box.dataset.item]);
        }
      })
      .finally(() => {
        for (const id of touched) {
          const left = inFlight.get(id) - 1;
          if (left > 0) inFlight.set(id, left);
          else inFlight.delete(id);
        }
      });
  }

  document.addEventListener("change", (event) => {
    const box = event.target;
    if (!trip || !(box instanceof HTMLInputElement) || !box.matches("input.box[data-item]")) return;
    // Several boxes that change at once, as in "uncheck all", are one change to the file.
    if (Object.keys(waiting).length === 0) queueMicrotask(sendTicks);
    waiting[box.dataset.item] = box.checked;
  });

  // MARK: New items

  function addForm(parent, title, beside) {
    const label = title ? say("addTo", title) : words.addItem;
    const input = element("input", {
      class: "valise-line", type: "text", placeholder: words.example, "aria-label": label,
      autocomplete: "off", enterkeyhint: "done", maxlength: "500",
    });
    const form = element(
      "form", { class: "valise-add" }, input,
      element("button", { type: "submit", class: "valise-send" }, words.add));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = input.value.trim();
      if (!line) return;
      const change = { trip, add: line };
      if (beside) change.beside = beside;
      input.value = "";
      save(change)
        .then(() => hide("failure"))
        .catch((error) => {
          if (!input.value) input.value = line;
          show("failure", element("p", {}, error.message));
        });
    });
    parent.append(form);
  }

  function addForms() {
    if (!trip) return;
    let count = 0;
    for (const category of document.querySelectorAll("section.category")) {
      const first = category.querySelector("input.box[data-item]");
      if (!first) continue;
      const title = category.querySelector("h2, h3, h4")?.textContent.trim() ?? "";
      addForm(category, title, first.dataset.item);
      count += 1;
    }
    if (count === 0) {
      addForm(document.querySelector("article.trip .packing, article.trip"), "", undefined);
    }
  }

  // MARK: Loading again without losing one's place

  function reload() {
    if (pendingCount > 0) {
      wantsReload = true;
      return;
    }
    const lines = [...document.querySelectorAll("input.valise-line")];
    const state = {
      left: scrollX,
      top: scrollY,
      open: [...document.querySelectorAll("details")].map((details) => details.open),
      pressed: [...document.querySelectorAll("button[data-filter][aria-pressed=true]")]
        .map((button) => button.dataset.filter),
      chosen: [...document.querySelectorAll("select[data-filter]")]
        .map((select) => [select.dataset.filter, select.value]),
      lines: lines.map((line) => line.value),
      line: lines.indexOf(document.activeElement),
      box: document.activeElement?.dataset?.item,
    };
    try {
      sessionStorage.setItem(memory, JSON.stringify(state));
    } catch {
      // Then the browser's own memory of the place has to do.
    }
    location.reload();
  }

  function restore() {
    let state;
    try {
      state = JSON.parse(sessionStorage.getItem(memory));
      sessionStorage.removeItem(memory);
    } catch {
      return;
    }
    if (!state) return;
    const all = [...document.querySelectorAll("details")];
    if (all.length === state.open.length) {
      all.forEach((details, index) => { details.open = state.open[index]; });
    }
    for (const name of state.pressed) {
      document.querySelector(`button[data-filter="${CSS.escape(name)}"]`)?.click();
    }
    for (const [name, value] of state.chosen) {
      const select = document.querySelector(`select[data-filter="${CSS.escape(name)}"]`);
      if (!select || !value) continue;
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const lines = [...document.querySelectorAll("input.valise-line")];
    if (lines.length === state.lines.length) {
      lines.forEach((line, index) => { line.value = state.lines[index]; });
    }
    const focused = lines[state.line]
      ?? [...boxes()].find((box) => box.dataset.item === state.box);
    focused?.focus({ preventScroll: true });
    scrollTo({ left: state.left, top: state.top, behavior: "instant" });
  }

  // MARK: What the server tells

  const page = (() => {
    let path;
    try {
      path = decodeURIComponent(location.pathname);
    } catch {
      path = location.pathname;
    }
    return path.slice(1) + (path.endsWith("/") ? "index.html" : "");
  })();

  let events;

  function listen() {
    const asked = new URLSearchParams({ page: "/" + encodeURI(page), trip, version });
    events = new EventSource("/.valise/events?" + asked);
    events.addEventListener("hello", (event) => {
      hide("unreachable");
      // The server was started anew: it wants another token.
      if (event.data !== session) reload();
    });
    events.addEventListener("state", (event) => {
      const state = JSON.parse(event.data);
      if (state.trip !== trip) return;
      for (const box of boxes()) {
        const id = box.dataset.item;
        // What is on its way to the file is newer than what the file said.
        if (id in state.items && !(id in waiting) && !inFlight.has(id)) set(box, state.items[id]);
      }
    });
    events.addEventListener("reload", (event) => {
      const { all, pages } = JSON.parse(event.data);
      if (all || pages.includes(page)) reload();
    });
    events.addEventListener("problem", (event) => {
      const { count, texts } = JSON.parse(event.data);
      show(
        "problem",
        element("h2", {}, count === 1 ? words.oneProblem : say("problems", count)),
        ...texts.map((text) => element("pre", {}, text)));
    });
    events.addEventListener("solved", () => hide("problem"));
    events.addEventListener("error", () => {
      if (!shown.has("unreachable")) show("unreachable", element("p", {}, words.unreachable));
      // A browser gives up after some failures.
      if (events.readyState === EventSource.CLOSED) {
        const closed = events;
        setTimeout(() => { if (events === closed) listen(); }, 2000);
      }
    });
  }

  // A browser keeps few connections to one server: pages that nobody sees leave theirs to others.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      if (!events) listen();
    } else {
      events?.close();
      events = undefined;
    }
  });
  addEventListener("pagehide", () => {
    events?.close();
    events = undefined;
  });
  // Back from the browser's cache of pages, this one may be of yesterday.
  addEventListener("pageshow", (event) => {
    if (event.persisted && !events) listen();
  });

  document.body.append(notices);
  asTheFileSays();
  addForms();
  restore();
  if (document.visibilityState === "visible") listen();
})();
