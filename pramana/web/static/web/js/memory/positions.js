// Positions in the graph: hit tests, bounds and neighbours.

import { placeBeside } from "./layout.js";

/** Known entities keep their position; new ones start beside a neighbour. Returns who stays, if
 * anyone. */
export function keepPositions(before, graph) {
  const still = new Uint8Array(graph.count);
  graph.ids.forEach((id, at) => {
    const was = before.place.get(id);
    if (was === undefined) return;
    graph.x[at] = before.x[was];
    graph.y[at] = before.y[was];
    still[at] = 1;
  });
  for (let pair = 0; pair < graph.pairs; pair += 1) {
    const [a, b] = [graph.from[pair], graph.to[pair]];
    if (still[a] && !still[b]) placeBeside(graph, b, a, b);
    if (still[b] && !still[a]) placeBeside(graph, a, b, a);
  }
  return still.includes(1) ? still : null;
}

/** The bounding box of visible entities: left, right, top, bottom. */
export function bounds({ graph, told, veiled }) {
  const { count, x, y } = graph;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let node = 0; node < count; node += 1) {
    if (veiled[node] || !told.seen[node]) continue;
    left = Math.min(left, x[node]);
    right = Math.max(right, x[node]);
    top = Math.min(top, y[node]);
    bottom = Math.max(bottom, y[node]);
  }
  return left === Infinity ? [-1, 1, -1, 1] : [left, right, top, bottom];
}

/** The entity under a point of the screen, or -1. */
export function entityAt({ graph, told, veiled, view }, at, radius) {
  let [best, nearest] = [-1, Infinity];
  for (let node = 0; graph && node < graph.count; node += 1) {
    if (veiled[node] || !told.seen[node]) continue;
    const [x, y] = onScreen(graph, view, node);
    const far = Math.hypot(x - at.x, y - at.y);
    if (far < radius(graph, node, view.scale) + 6 && far < nearest) [best, nearest] = [node, far];
  }
  return best;
}

/** The line under a point, if one is near enough, or -1. */
export function lineAt({ graph, told, veiled, view }, at) {
  let [best, nearest] = [-1, 5];
  for (let pair = 0; graph && pair < graph.pairs; pair += 1) {
    const [a, b] = [graph.from[pair], graph.to[pair]];
    if (!told.lines[pair] || veiled[a] || veiled[b]) continue;
    const far = farFrom(onScreen(graph, view, a), onScreen(graph, view, b), at);
    if (far < nearest) [best, nearest] = [pair, far];
  }
  return best;
}

export function onScreen({ x, y }, view, node) {
  return [x[node] * view.scale + view.x, y[node] * view.scale + view.y];
}

function farFrom([ax, ay], [bx, by], { x, y }) {
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const along = Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0), 1);
  return Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
}

/** The nearest entity in a direction; without a start, the best connected one. */
export function nextIn({ graph, told, veiled }, from, dx, dy) {
  if (from < 0) return graph.degree.indexOf(Math.max(...graph.degree));
  let [best, least] = [-1, Infinity];
  for (let node = 0; node < graph.count; node += 1) {
    if (node === from || veiled[node] || !told.seen[node]) continue;
    const [x, y] = [graph.x[node] - graph.x[from], graph.y[node] - graph.y[from]];
    const ahead = x * dx + y * dy;
    const cost = ahead + 2.5 * Math.abs(x * dy - y * dx);
    if (ahead > 0 && cost < least) [best, least] = [node, cost];
  }
  return best;
}
