// The menu of a sheet closes when the keyboard leaves it: what has the focus must not lie below it.

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const menu = target.closest("#menu:popover-open");
  if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.hidePopover();
});

// A form that keeps a draft comes back from it in another language; any other one is sent along, as without script.
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[name=language], .languages [href][lang]");
  const form = chosen && document.getElementById("typed");
  if (!form) return;
  event.preventDefault();
  const button = document.querySelector(`#languages [lang=${chosen.lang}]`);
  const here = new URL(location);
  here.searchParams.set("language", chosen.lang);
  if (button && form.dataset.draft !== "") form.requestSubmit(button);
  else location.assign(here);
});
