// A group's graph in flat arrays, and which part of it is valid at a moment. Facts between the same
// two entities are one line.

const ABSENT = 0;
export const HOLDS = 1;
export const ENDED = 2;

export function readGraph(sent) {
  const count = sent.entities.length;
  const graph = {
    count,
    whole: sent.whole,
    types: sent.types,
    relations: sent.relations,
    ids: sent.entities.map(([id]) => id),
    names: sent.entities.map(([, name]) => name),
    type: Uint16Array.from(sent.entities, ([, , type]) => type),
    x: new Float32Array(count),
    y: new Float32Array(count),
    facts: sent.facts,
  };
  return tie(graph);
}

/** Which entities each fact joins, and how many neighbours each entity has. */
function tie(graph) {
  const { count, facts } = graph;
  const known = new Map();
  const from = [];
  const to = [];
  graph.pairOf = facts.map(([, subject, object]) => {
    const [low, high] = subject < object ? [subject, object] : [object, subject];
    const key = low * 100000 + high;
    if (!known.has(key)) known.set(key, from.push(low) - 1) && to.push(high);
    return known.get(key);
  });
  graph.factsOf = from.map(() => []);
  graph.pairOf.forEach((pair, at) => graph.factsOf[pair].push(at));
  graph.pairs = from.length;
  graph.from = Uint32Array.from(from);
  graph.to = Uint32Array.from(to);
  graph.degree = new Uint32Array(count);
  for (const end of [...from, ...to]) graph.degree[end] += 1;
  graph.place = new Map(graph.ids.map((id, at) => [id, at]));
  return graph;
}

/** Merge another response into the graph; existing entities keep their positions. */
export function joined(graph, sent) {
  const more = readGraph(sent);
  const fresh = more.ids.filter((id) => !graph.place.has(id));
  const ids = [...graph.ids, ...fresh];
  const place = new Map(ids.map((id, at) => [id, at]));
  const names = new Set(graph.types.map(([name]) => name));
  const types = [...graph.types, ...more.types.filter(([name]) => !names.has(name))];
  const kind = ([name]) => types.findIndex(([each]) => each === name);
  const relations = [...new Set([...graph.relations, ...more.relations])];
  const known = new Set(graph.facts.map(([id]) => id));
  const facts = [...graph.facts, ...moved(more, place, relations).filter(([id]) => !known.has(id))];
  const at = (id) => more.place.get(id);
  const both = {
    count: ids.length,
    whole: graph.whole,
    types,
    relations,
    ids,
    names: [...graph.names, ...fresh.map((id) => more.names[at(id)])],
    type: Uint16Array.from([
      ...graph.type,
      ...fresh.map((id) => kind(more.types[more.type[at(id)]])),
    ]),
    x: new Float32Array(ids.length),
    y: new Float32Array(ids.length),
    facts,
  };
  return tie(both);
}

function moved(more, place, relations) {
  return more.facts.map(([id, subject, object, relation, ...times]) => [
    id,
    place.get(more.ids[subject]),
    place.get(more.ids[object]),
    relations.indexOf(more.relations[relation]),
    ...times,
  ]);
}

/** The state of each line and entity at `holds` and `known`, in seconds. */
export function tell(graph, { holds, known, ended }) {
  const lines = new Uint8Array(graph.pairs);
  const states = new Uint8Array(graph.facts.length);
  const seen = new Uint8Array(graph.count).fill(ABSENT);
  graph.facts.forEach(([, subject, object, , from, until, learnt, expired], at) => {
    if (learnt > known) return;
    const begun = from === null || from <= holds;
    const lasts = until === null || until > holds || (expired !== null && expired > known);
    const state = begun && lasts ? HOLDS : ended ? ENDED : ABSENT;
    states[at] = state;
    if (state === ABSENT) return;
    const pair = graph.pairOf[at];
    if (lines[pair] !== HOLDS) lines[pair] = state;
    for (const end of [subject, object]) if (seen[end] !== HOLDS) seen[end] = state;
  });
  for (let node = 0; node < graph.count; node += 1) {
    if (graph.degree[node] === 0) seen[node] = HOLDS; // it has no facts that could end
  }
  return { lines, seen, states };
}

/** Entities within so many steps of one, over visible lines. */
export function within(graph, told, start, steps) {
  const reached = new Uint8Array(graph.count);
  reached[start] = 1;
  for (let step = 0; step < steps; step += 1) {
    const before = reached.slice();
    for (let pair = 0; pair < graph.pairs; pair += 1) {
      if (told.lines[pair] === ABSENT) continue;
      if (before[graph.from[pair]]) reached[graph.to[pair]] = 1;
      if (before[graph.to[pair]]) reached[graph.from[pair]] = 1;
    }
  }
  return reached;
}

/** The relations of a line that are visible, as words. */
export function relationsOf(graph, told, pair) {
  const visible = graph.factsOf[pair].filter((at) => told.states[at]);
  const shown = visible.length ? visible : graph.factsOf[pair];
  const words = [...new Set(shown.map((at) => graph.relations[graph.facts[at][3]]))];
  const said = words.slice(0, 2).join(", ");
  const more = words.length > 2 ? ` +${words.length - 2}` : "";
  return (said.length > 34 ? `${said.slice(0, 33)}…` : said) + more;
}

/** The facts of a line, most recently learned first. */
export function factsOf(graph, pair) {
  return graph.facts.filter((_, at) => graph.pairOf[at] === pair);
}

/** The line of a fact, or -1. */
export function lineOf(graph, factId) {
  const at = graph.facts.findIndex(([id]) => id === factId);
  return at < 0 ? -1 : graph.pairOf[at];
}
