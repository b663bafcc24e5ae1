// Shortcuts of a review: `/` searches the registry, and a number selects a candidate.

import { startKeysOf } from "../shortcuts.js";

const CANDIDATE = /^[1-5]$/;

export function startReviewKeys(acts) {
  const presses = {
    j: acts.next,
    k: acts.previous,
    m: acts.match,
    c: acts.create,
    e: acts.edit,
    s: acts.skip,
    u: acts.undo,
    n: () => acts.mention(1),
    p: () => acts.mention(-1),
    i: acts.look,
    t: acts.talk,
    a: acts.add,
    d: acts.metadata,
    y: acts.accept,
    "/": acts.search,
  };
  startKeysOf(({ key }) =>
    CANDIDATE.test(key) ? () => acts.choose(Number(key)) : presses[key],
  );
}
