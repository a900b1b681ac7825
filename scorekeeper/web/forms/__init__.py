"""The forms of all pages but the rounds': each turns what was sent into plain data and text.

A form keeps every value letter by letter, so that a refused one can be shown again. What the data
mean is judged by `scorekeeper.files.reading` and by the games, as for a file.
"""
