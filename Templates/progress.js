// Lists of trips say how much is packed as this browser knows it: its own ticks count, as long as the
// file has not changed since.
(() => {
  "use strict";

  const rows = document.querySelectorAll("[data-trip-row]");
  if (rows.length === 0 || document.querySelector("script[data-valise-live]")) return;
  const root = new URL("../", document.currentScript.src).pathname;
  const words = document.querySelector("main").dataset;
  const language = document.documentElement.lang;
  let number = { format: String };
  try {
    number = new Intl.NumberFormat(language);
  } catch {
    // A language that the browser has never heard of: plain digits will do.
  }

  function text(packed, all) {
    const forms = (packed === all ? words.allOfThemPacked : words.packedOf).split("|");
    const values = { "{1}": number.format(packed), "{2}": number.format(all) };
    return (packed === all && all === 1 ? forms[0] : forms[forms.length - 1])
      .replace(/\{[12]\}/g, (gap) => values[gap]);
  }

  // What checklist.js has written down with its ticks: packed in the file, packed here, all.
  function counted(slug) {
    try {
      const { counts } = JSON.parse(localStorage.getItem(`valise ticks ${root} ${slug}`) ?? "{}") ?? {};
      return Array.isArray(counts) && counts.every(Number.isInteger) ? counts : [];
    } catch {
      return [];
    }
  }

  const before = new Map([...rows].map((row) => [row, row.querySelector(".progress-text")?.textContent]));

  function show() {
    for (const [row, written] of before) {
      const part = row.querySelector(".progress-text");
      if (!part) continue;
      const inFile = Number(row.dataset.packed);
      const all = Number(row.dataset.items);
      const [file, here, count] = counted(row.dataset.tripRow);
      const isKnown = file === inFile && count === all && here >= 0 && here <= all;
      const packed = isKnown ? here : inFile;
      part.textContent = isKnown ? text(packed, all) : written;
      part.parentElement.classList.toggle("is-done", all > 0 && packed === all);
      const bar = row.querySelector("progress");
      if (bar) bar.value = packed;
    }
  }

  addEventListener("storage", show);
  addEventListener("pageshow", show);
  show();
})();
