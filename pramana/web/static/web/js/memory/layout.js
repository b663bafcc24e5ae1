// Force layout: neighbours attract, all entities repel, and the centre attracts everything. Near
// entities repel one by one, distant ones as a cluster. The same graph always gives the same layout.
// It runs in rounds, as many as fit into the given time, so a large graph never blocks the page.

const GAP = 46; // units between two neighbours
const REACH = 3 * GAP; // beyond this distance entities repel as a cluster
const CROWDS = 12; // across and down
const MIDDLE = 0.3; // how strongly it holds
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** The best connected in the middle, the others around them in a spiral. */
export function spread({ count, degree, x, y }) {
  const order = Array.from({ length: count }, (_, at) => at).sort(
    (one, other) => degree[other] - degree[one] || one - other,
  );
  order.forEach((node, place) => {
    const far = GAP * 0.75 * Math.sqrt(place + 0.5);
    x[node] = far * Math.cos(place * GOLDEN);
    y[node] = far * Math.sin(place * GOLDEN);
  });
}

/** Place a new entity beside a neighbour. */
export function placeBeside({ x, y }, node, neighbour, turn) {
  x[node] = x[neighbour] + GAP * 1.4 * Math.cos(turn * GOLDEN);
  y[node] = y[neighbour] + GAP * 1.4 * Math.sin(turn * GOLDEN);
}

/** `still`: entities that keep their position, if any. */
export function openLayout(graph, still = null) {
  const { count } = graph;
  const rounds = still ? 60 : count > 800 ? 110 : 280;
  const push = { x: new Float32Array(count), y: new Float32Array(count) };
  const grid = openGrid(graph);
  let done = 0;

  function round() {
    push.x.fill(0);
    push.y.fill(0);
    grid.sort();
    grid.eachNear((one, other) => repel(graph, push, one, other));
    repelCrowds(graph, push, still);
    attract(graph, push);
    const heat = GAP * 0.9 * (1 - done / rounds) + 0.4;
    move(graph, push, heat, still);
    done += 1;
  }

  /** Run for so many milliseconds; returns whether the layout is stable. */
  return function settle(budget) {
    const until = performance.now() + budget;
    while (done < rounds && performance.now() < until) round();
    return done >= rounds;
  };
}

function repel({ x, y }, push, one, other) {
  const dx = x[one] - x[other] || (one - other) * 0.01;
  const dy = y[one] - y[other] || 0.01;
  const square = dx * dx + dy * dy;
  if (square > REACH * REACH) return;
  const force = (GAP * GAP) / Math.max(square, 1);
  push.x[one] += dx * force;
  push.y[one] += dy * force;
  push.x[other] -= dx * force;
  push.y[other] -= dy * force;
}

/** Divide the plane into squares; each is a cluster at its centre. */
function crowdsOf({ count, x, y }) {
  const [left, top] = [x.reduce(least, Infinity), y.reduce(least, Infinity)];
  const side = Math.max(x.reduce(most, -Infinity) - left, y.reduce(most, -Infinity) - top, 1) / CROWDS;
  const crowds = Array.from({ length: CROWDS * CROWDS }, () => ({ x: 0, y: 0, mass: 0 }));
  const step = (at, from) => Math.min(Math.floor((at - from) / side), CROWDS - 1);
  for (let node = 0; node < count; node += 1) {
    const crowd = crowds[step(x[node], left) * CROWDS + step(y[node], top)];
    crowd.x += x[node];
    crowd.y += y[node];
    crowd.mass += 1;
  }
  const met = crowds.filter(({ mass }) => mass);
  for (const crowd of met) {
    crowd.x /= crowd.mass;
    crowd.y /= crowd.mass;
  }
  return { met, near: REACH + side / 2 };
}

const least = (one, other) => Math.min(one, other);
const most = (one, other) => Math.max(one, other);

function repelCrowds(graph, push, still) {
  const { count, x, y } = graph;
  const { met, near } = crowdsOf(graph);
  for (let node = 0; node < count; node += 1) {
    if (still?.[node]) continue;
    for (const crowd of met) {
      const dx = x[node] - crowd.x;
      const dy = y[node] - crowd.y;
      const square = dx * dx + dy * dy;
      if (square < near * near) continue;
      const force = (crowd.mass * GAP * GAP) / square;
      push.x[node] += dx * force;
      push.y[node] += dy * force;
    }
  }
}

/** The attraction grows less with distance, so that clusters separate from the rest. */
function attract({ count, pairs, from, to, x, y }, push) {
  const strength = GAP * (1.2 + Math.min(Math.max(pairs / count - 1, 0) / 2, 1)); // more in dense areas
  for (let pair = 0; pair < pairs; pair += 1) {
    const [a, b] = [from[pair], to[pair]];
    const dx = x[a] - x[b];
    const dy = y[a] - y[b];
    const far = Math.sqrt(dx * dx + dy * dy) || 1;
    const force = (strength * Math.log(1 + far / GAP)) / far;
    push.x[a] -= dx * force;
    push.y[a] -= dy * force;
    push.x[b] += dx * force;
    push.y[b] += dy * force;
  }
}

function move({ count, degree, x, y }, push, heat, still) {
  for (let node = 0; node < count; node += 1) {
    if (still?.[node]) continue;
    const hold = degree[node] ? MIDDLE : 3 * MIDDLE; // isolated entities stay near
    const dx = push.x[node] - x[node] * hold;
    const dy = push.y[node] - y[node] * hold;
    const far = Math.sqrt(dx * dx + dy * dy) || 1;
    const step = Math.min(far, heat) / far;
    x[node] += dx * step;
    y[node] += dy * step;
  }
}

/** Entities by square, so that only near ones are compared. */
function openGrid({ count, x, y }) {
  const squares = new Map();
  const key = (column, row) => column * 65536 + row;
  return {
    sort() {
      squares.clear();
      for (let node = 0; node < count; node += 1) {
        const at = key(Math.floor(x[node] / REACH) + 32768, Math.floor(y[node] / REACH) + 32768);
        const square = squares.get(at);
        if (square) square.push(node);
        else squares.set(at, [node]);
      }
    },
    eachNear(meet) {
      for (const [at, square] of squares) {
        for (let i = 0; i < square.length; i += 1) {
          for (let j = i + 1; j < square.length; j += 1) meet(square[i], square[j]);
        }
        for (const next of [at + 1, at + 65535, at + 65536, at + 65537]) {
          for (const other of squares.get(next) ?? []) for (const one of square) meet(one, other);
        }
      }
    },
  };
}
