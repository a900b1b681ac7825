"""Files out and in: sheets, tables, groups, all that is stored."""
