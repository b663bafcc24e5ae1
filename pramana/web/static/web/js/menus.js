// Menus are <details> elements. This adds closing and arrow keys.

export function startMenus() {
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.menu");
    if (menu) steer(menu, event);
  });
  document.addEventListener("focusout", (event) => {
    const menu = event.target.closest?.("details.menu");
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
}

function steer(menu, event) {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
    event.preventDefault();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    menu.open = true;
    step(menu, event.key === "ArrowDown" ? 1 : -1);
  }
}

function step(menu, by) {
  const items = [...menu.querySelectorAll(".sheet :is(a, button)")];
  const at = items.indexOf(document.activeElement);
  items[(at + by + items.length) % items.length]?.focus();
}
