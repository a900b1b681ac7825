// The menu of a sheet closes when the keyboard leaves it: what has the focus must not lie below it.
// Uses: isTypedIn (drafts).

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const menu = target.closest("#menu:popover-open");
  if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.hidePopover();
});

// A form that keeps a draft comes back from it in another language; what is typed in any other one is sent along, as
// without script.
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#menu [name=language], .languages [href]");
  if (!chosen) return;
  const form = document.getElementById("typed");
  const button = document.querySelector(`#languages [lang=${chosen.lang}]`);
  if (!chosen.href) {
    const here = new URL(location);
    here.searchParams.set("language", chosen.lang);
    location.assign(here);
  } else if (button && form.dataset.draft !== "" && (button.closest("[data-sent]") || isTypedIn(form))) {
    button.click();
  } else return;
  event.preventDefault();
});
