# shellcheck shell=bash
# What a run of deploy/install has changed when it stops before its end, and how to remove that; the
# script reads this file.

# The commands that remove what was not on this machine before. It is there from the first run until one
# has come to its end, so that a run which failed does not hide what the runs before it have left.
unfinished=/etc/breezeway/unfinished

# True until a run has come to its end.
is_first_run() { [ -f $unfinished ] || [ ! -L $current ]; }

# Notes the command that removes something which this run is about to make. It is noted before, because
# a step may end at any line; so the command must do no harm where nothing was made.
leaves() {
	is_first_run || return 0
	if grep -qxF -- "$1" $unfinished 2>/dev/null; then return; fi
	mkdir -p "$(dirname $unfinished)"
	printf '%s\n' "$1" >>$unfinished
}

# The same of packages, each with all that it brings: Debian would leave some of that by itself.
leaves_packages() {
	is_first_run || return 0
	leaves "apt-get purge \$(cat $unfinished.packages)"
	# One that is there already, and only becomes newer, has its version in brackets before the new one.
	apt-get install --simulate --no-install-recommends "$@" | sed -n 's/^Inst \([^ ]*\) (.*/\1/p' >>$unfinished.packages
}

# The site is there: nothing of it is a leftover.
finish() {
	installing=''
	rm -f $unfinished $unfinished.packages
}

# What the lines above this have changed, the last of them first where it is to be removed.
tell_what_stays() {
	if [ -s "$work/changed" ]; then
		printf 'This run stopped before its end. What it did stays:\n'
		sed 's/^/  /' "$work/changed"
	else
		printf 'This run has changed nothing.\n'
	fi
	if [ ! -s $unfinished ]; then return; fi
	printf 'Run it again, and it goes on from there. To remove what this run and those before it have made, with all\n'
	printf 'that visitors may have sent meanwhile, run as root:\n'
	tac $unfinished | sed 's/^/  /'
	printf '  rm -f %s %s.packages\n' $unfinished $unfinished
}
