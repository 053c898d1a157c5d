// Finds trips, things and activities as one types. The index is many small files, one for each
// beginning of words; they are loaded as scripts, which works from a folder too.
(() => {
  "use strict";

  const template = document.getElementById("search-tools");
  if (!template) return;
  const words = template.dataset;
  const language = document.documentElement.lang;
  const script = document.currentScript.src;
  const root = new URL("../", script);
  const place = new URL("search/", root);
  const mostResults = 60;
  const mostWords = 4;

  // MARK: Words; the program cuts the index in the very same way

  const ownWord = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}";
  const wordPattern = new RegExp(`[${ownWord}]|(?:(?![${ownWord}])[\\p{L}\\p{M}\\p{N}])+`, "gu");

  function wordsOf(text) {
    const folded = text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "")
      .replace(/ß/g, "ss").replace(/ς/g, "σ");
    return folded.match(wordPattern) ?? [];
  }

  // MARK: The index

  const loading = new Map();
  const arrived = new Map();

  window.valiseSearch = (beginning, ...content) => arrived.set(beginning, content);

  function load(beginning, name) {
    if (!loading.has(beginning)) {
      loading.set(beginning, new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = new URL(`${name}.js?${words.version}`, place).href;
        element.onload = () => resolve(arrived.get(beginning));
        element.onerror = () => {
          // The next letter tries again.
          loading.delete(beginning);
          reject(new Error(name));
        };
        document.head.append(element);
      }));
    }
    return loading.get(beginning);
  }

  function fileName(beginning) {
    if (beginning === "") return "all";
    return [...new TextEncoder().encode(beginning)]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // The file of the longest beginning of a word that there is.
  async function entriesFor(word) {
    const [beginnings] = await load(null, "index");
    let found = beginnings.includes("") ? "" : null;
    let start = "";
    for (const letter of word) {
      start += letter;
      if (beginnings.includes(start)) found = start;
    }
    if (found === null) return [];
    const [trips, entries] = await load(found, fileName(found));
    return entries.map(([kind, name, count, places, more = ""]) => ({
      kind, name, count, more, trips: places.map((number) => trips[number]),
    }));
  }

  // MARK: Finding

  function matches(word, text) {
    return wordsOf(text).some((other) => other.startsWith(word));
  }

  async function find(query) {
    const wanted = [...new Set(wordsOf(query))].slice(0, mostWords);
    if (wanted.length === 0) return null;
    const lists = await Promise.all(wanted.map(entriesFor));
    const all = new Map();
    for (const entry of lists.flat()) all.set(`${entry.kind} ${entry.name} ${entry.trips[0]?.[0]}`, entry);
    // Which trips are meant by a word that is not in a thing's own name: "socks lisbon".
    const tripsOf = new Map(wanted.map((word) => [word, new Set()]));
    for (const entry of all.values()) {
      if (entry.kind !== 0) continue;
      for (const word of wanted) {
        if (matches(word, `${entry.name} ${entry.more}`)) tripsOf.get(word).add(entry.trips[0][0]);
      }
    }
    const results = [];
    for (const entry of all.values()) {
      const missing = wanted.filter((word) => !matches(word, `${entry.name} ${entry.more}`));
      if (missing.length === wanted.length) continue;
      const trips = entry.trips.filter(([slug]) => missing.every((word) => tripsOf.get(word).has(slug)));
      if (missing.length > 0 && (entry.kind === 0 || trips.length === 0)) continue;
      const own = wordsOf(entry.name);
      const rank = (own.length === wanted.length && own.every((word) => wanted.includes(word)) ? 0 : 4)
        + (own[0]?.startsWith(wanted[0]) ? 0 : 2) + missing.length;
      results.push({ ...entry, trips, count: missing.length > 0 ? trips.length : entry.count, rank });
    }
    return results.sort((one, other) =>
      one.rank - other.rank || other.count - one.count || one.name.localeCompare(other.name));
  }

  // MARK: Showing

  let number = { format: String };
  try {
    number = new Intl.NumberFormat(language);
  } catch {
    // A language that the browser has never heard of: plain digits will do.
  }

  function phrase(pattern, count) {
    const forms = pattern.split("|");
    const isOne = count === 1 || (count === 0 && language.startsWith("fr"));
    return (isOne ? forms[0] : forms[forms.length - 1]).replace("{1}", number.format(count));
  }

  function element(name, properties, ...children) {
    const made = document.createElement(name);
    Object.assign(made, properties);
    made.append(...children);
    return made;
  }

  function tripLink(trip, text, fragment = "") {
    const path = `trips/${encodeURIComponent(trip[0])}.html${fragment}`;
    return element("a", { href: new URL(path, root).href, dir: "auto" }, text);
  }

  // The words of a result that were typed, without touching how it is written.
  function marked(text, wanted) {
    const parts = document.createDocumentFragment();
    for (const part of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
      const isTyped = wordsOf(part).some((word) => wanted.some((start) => word.startsWith(start)));
      parts.append(isTyped ? element("mark", {}, part) : part);
    }
    return parts;
  }

  function entryRow(result, wanted) {
    const name = element("bdi", {}, marked(result.name, wanted));
    if (result.kind === 0) {
      const [trip] = result.trips;
      const facts = [trip[3], trip[2]].filter(Boolean).map((fact) => element("bdi", {}, fact));
      const details = element("span", { className: "result-where" });
      details.append(...facts.flatMap((fact, index) => (index > 0 ? [" · ", fact] : [fact])));
      return element("li", {}, tripLink(trip, name), " ", details);
    }
    // Browsers that know such fragments show where on the page it is; to others they mean nothing.
    const fragment = `#:~:text=${encodeURIComponent(result.name).replace(/-/g, "%2D")}`;
    const where = element("span", { className: "result-where" });
    for (const [index, trip] of result.trips.slice(0, 3).entries()) {
      if (index > 0) where.append(", ");
      where.append(tripLink(trip, element("bdi", {}, trip[1]), fragment));
    }
    const others = result.count - Math.min(3, result.trips.length);
    if (others > 0) where.append(` ${phrase(words.moreTrips, others)}`);
    return element("li", {}, element("span", { className: "result-name" }, name), " ", where);
  }

  const tools = template.content.cloneNode(true);
  const form = tools.querySelector("form");
  const field = tools.querySelector("input");
  const status = tools.querySelector("[role=status]");
  const list = tools.querySelector(".results");
  const plainList = document.querySelector(".search-list");
  let asked = 0;

  async function search() {
    asked += 1;
    const turn = asked;
    const query = field.value;
    let results;
    try {
      results = await find(query);
    } catch {
      if (turn === asked) status.textContent = words.failed;
      if (plainList) plainList.hidden = false;
      return;
    }
    // Somebody typed on meanwhile.
    if (turn !== asked) return;
    list.replaceChildren();
    if (plainList) plainList.hidden = results !== null;
    if (results === null) {
      status.textContent = "";
      return;
    }
    const wanted = wordsOf(query);
    const shown = results.slice(0, mostResults);
    for (const [kind, title] of [words.trips, words.things, words.activities].entries()) {
      const rows = shown.filter((result) => result.kind === kind);
      if (rows.length === 0) continue;
      const section = element("section", { className: "result-group" }, element("h2", {}, title));
      section.append(element("ul", {}, ...rows.map((result) => entryRow(result, wanted))));
      list.append(section);
    }
    status.textContent = results.length > 0 ? phrase(words.count, results.length) : words.nothing;
  }

  // MARK: By keyboard

  function links() {
    return [...list.querySelectorAll("a")];
  }

  document.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    const all = links();
    const at = all.indexOf(document.activeElement);
    const isInField = document.activeElement === field;
    if (event.key === "Escape" && at >= 0) {
      field.focus();
    } else if (Object.hasOwn(steps, event.key) && (isInField || at >= 0) && all.length > 0) {
      event.preventDefault();
      const next = isInField ? (steps[event.key] > 0 ? 0 : -1) : at + steps[event.key];
      (all[next] ?? field).focus();
    }
  });

  function remember() {
    const address = new URL(location.href);
    address.search = field.value ? `?q=${encodeURIComponent(field.value)}` : "";
    // From a folder the browser may not let a page change its address.
    try {
      history.replaceState(null, "", address);
    } catch {
      return;
    }
  }

  field.addEventListener("input", () => {
    remember();
    search();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = links();
    first?.focus();
  });

  template.after(tools);
  field.value = (new URLSearchParams(location.search).get("q") ?? "").slice(0, 100);
  field.focus();
  search();
})();
