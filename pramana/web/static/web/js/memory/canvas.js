// Draws a graph on a canvas. Entity types differ by shape, letter and colour. Names are drawn where
// there is room, best connected first, and more of them when zoomed in; so are the relations of lines.

import { ENDED, HOLDS, relationsOf } from "./graph_data.js";

const BATCH = 300; // lines per stroke; long paths with many crossings are slow
const THICKET = 1500; // from this many lines, each is drawn more faintly
const MOST_NAMES = 90;
const CROWDED = 250; // from here on names may cover entities
const LETTER_FROM = 7; // px of radius from which a letter fits
const FEW_LINES = 40; // up to here every line may show its relation, beyond only chosen ones
const LABEL_FROM = 34; // px of a line from which a relation may stand on it
const LABEL_PLACES = [0.5, 0.4, 0.6, 0.3, 0.7]; // along a line; the first free one is taken
const SHAPES = ["circle", "square", "diamond", "hexagon", "triangle"];
const COLOURS = [
  ...["surface", "accent", "accent-soft", "on-accent", "text", "muted", "faint", "ground"],
  ...SHAPES.map((shape) => `kind-${shape}`),
];

export function openCanvas(canvas) {
  const pen = canvas.getContext("2d");
  const font = getComputedStyle(canvas).fontFamily;
  let size = { width: 0, height: 0 };
  let ink = colours(canvas);

  function fitToBox() {
    const box = canvas.parentElement.getBoundingClientRect();
    const sharp = Math.min(window.devicePixelRatio || 1, 2);
    size = { width: box.width, height: box.height };
    canvas.width = Math.round(box.width * sharp);
    canvas.height = Math.round(box.height * sharp);
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  }

  function draw(scene) {
    pen.clearRect(0, 0, size.width, size.height);
    if (!scene.graph) return;
    const shown = project(scene, size);
    drawLines(pen, ink, scene, shown);
    drawEntities(pen, ink, scene, shown, font);
    const taken = drawNames(pen, ink, scene, shown, font);
    drawRelations(pen, ink, scene, shown, font, taken);
  }

  return {
    draw,
    fitToBox,
    size: () => size,
    renewColours: () => (ink = colours(canvas)),
  };
}

/** Colours from the style sheet, as the theme resolves them. */
function colours(canvas) {
  const probe = canvas.parentElement.appendChild(document.createElement("i"));
  const found = {};
  for (const name of COLOURS) {
    probe.style.color = `var(--${name})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

export function radius(graph, node, scale) {
  const own = 4.5 + 1.5 * Math.sqrt(Math.min(graph.degree[node], 60));
  return own * Math.min(Math.max(scale ** 0.7, 0.24), 1.7);
}

/** Positions in screen pixels; entities far outside are marked. */
function project({ graph, view }, { width, height }) {
  const { count } = graph;
  const numbers = () => new Float32Array(count);
  const shown = { x: numbers(), y: numbers(), r: numbers(), inside: new Uint8Array(count), width, height };
  for (let node = 0; node < count; node += 1) {
    const x = (shown.x[node] = graph.x[node] * view.scale + view.x);
    const y = (shown.y[node] = graph.y[node] * view.scale + view.y);
    shown.r[node] = radius(graph, node, view.scale);
    shown.inside[node] = x > -40 && y > -40 && x < width + 40 && y < height + 40;
  }
  return shown;
}

function drawLines(pen, ink, scene, shown) {
  const { graph, told, near, veiled, marked } = scene;
  const sets = { plain: [], near: [], ended: [], marked: [] };
  for (let pair = 0; pair < graph.pairs; pair += 1) {
    const [a, b] = [graph.from[pair], graph.to[pair]];
    if (pair === marked && told.lines[pair] !== HOLDS) sets.marked.push(pair);
    if (!told.lines[pair] || veiled[a] || veiled[b]) continue;
    if (!shown.inside[a] && !shown.inside[b] && isBeside(shown, a, b)) continue;
    const isNear = pair === marked || (near && (a === scene.chosen || b === scene.chosen));
    if (told.lines[pair] === ENDED) sets.ended.push(pair);
    else if (isNear) sets.near.push(pair);
    else sets.plain.push(pair);
  }
  const isThick = sets.plain.length > THICKET;
  const alpha = near ? 0.2 : isThick ? 0.22 : 0.6;
  pen.lineCap = "butt";
  stroke(pen, graph, shown, sets.plain, { colour: ink.faint, width: isThick ? 0.7 : 1, alpha });
  stroke(pen, graph, shown, sets.ended, { colour: ink.faint, alpha: near ? 0.35 : 0.8, dash: [3, 4] });
  stroke(pen, graph, shown, sets.near, { colour: ink.accent, width: 1.6 });
  stroke(pen, graph, shown, sets.marked, { colour: ink.accent, width: 1.6, dash: [3, 4] });
}

/** Whether both ends are on one side of the view, so that the line is not visible. */
function isBeside({ x, y }, a, b) {
  return (x[a] < 0 && x[b] < 0) || (y[a] < 0 && y[b] < 0);
}

function stroke(pen, graph, shown, pairs, { colour, width = 1, alpha = 1, dash = [] }) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.globalAlpha = alpha;
  pen.setLineDash(dash);
  for (let first = 0; first < pairs.length; first += BATCH) {
    pen.beginPath();
    for (const pair of pairs.slice(first, first + BATCH)) {
      pen.moveTo(shown.x[graph.from[pair]], shown.y[graph.from[pair]]);
      pen.lineTo(shown.x[graph.to[pair]], shown.y[graph.to[pair]]);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

function drawEntities(pen, ink, scene, shown, font) {
  const { graph, told, near, veiled, chosen, hovered } = scene;
  pen.lineWidth = 1.6;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let node = 0; node < graph.count; node += 1) {
    if (!shown.inside[node] || veiled[node] || !(told.seen[node] || near?.[node])) continue;
    const isChosen = node === chosen;
    const isDim = (near && !near[node]) || told.seen[node] !== HOLDS;
    pen.globalAlpha = isDim && node !== hovered ? 0.4 : 1;
    pen.fillStyle = isChosen ? ink.accent : near && near[node] ? ink["accent-soft"] : ink.surface;
    const [, shape, letter] = graph.types[graph.type[node]];
    pen.strokeStyle = isChosen || node === hovered ? ink.accent : ink[`kind-${shape}`];
    outline(pen, shape, shown.x[node], shown.y[node], shown.r[node]);
    pen.fill();
    pen.stroke();
    if (shown.r[node] < LETTER_FROM) continue;
    pen.fillStyle = isChosen ? ink["on-accent"] : ink[`kind-${shape}`];
    pen.font = `600 ${Math.round(shown.r[node] * 1.05)}px ${font}`;
    pen.fillText(letter, shown.x[node], shown.y[node] + 0.5);
  }
  pen.globalAlpha = 1;
}

function outline(pen, shape, x, y, r) {
  pen.beginPath();
  if (shape === "circle") pen.arc(x, y, r, 0, 2 * Math.PI);
  else if (shape === "square") pen.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else polygon(pen, x, y, r * 1.2, { diamond: 4, triangle: 3, hexagon: 6 }[shape]);
}

function polygon(pen, x, y, r, corners) {
  for (let corner = 0; corner < corners; corner += 1) {
    const turn = -Math.PI / 2 + (corner * 2 * Math.PI) / corners;
    pen.lineTo(x + r * Math.cos(turn), y + r * Math.sin(turn));
  }
  pen.closePath();
}

/** Names by importance; those that would cover another are left out. Returns the boxes in use. */
function drawNames(pen, ink, scene, shown, font) {
  const { graph, told, near, veiled, chosen, hovered } = scene;
  const wanted = [];
  for (let node = 0; node < graph.count; node += 1) {
    if (!shown.inside[node] || veiled[node] || !(told.seen[node] === HOLDS || near?.[node])) continue;
    if (near && !near[node] && node !== hovered) continue;
    const first = node === chosen || node === hovered ? 1e6 : 0;
    wanted.push([first + graph.degree[node], node]);
  }
  wanted.sort((one, other) => other[0] - one[0] || one[1] - other[1]);
  const taken = wanted.length > CROWDED ? [] : wanted.map(([, node]) => boxOf(shown, node));
  const drawn = taken.length;
  pen.textBaseline = "top";
  pen.lineJoin = "round";
  pen.lineWidth = 3.5;
  pen.strokeStyle = ink.ground;
  const most = Math.min(MOST_NAMES, Math.max(14, (shown.width * shown.height) / 16000));
  for (const [, node] of wanted.slice(0, MOST_NAMES * 2)) {
    if (taken.length - drawn >= most) break;
    name(pen, ink, graph.names[node], shown, node, taken, node === chosen || node === hovered, font);
  }
  return taken;
}

/** The relation of each line near its middle: of the chosen entity's lines, or of all if they are few.
 * The line of an opened fact always names its relation. */
function drawRelations(pen, ink, scene, shown, font, taken) {
  const { graph, told, near, veiled, chosen, marked } = scene;
  const wanted = [];
  for (let pair = 0; pair < graph.pairs; pair += 1) {
    const [a, b] = [graph.from[pair], graph.to[pair]];
    if ((!told.lines[pair] && pair !== marked) || veiled[a] || veiled[b]) continue;
    const isChosen = pair === marked || a === chosen || b === chosen;
    if (isChosen || !near) wanted.push([(pair === marked) + isChosen, pair, a, b]);
  }
  if (wanted.length > FEW_LINES && !wanted.some(([rank]) => rank)) return;
  wanted.sort((one, other) => other[0] - one[0]);
  pen.font = `400 11px ${font}`;
  pen.textBaseline = "middle";
  pen.lineWidth = 3.5;
  pen.strokeStyle = ink.ground;
  for (const [rank, pair, a, b] of wanted.slice(0, FEW_LINES)) {
    const { x, y } = shown;
    if (pair !== marked && Math.hypot(x[a] - x[b], y[a] - y[b]) < LABEL_FROM) continue;
    const said = relationsOf(graph, told, pair);
    const half = pen.measureText(said).width / 2 + 2;
    const along = LABEL_PLACES.map((part) => [x[a] + (x[b] - x[a]) * part, y[a] + (y[b] - y[a]) * part]);
    const [middle, high] = along.find(([left, top]) => isFree(taken, left, half, top - 7)) ?? (pair === marked ? along[0] : []);
    if (middle === undefined) continue;
    taken.push([middle - half, high - 8, middle + half, high + 8]);
    pen.strokeText(said, middle, high);
    pen.fillStyle = rank ? ink.text : ink.muted;
    pen.fillText(said, middle, high);
  }
}

function name(pen, ink, words, shown, node, taken, isFirst, font) {
  pen.font = `${isFirst ? 600 : 400} 12px ${font}`;
  const said = words.length > 26 ? `${words.slice(0, 25)}…` : words;
  const half = pen.measureText(said).width / 2 + 3;
  const [x, away] = [shown.x[node], shown.r[node] * 1.2 + 2];
  const below = shown.y[node] + away;
  const free = [below, shown.y[node] - away - 14].find((high) => isFree(taken, x, half, high));
  const top = free ?? (isFirst ? below : null);
  if (top === null) return;
  taken.push([x - half, top - 1, x + half, top + 15]);
  pen.strokeText(said, x, top);
  pen.fillStyle = isFirst ? ink.text : ink.muted;
  pen.fillText(said, x, top);
}

function isFree(taken, x, half, top) {
  const [from, until, above, under] = [x - half, x + half, top - 1, top + 15];
  const meets = ([left, high, right, low]) => from < right && left < until && above < low && high < under;
  return !taken.some(meets);
}

function boxOf({ x, y, r }, node) {
  return [x[node] - r[node], y[node] - r[node], x[node] + r[node], y[node] + r[node]];
}
