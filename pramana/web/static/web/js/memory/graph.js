// The graph of a group: laid out in time slices, drawn when something changed.

import { openCanvas, radius } from "./canvas.js";
import { factsOf, joined, lineOf, readGraph, tell, within } from "./graph_data.js";
import { startGestures } from "./gestures.js";
import { openLayout, spread } from "./layout.js";
import { bounds, entityAt, keepPositions, lineAt, nextIn, onScreen } from "./positions.js";

const FIRST = 400; // ms of layout before the first frame
const SLICE = 24; // ms of layout between two frames
const STEPS = 3; // how far neighbours are shown at most
const MARGIN = 56;
const SIDE = 76; // names stand below their entities and are wider than they

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export function openGraph(canvas, { chosen: tellChosen, between, shown, settled, bring }) {
  const paper = openCanvas(canvas);
  const scene = {
    graph: null,
    told: null,
    view: { scale: 1, x: 0, y: 0 },
    chosen: -1,
    hovered: -1,
    near: null,
    marked: -1, // the line whose fact is being read
    veiled: new Uint8Array(0),
  };
  const hidden = new Set(); // kinds that are not shown
  let times = { holds: Infinity, known: Infinity, ended: false };
  let steps = 1;
  let frame = 0;
  let settling = 0;
  let isMoved = false; // the person moved the view, so it no longer follows the layout

  const idOf = (node) => scene.graph.ids[node];
  const changed = () => (frame ||= requestAnimationFrame(draw));

  function draw() {
    frame = 0;
    paper.draw(scene);
  }

  const gestures = startGestures(canvas, scene, {
    hit: (at) => entityAt(scene, at, radius),
    changed() {
      isMoved = true;
      changed();
    },
    chosen(node, at) {
      if (node >= 0) return void tellChosen(idOf(node));
      const pair = lineAt(scene, at);
      const { from, to } = scene.graph ?? {};
      if (pair >= 0) between([from[pair], to[pair]].map(idOf), factsOf(scene.graph, pair));
      else if (scene.chosen >= 0) tellChosen("");
    },
    expanded: (node) => void expand(node),
    hovered(node) {
      if (node === scene.hovered) return;
      scene.hovered = node;
      canvas.classList.toggle("pointing", node >= 0);
      changed();
    },
  });

  /** Lay out all entities: at once as far as that is quick, the rest between frames. */
  function settle(still) {
    cancelAnimationFrame(settling);
    const step = openLayout(scene.graph, still);
    const go = (budget) => {
      const isDone = step(budget);
      if (!still && !isMoved) fit();
      changed();
      if (isDone) settled(scene.graph);
      else settling = requestAnimationFrame(() => go(SLICE));
    };
    go(isStill.matches ? 4000 : FIRST);
  }

  /** A graph that was fetched: the first, or anew. */
  function show(graph) {
    const before = scene.graph;
    const id = scene.chosen >= 0 ? idOf(scene.chosen) : "";
    spread(graph);
    const still = before ? keepPositions(before, graph) : null;
    scene.graph = graph;
    scene.hovered = -1;
    retell();
    choose(id);
    shown(graph);
    if (graph.count && !still?.every(Boolean)) settle(still);
    else settled(graph);
  }

  function retell() {
    if (!scene.graph) return;
    scene.told = tell(scene.graph, times);
    scene.veiled = Uint8Array.from(scene.graph.type, (type) => hidden.has(scene.graph.types[type][0]));
    reach();
  }

  function reach() {
    const { graph, told, chosen, marked } = scene;
    scene.near = chosen >= 0 ? within(graph, told, chosen, steps) : null;
    if (marked >= 0) {
      scene.near ??= new Uint8Array(graph.count);
      scene.near[graph.from[marked]] = scene.near[graph.to[marked]] = 1;
    }
    changed();
  }

  function choose(id, factId = "") {
    const node = scene.graph?.place.get(id) ?? -1;
    if (node !== scene.chosen) steps = 1;
    scene.chosen = node;
    scene.marked = factId && scene.graph ? lineOf(scene.graph, factId) : -1;
    if (scene.graph) reach();
  }

  /** Show one more step of neighbours; fetch those of an incomplete graph. */
  async function expand(node = scene.chosen) {
    if (node < 0) return;
    const id = idOf(node);
    if (node === scene.chosen) steps = (steps % STEPS) + 1;
    else tellChosen(id);
    if (!scene.graph.whole) join(await bring(id));
    choose(id);
    reach();
  }

  function join(sent) {
    if (sent) show(joined(scene.graph, sent));
  }

  function fit() {
    const { graph, view } = scene;
    const { width, height } = paper.size();
    if (!graph?.count || !width) return;
    const [left, right, top, bottom] = bounds(scene);
    const across = (width - 2 * Math.min(SIDE, width / 5)) / (right - left || 1);
    const down = (height - 2.5 * MARGIN) / (bottom - top || 1); // the legend stands above
    view.scale = Math.min(across, down, 1.6);
    view.x = width / 2 - ((left + right) / 2) * view.scale;
    view.y = (height + MARGIN / 2) / 2 - ((top + bottom) / 2) * view.scale;
    changed();
  }

  /** Bring the selected entity into view, large enough to read. */
  function reveal() {
    const { graph, view, chosen } = scene;
    if (chosen < 0) return;
    const { width, height } = paper.size();
    const [x, y] = onScreen(graph, view, chosen);
    const isInside = x > MARGIN && y > MARGIN && x < width - MARGIN && y < height - MARGIN;
    if (isInside && view.scale >= 0.6) return;
    view.scale = Math.max(view.scale, 0.9);
    view.x = width / 2 - graph.x[chosen] * view.scale;
    view.y = height / 2 - graph.y[chosen] * view.scale;
    changed();
  }

  new ResizeObserver(() => {
    paper.fitToBox();
    if (!isMoved) fit();
    draw(); // at once, or a stretched image is visible
  }).observe(canvas.parentElement);
  const repaint = () => {
    paper.renewColours();
    changed();
  };
  new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);

  return {
    scene,
    show: (sent) => show(readGraph(sent)),
    join,
    choose,
    reveal,
    expand: () => expand(),
    fit,
    zoom: (factor) => gestures.zoom(factor),
    step(dx, dy) {
      const next = scene.graph?.count ? nextIn(scene, scene.chosen, dx, dy) : -1;
      if (next >= 0) tellChosen(idOf(next));
    },
    setTimes(asked) {
      times = asked;
      retell();
    },
    toggleKind(name) {
      if (!hidden.delete(name)) hidden.add(name);
      retell();
      return !hidden.has(name);
    },
  };
}
