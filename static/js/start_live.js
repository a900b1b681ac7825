// What happens once behind the first view of a page; it stands last because it uses everything else.
// Uses: rememberGroup (visited_group), startFollowing (event_stream), startOutbox (outbox), startWakeLock
// (wake_lock), showUnsent (unsent), emptiedList (emptied_list).

rememberGroup();
startFollowing();
startOutbox();
showUnsent(words.unsent);
startWakeLock();
emptiedList(); // what was emptied a day ago goes from the phone for good
