// The menu of a sheet closes when the keyboard leaves it: what has the focus must not lie below it.

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const menu = target.closest("#menu:popover-open");
  if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.hidePopover();
});

// Without script the form is sent along with a language; with it, the page keeps what is typed by itself.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[name=language]");
  if (!button) return;
  event.preventDefault();
  const here = new URL(location);
  here.searchParams.set("language", button.value);
  location.assign(here);
});
