"""The account of a group, its costs, payments and settlements, statements and bills."""
