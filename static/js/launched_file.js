// A file that was opened with the installed program stands in the form at once; whoever has opened it brings it in.

self.launchQueue?.setConsumer(async ({ files: [handle] }) => {
  const field = document.querySelector("form input[type=file]");
  if (!handle || !field) return;
  const chosen = new DataTransfer();
  chosen.items.add(await handle.getFile());
  field.files = chosen.files;
});
