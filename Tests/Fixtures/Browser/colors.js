// Contrast as WCAG 2 defines it, for all words of a page as they are seen.

// "rgb(1 2 3 / 0.5)" in any of the forms a computed style has, as [red, green, blue, alpha].
function channels(color) {
  const numbers = color.match(/-?[\d.]+%?/g).map((text) =>
    text.endsWith("%") ? parseFloat(text) / 100 : parseFloat(text));
  const isUnit = color.startsWith("color(");
  const [red, green, blue, alpha = 1] = numbers.slice(isUnit && color.includes("p3") ? 1 : 0);
  return [red, green, blue].map((value) => (isUnit ? value * 255 : value)).concat(alpha);
}

function over(top, bottom) {
  const alpha = top[3];
  return [0, 1, 2].map((i) => top[i] * alpha + bottom[i] * (1 - alpha)).concat(1);
}

function luminance(color) {
  const [red, green, blue] = color.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// The layers that one box paints behind its words, the lowest first: its colour, the colours of a
// gradient (each a possible ground), and a generated box that lies under the content.
function layers(window, element) {
  const found = [];
  const add = (style) => {
    found.push([channels(style.backgroundColor)]);
    if (style.backgroundImage.includes("gradient")) {
      found.push(style.backgroundImage.match(/(rgba?|color)\([^)]*\)/g).map(channels));
    }
  };
  add(window.getComputedStyle(element));
  for (const pseudo of ["::before", "::after"]) {
    const style = window.getComputedStyle(element, pseudo);
    if (style.content !== "none" && Number(style.zIndex) < 0) add(style);
  }
  return found;
}

// All colours that may lie behind an element's words.
function grounds(window, element) {
  const chain = [];
  for (let at = element; at; at = at.parentElement) chain.unshift(at);
  let possible = [[255, 255, 255, 1]];
  for (const box of chain) {
    for (const choices of layers(window, box)) {
      possible = choices.flatMap((top) => possible.map((bottom) => over(top, bottom)));
    }
  }
  return possible;
}

// Whether a person sees the words of this element at all.
function isSeen(window, element) {
  if (!element.checkVisibility()) return false;
  for (let at = element; at; at = at.parentElement) {
    const style = window.getComputedStyle(at);
    if (style.clipPath.startsWith("inset(50%")) return false;
    if (parseFloat(style.fontSize) < 2) return false;
  }
  return true;
}

function textNodes(document, root = document.body) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    if (walker.currentNode.data.trim()) nodes.push(walker.currentNode);
  }
  return nodes;
}

// The words and boxes whose contrast is too low, each with its ratio.
function faint(window, document) {
  const found = new Set();
  for (const node of textNodes(document)) {
    const element = node.parentElement;
    if (!isSeen(window, element)) continue;
    const style = window.getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const least = Math.min(...grounds(window, element).map((ground) =>
      contrast(over(channels(style.color), ground), ground)));
    if (least < (isLarge ? 3 : 4.5)) {
      found.add(`${least.toFixed(2)} "${node.data.trim().slice(0, 40)}" in ${describe(element)}`);
    }
  }
  for (const box of document.querySelectorAll("input.box")) {
    const ground = grounds(window, box.parentElement)[0];
    const ratio = contrast(channels(window.getComputedStyle(box).borderTopColor), ground);
    if (ratio < 3) found.add(`${ratio.toFixed(2)} the border of a box`);
  }
  return [...found];
}
