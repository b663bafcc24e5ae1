// The divider between two panes: drag it, or focus it and use the arrows. Its position is kept.

const STEP = 2; // per cent
const LEAST = 30;
const MOST = 80;

export function startSplit() {
  for (const divider of document.querySelectorAll(".divider")) arrange(divider);
}

function arrange(divider) {
  const panes = divider.parentElement;
  const place = `pramana.split.${panes.id}`;
  const move = (share) => {
    const kept = Math.round(Math.min(Math.max(share, LEAST), MOST));
    panes.style.setProperty("--split", `${kept}%`);
    divider.setAttribute("aria-valuenow", kept);
    localStorage.setItem(place, kept);
  };
  const at = () => Number(divider.getAttribute("aria-valuenow"));
  const before = Number(localStorage.getItem(place));
  if (before) move(before);

  divider.addEventListener("keydown", (event) => {
    const target = { ArrowLeft: at() - STEP, ArrowRight: at() + STEP, Home: LEAST, End: MOST }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  });
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    divider.dataset.dragging = "";
  });
  divider.addEventListener("pointermove", (event) => {
    if (divider.dataset.dragging === undefined) return;
    const box = panes.getBoundingClientRect();
    move(((event.clientX - box.left) / box.width) * 100);
  });
  divider.addEventListener("lostpointercapture", () => delete divider.dataset.dragging);
}
