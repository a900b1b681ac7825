// What happens once behind the first view of a page; it stands last because it uses everything else.
// Uses: rememberGroup (visited_group), startFollowing (streaming), startOutbox (outbox), startWakeLock
// (wake_lock), askForHolder (holder), showUnsent (unsent).

rememberGroup();
startFollowing();
startOutbox();
showUnsent(words.unsent);
startWakeLock();
askForHolder();
