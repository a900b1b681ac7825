// What happens once behind the first view of a page; it stands last because it uses everything else.
// Uses: rememberGroup, rememberBrought (visited_group), startFollowing (streaming), startOutbox (outbox), startWakeLock
// (wake_lock), askForHolder (holder), showUnsent (unsent), emptiedList (emptied_list).

rememberGroup();
rememberBrought();
startFollowing();
startOutbox();
showUnsent(words.unsent);
startWakeLock();
askForHolder();
emptiedList(); // what was emptied a day ago goes from the phone for good
