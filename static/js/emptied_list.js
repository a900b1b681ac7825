// The list of groups as it was when it was emptied, with all drafts: for a day it can be put back.
// Uses: storage (storage).

const EMPTIED = "emptied"; // the key it is stored under, with the moment
const PUT_BACK_FOR = 24 * 3600 * 1000; // milliseconds

function emptiedList() { // undefined once its time is over: then nothing of it stays on the phone
  const emptied = storage.read(EMPTIED);
  if (emptied && Math.abs(Date.now() - emptied.at) < PUT_BACK_FOR) return emptied;
  storage.remove(EMPTIED);
  return undefined;
}
