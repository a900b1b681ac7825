// What happens once when a page has loaded; it stands last because it uses everything else.
// Uses: addSpokenLine, sayWhatWasSaved (live_region), closeAnsweredDrafts, initForm (drafts), entryForm (forms).

closeAnsweredDrafts(); // before the form looks for its draft
initForm(entryForm());
addSpokenLine();
sayWhatWasSaved();
