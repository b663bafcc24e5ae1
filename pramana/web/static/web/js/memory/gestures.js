// Gestures on the graph: drag the background to pan, drag an entity to move it, wheel or pinch to
// zoom, tap to select. When the canvas has focus, arrows move to the next entity.

const SLACK = 5; // px a finger may move and still tap
const LEAST = 0.05;
const MOST = 6;
const TWICE = 320; // ms between the two taps of a double one

export function startGestures(canvas, scene, { hit, changed, chosen, expanded, hovered }) {
  const held = new Map(); // pointers that are down, by id
  let grip = null;
  let last = { at: 0, node: -1 };

  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, point(event));
    const at = point(event);
    grip = held.size === 1 ? { start: at, at, node: hit(at), far: false } : { pinch: apart(held) };
  });
  canvas.addEventListener("pointermove", (event) => {
    const at = point(event);
    if (!held.has(event.pointerId)) return void hovered(hit(at));
    held.set(event.pointerId, at);
    if (grip?.pinch) pinch();
    else if (grip) drag(at);
  });
  const release = (event) => {
    held.delete(event.pointerId);
    if (grip && !grip.pinch && !grip.far && event.type === "pointerup") tap(grip);
    grip = null;
    canvas.classList.remove("dragging");
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => hovered(-1));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), point(event));
    },
    { passive: false },
  );

  function drag(at) {
    const { graph, view } = scene;
    if (!grip.far && Math.hypot(at.x - grip.start.x, at.y - grip.start.y) < SLACK) return;
    grip.far = true;
    canvas.classList.add("dragging");
    const [dx, dy] = [at.x - grip.at.x, at.y - grip.at.y];
    if (grip.node >= 0) {
      graph.x[grip.node] += dx / view.scale;
      graph.y[grip.node] += dy / view.scale;
    } else {
      view.x += dx;
      view.y += dy;
    }
    grip.at = at;
    changed();
  }

  function pinch() {
    const now = apart(held);
    zoom(now.far / grip.pinch.far, now);
    scene.view.x += now.x - grip.pinch.x;
    scene.view.y += now.y - grip.pinch.y;
    grip.pinch = now;
    changed();
  }

  function tap({ node, start }) {
    const isTwice = node >= 0 && node === last.node && performance.now() - last.at < TWICE;
    last = { at: performance.now(), node };
    if (isTwice) expanded(node);
    else chosen(node, start);
  }

  /** Zoom around the pointer. */
  function zoom(factor, at = middle(canvas)) {
    const { view } = scene;
    const scale = Math.min(Math.max(view.scale * factor, LEAST), MOST);
    view.x = at.x - (at.x - view.x) * (scale / view.scale);
    view.y = at.y - (at.y - view.y) * (scale / view.scale);
    view.scale = scale;
    changed();
  }

  return { zoom };
}

function apart(held) {
  const [one, other] = [...held.values()];
  return {
    far: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
  };
}

function middle(canvas) {
  return { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
}
