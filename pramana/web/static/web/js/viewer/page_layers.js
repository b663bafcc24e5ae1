// What lies over the image of a page: its words, invisible but selectable, and the marks.
// A word is [text, start, end, left, top, right, bottom]; edges are shares of the page.

const MARGIN = 0.003; // share of the page around marked words
const FONT = "100px sans-serif";

const ruler = document.createElement("canvas").getContext("2d");
const knownWords = new WeakMap(); // the words of a layer

/** Put the words over the image, each as wide as it is there. `ratio` is the page's width / height. */
export function layWords(layer, words, ratio) {
  ruler.font = FONT;
  const spans = [];
  for (const line of linesOf(words)) {
    const top = Math.min(...line.map((word) => word[4]));
    const height = Math.max(...line.map((word) => word[6])) - top;
    for (const word of line) spans.push(wordSpan(word, top, height, ratio));
  }
  layer.replaceChildren(...spans);
  knownWords.set(layer, words);
}

function wordSpan([text, start, , left, , right], top, height, ratio) {
  const span = document.createElement("span");
  span.className = "word";
  span.dataset.at = start;
  span.textContent = `${text} `;
  const natural = (ruler.measureText(text).width / 100) * height;
  span.style.left = share(left);
  span.style.top = share(top);
  span.style.fontSize = `${(height * 100).toFixed(3)}cqh`;
  span.style.transform = `scaleX(${(((right - left) * ratio) / Math.max(natural, 0.0001)).toFixed(4)})`;
  return span;
}

/** The words of a range in their lines; without a range, of the page. */
function linesOf(words, start = -Infinity, end = Infinity) {
  const lines = [];
  for (const word of words) {
    if (word[1] >= end || word[2] <= start) continue;
    const line = lines.at(-1);
    if (line && goesOn(line.at(-1), word)) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

function goesOn(last, word) {
  const shared = Math.min(last[6], word[6]) - Math.max(last[4], word[4]);
  return shared > Math.min(last[6] - last[4], word[6] - word[4]) / 2 && word[3] >= last[3];
}

/** The boxes of a range, one for each line: [left, top, right, bottom]. */
export function boxesOf(words, { start, end }) {
  return linesOf(words, start, end).map((line) => [
    Math.min(...line.map((word) => word[3])),
    Math.min(...line.map((word) => word[4])),
    Math.max(...line.map((word) => word[5])),
    Math.max(...line.map((word) => word[6])),
  ]);
}

/** Draw marks {start, end, of, kind, tone, name}; `isLit` and `isOwn` say which stand out. Returns
 * the marks with their boxes. */
export function drawMarks(holder, words, marks, { isLit, isOwn }) {
  const drawn = marks.map((mark) => ({ mark, boxes: boxesOf(words, mark) }));
  holder.replaceChildren(
    ...drawn.flatMap(({ mark, boxes }) =>
      boxes.map((box) => boxElement(box, mark, isLit(mark), isOwn(mark))),
    ),
  );
  return drawn;
}

function boxElement([left, top, right, bottom], { of, kind, tone, name }, isLit, isOwn) {
  const box = document.createElement("div");
  box.className = "box";
  box.style.left = share(left - MARGIN);
  box.style.top = share(top - MARGIN);
  box.style.width = share(right - left + 2 * MARGIN);
  box.style.height = share(bottom - top + 2 * MARGIN);
  for (const [key, value] of Object.entries({ of, kind, tone, name })) if (value) box.dataset[key] = value;
  box.toggleAttribute("data-focused", isLit);
  box.toggleAttribute("data-own", isOwn);
  return box;
}

const share = (part) => `${(part * 100).toFixed(3)}%`;

/** The smallest mark at a point of the page, given in shares. */
export function markAt(drawn, x, y) {
  let found = null;
  let least = Infinity;
  for (const { mark, boxes } of drawn) {
    for (const [left, top, right, bottom] of boxes) {
      const area = (right - left) * (bottom - top);
      const isInside = x >= left - MARGIN && x <= right + MARGIN && y >= top - MARGIN && y <= bottom + MARGIN;
      if (isInside && area < least) [found, least] = [mark, area];
    }
  }
  return found;
}

/** Selecting on an image follows the words, not the gaps between them: a drag that leaves a line goes
 * on at the nearest word. A press without a drag is given to `pressed`. */
export function startWordSelection(scroller, pressed) {
  let from = null;
  let isDragged = false;

  scroller.addEventListener("mousedown", (event) => {
    const sheet = event.target.closest(".folio");
    if (event.button !== 0 || event.detail > 1 || !sheet || event.target.closest("button")) return;
    event.preventDefault();
    scroller.focus({ preventScroll: true });
    from = pointNear(sheet, event);
    isDragged = false;
    if (!event.shiftKey) getSelection().removeAllRanges();
    else extend(event);
  });
  document.addEventListener("mousemove", (event) => {
    if (!from) return;
    scrollAlong(scroller, event);
    extend(event);
  });
  document.addEventListener("mouseup", (event) => {
    const sheet = event.target.closest?.(".folio");
    if (from && !isDragged && sheet) pressed(sheet, event);
    from = null;
  });
  scroller.addEventListener("dblclick", (event) => {
    const word = event.target.closest(".word")?.firstChild;
    if (word) getSelection().setBaseAndExtent(word, 0, word, word.length - 1);
  });
  scroller.addEventListener("copy", (event) => {
    event.clipboardData.setData("text/plain", getSelection().getRangeAt(0).toString().trim());
    event.preventDefault();
  });

  function extend(event) {
    const sheet = document.elementFromPoint(event.clientX, event.clientY)?.closest(".folio");
    const to = sheet && scroller.contains(sheet) && pointNear(sheet, event);
    if (!to || !from || (to.node === from.node && to.offset === from.offset)) return;
    isDragged = true;
    getSelection().setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  }
}

function scrollAlong(scroller, { clientY }) {
  const { top, bottom } = scroller.getBoundingClientRect();
  if (clientY > bottom - 24) scroller.scrollTop += 24;
  if (clientY < top + 24) scroller.scrollTop -= 24;
}

/** The place in the words under the pointer, else at the nearest word. Null on a page without words. */
function pointNear(sheet, { clientX, clientY }) {
  const layer = sheet.querySelector(".words");
  const exact = document.caretPositionFromPoint?.(clientX, clientY);
  const node = exact?.offsetNode;
  if (node?.parentElement?.matches(".word") && layer.contains(node)) {
    return { node, offset: Math.min(exact.offset, node.length - 1) };
  }
  const { left, top, width, height } = sheet.getBoundingClientRect();
  const [x, y] = [(clientX - left) / width, (clientY - top) / height];
  const words = knownWords.get(layer) ?? [];
  let best = null;
  let least = Infinity;
  for (const [at, word] of words.entries()) {
    const across = Math.max(word[3] - x, x - word[5], 0);
    const down = Math.max(word[4] - y, y - word[6], 0);
    const far = across + 4 * down;
    if (far < least) [best, least] = [at, far];
  }
  const text = best === null ? null : spanAt(layer, words[best][1]);
  if (!text) return null;
  const isAfter = x > (words[best][3] + words[best][5]) / 2;
  return { node: text, offset: isAfter ? text.length - 1 : 0 };
}

const spanAt = (layer, start) => layer.querySelector(`[data-at="${start}"]`)?.firstChild;
