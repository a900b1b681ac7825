"""The people of a group: renamed, merged, parted."""
