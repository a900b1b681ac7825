"""What `--help` says at length of the command, its environment and its parts."""

DESCRIPTION = """\
The companion beside a real card table: contracts and tricks in, scores and their reasons out.

  scorekeeper serve               start the server and show its address for the phones
  scorekeeper score FILE...       score sheet files, every point explained
  scorekeeper print FILE          print a sheet file as a PDF; --blank GAME an empty sheet
  scorekeeper import FILE...      open the files of sheets or whole groups, in a new group
  scorekeeper export LINK         print a sheet, or a whole group, as a file
  scorekeeper account FILE|LINK   who is up or down by how much in a group, and who pays whom
  scorekeeper groups              list the groups with their numbers
  scorekeeper link NUMBER         print the link of a group that has lost it
  scorekeeper hide NUMBER         let nobody open a group; show NUMBER lets them again
  scorekeeper forget NUMBER       delete a group for good
  scorekeeper backup FILE         copy the database, also while the server is running
  scorekeeper restore FILE        put such a copy back where the database belongs
  scorekeeper copy --to URL       copy everything into another, empty database

`scorekeeper COMMAND --help` tells more about each."""
ENVIRONMENT = """\
environment:
  SCOREKEEPER_HOST, SCOREKEEPER_PORT, SCOREKEEPER_DATABASE, SCOREKEEPER_PROXIES,
  SCOREKEEPER_WORKERS, SCOREKEEPER_METRICS, SCOREKEEPER_LOG, SCOREKEEPER_LIMITS
                        the same as the options, which go first
  SCOREKEEPER_PREFIX_PATH
                        the same as --prefix
  SCOREKEEPER_THREADS   threads in each process of the server (64)
  SCOREKEEPER_HOSTS     the names that the server answers to, where it should not answer to
                        every name: cards.example.org, 192.168.0.7
  SCOREKEEPER_PRINTED_LINK
                        1 prints a QR code on every sheet, for whoever has the paper to look at
                        that sheet, unless the page that prints it is told otherwise (0)
  SCOREKEEPER_SYNCHRONOUS
                        NORMAL saves faster; a power cut may then cost the last rounds (FULL)"""
SCORED = """\
Prints one JSON object per line and file: points per round with the lines that add up to them, \
totals, leaders; or what is wrong with the file. Exit status 0 when every file scored, 1 when some \
file was refused, 2 for wrong usage."""
PRINTED = """\
Makes a PDF of a sheet file, with the file inside, and prints its name: FILE with .pdf at its end \
unless -o says otherwise. Exit status 1 when the file was refused, 2 for wrong usage."""
IMPORTED = """\
Opens every sheet, all in one group, and prints one full link a line; of the file of a whole \
group, the link of the group, which keeps what it has already. All files are looked at first: if \
one is refused, none is imported (exit status 1)."""
EXPORTED = """\
Prints a sheet, or a whole group, as a file that can be imported. With --everything it prints one \
JSON object with all that is stored about a group, every version of every entry, who wrote it and \
when; about a hidden group too, by its number. The secret links are left out, and it cannot be \
imported. Exit status 1 when there is no such sheet or group, 2 for wrong usage."""
ACCOUNTED = """\
Prints one JSON object about the file of a group, or about the group that a link leads to: what \
everybody is up or down by in cents, over all its sheets, costs and payments, and the fewest \
payments that clear it. Exit status 1 when the file was refused or no group has the link, 2 for \
wrong usage."""
LISTED = """\
Prints a line a group: its number, which it keeps for ever, how many sheets it has, the day of its \
last entry, whether it is hidden, its name and people. No link is shown."""
LINKED = """\
Prints the link of a group as the phones in this house open it. Whoever knows it can read all that \
the group has and write on it; with --look, they can only read. Exit status 1 when no group has \
the number, 2 for wrong usage."""
HIDDEN = """\
Lets nobody open a group, its sheets or anything of it by any link, at once and also while the \
server is running. Nothing is lost. Exit status 1 when no group has the number, 2 for wrong \
usage."""
SHOWN = """\
Lets a hidden group be opened again by the links that it had. Exit status 1 when no group has the \
number, 2 for wrong usage."""
FORGOTTEN = """\
Deletes a group with all its people, sheets, rounds, costs and payments, and overwrites them in \
the file of the database, also while the server is running. Backups that were made before still \
hold it. Without --yes it only says what would be deleted (exit status 1)."""
BACKED_UP = """\
Copies the database to a new file, looks at all of the copy, and says how many groups, sheets and \
rounds are in it. Nothing is ever written over; the file is as private as the database, since the \
secret links are in it. Exit status 1 where there is no whole copy."""
RESTORED = """\
Looks at all of a backup and puts a copy of it where the database belongs. It is never put over a \
database, nor beside the -wal, -shm or -journal file of one: stop the server and move those away \
first. A backup of an older version is brought up to date when it is used."""
COPIED = """\
Copies everything (groups, links, people, sheets, every entry and its history, money) from one \
database into another, empty one, of the same or another kind; counts the rows and replays every \
group in both. Stop the server first: what it saves meanwhile is not copied. Interrupted, it can \
be run again: it then copies everything, or compares what was copied. Exit status 1 where anything \
is not the same, and where the other database is not empty, which is then left as it is."""
