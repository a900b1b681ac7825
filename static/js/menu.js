// The menu of a sheet closes when the keyboard leaves it: what has the focus must not lie below it.

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const menu = target.closest("#menu:popover-open");
  if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.hidePopover();
});
