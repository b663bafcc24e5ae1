// The conversation drawer of a review: its thread, whether it is open, and sending.

const KEYS = { metadata: "metadata_extraction", entities: "entity_extraction" };

export function startConversation({ show, send, focused }) {
  const drawer = document.getElementById("drawer");
  if (!drawer) return { thread: () => "", toggle() {} };
  const opener = drawer.querySelector("[data-does=talk]");
  const chosen = () => drawer.querySelector("[data-thread][aria-pressed=true]").dataset.thread;

  function open(isOpen) {
    drawer.toggleAttribute("data-open", isOpen);
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) drawer.querySelector("textarea").focus();
  }

  drawer.addEventListener("click", (event) => {
    const thread = event.target.closest("[data-thread]");
    if (!thread) return;
    for (const each of drawer.querySelectorAll("[data-thread]")) {
      each.setAttribute("aria-pressed", String(each === thread));
    }
    open(true);
    show();
  });
  drawer.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = event.target.elements.message;
    const key = KEYS[chosen()] ?? `entity:${focused()}`;
    const answer = await send("POST", `conversations/${key}/`, { message: field.value });
    if (!answer?.ok) return;
    field.value = "";
    await show();
  });
  drawer.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (!event.target.matches("textarea")) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });

  return { thread: chosen, toggle: () => open(drawer.dataset.open === undefined) };
}
