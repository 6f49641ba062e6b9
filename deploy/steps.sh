# shellcheck shell=bash
# What deploy/install makes, step by step; it reads this file, and deploy/Containerfile does.

# --- Steps. Each looks first, and says what it did.

# Writes standard input to a file, unless that has this content and mode already.
put_file() {
	local file=$1 mode=$2
	cat >"$work/new"
	if [ -f "$file" ] && cmp -s "$work/new" "$file" && [ "$(stat -c %a:%U "$file")" = "$mode:root" ]; then
		say unchanged "$file"
		return
	fi
	if [ ! -d "$(dirname "$file")" ]; then
		leaves "rm -rf $(dirname "$file")"
	elif [ ! -f "$file" ]; then
		leaves "rm -f $file"
	fi
	mkdir -p "$(dirname "$file")"
	install -m "$mode" "$work/new" "$file.new"
	mv "$file.new" "$file"
	say written "$file"
}

install_packages() {
	local name missing=()
	for name in "$@"; do
		dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
	done
	if [ ${#missing[@]} = 0 ]; then
		say unchanged "packages: $*"
		return
	fi
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq || die "the list of packages could not be fetched, as said above."
	leaves_packages "${missing[@]}"
	apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$work/apt.log" 2>&1 ||
		{
			cat "$work/apt.log" >&2
			say 'in part' "packages: ${missing[*]}"
			die "the packages could not be installed."
		}
	say installed "packages: ${missing[*]}"
}

make_user() {
	if getent passwd breezeway >/dev/null; then
		say unchanged "user breezeway"
	else
		leaves "userdel breezeway"
		useradd --system --user-group --home-dir $data --shell /usr/sbin/nologin breezeway
		say made "user breezeway"
	fi
	if [ ! -d $data ]; then
		leaves "rm -rf $data"
		install -d -m 700 -o breezeway -g breezeway $data
		say made "$data"
	fi
	[ "$(stat -c %a "$settings")" = 600 ] || chmod 600 "$settings"
}

as_breezeway() { setpriv --reuid=breezeway --regid=breezeway --init-groups "$@"; }

release_tar() {
	tar -C "$source_folder" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -cf - "${parts[@]}"
}

package_value() { sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}$/\1/p" "$source_folder/package.json" | tail -n 1; }

npm_version=11.19.1

# Debian's npm is too old for the product's, and brings the one that is not, with its Node.
build_release() {
	cd "$1"
	export HOME=$1/.build PATH=$1/.build/node_modules/.bin:$PATH
	npm install --prefix .build --no-save --no-package-lock --loglevel=error "$2" "$3"
	hash -r
	npm ci --omit=dev --loglevel=error
	npm run build
}

make_release() {
	release=$(package_value version)-$(release_tar | sha256sum | cut -c1-12)
	local new=$releases/.new
	if [ -d "$releases/$release" ]; then
		say unchanged "release $release"
		return
	fi
	say building "release $release, which takes minutes"
	if [ -d $root ]; then
		leaves "rm -rf $releases $root/started $current"
	else
		leaves "rm -rf $root"
		say made "$root"
	fi
	rm -rf "$new"
	mkdir -p "$new"
	release_tar | tar -C "$new" -xf -
	# Pages that are open now ask the new processes for the files of the earlier builds.
	if [ -d $current/dist ]; then cp -a $current/dist "$new/dist"; fi
	# What packages run while they are installed, they run with no more rights than later.
	chown -R breezeway: "$new"
	export -f build_release
	# shellcheck disable=SC2016
	as_breezeway bash -euo pipefail -c 'build_release "$@"' - \
		"$new" "node@$(package_value node)" "npm@$npm_version" >"$work/build.log" 2>&1 ||
		{ tail -n 40 "$work/build.log" >&2; rm -rf "$new"; die "the release could not be built."; }
	rm -rf "$new/.build"
	# The product may read its release, and not change it.
	chown -R root: "$new"
	chmod -R u=rwX,go=rX "$new"
	mv "$new" "$releases/$release"
	say built "release $release"
}

# Lines for a file that both systemd and a shell read.
quoted() { sed -E 's/[\\"$`]/\\&/g; s/^([A-Z_]+)=(.*)$/\1="\2"/'; }

secret_of() {
	local kept
	kept=$(sed -n "s/^$1=\"\(.*\)\"$/\1/p" $env_file 2>/dev/null | sed -E 's/\\([\\"$`])/\1/g' || true)
	printf '%s' "${kept:-$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')}"
}

unless_set() { [ -n "$(setting "$1")" ] || printf '%s=%s\n' "$1" "$2"; }

set_names() { sed -n 's/^\([A-Z_]*\)=.*/\1/p' "$settings" | sort -u; }

# The settings that are for deploy/install alone.
is_own() {
	case $1 in
	DOMAIN | TLS | DATABASE | PROCESSES | START | THIS_NODE | OTHER_NODES | FIRST_NODE) ;;
	*) false ;;
	esac
}

# A name that is spelled wrong would change nothing; but what a BACKUP_COMMAND needs may have any.
tell_unknown() {
	local name
	for name in $(set_names); do
		is_own "$name" || grep -q "^  $name: {\$" "$source_folder/src/server/config/variables.ts" ||
			printf 'deploy/install: %s in %s is no setting: docs/settings.md has all names. It is only passed on to what the site runs.\n' "$name" "$settings" >&2
	done
}

product_settings() {
	local name
	printf '# Written by deploy/install: change %s, and run it again.\n' "$settings"
	{
		printf 'SITE_URL=https://%s\n' "$domain"
		node_settings
		unless_set SITE_DOMAIN "$domain"
		unless_set METRICS_TOKEN "$(secret_of METRICS_TOKEN)"
		unless_set BACKUP_SCHEDULE '17 3 * * *'
		# The product trusts no certificate of Caddy's own.
		if [ "$tls" = acme ]; then unless_set PROBE on; fi
		if [ "$database" = postgresql ]; then
			printf 'DATABASE_URL=postgres://breezeway@localhost%s/breezeway?host=/var/run/postgresql\n' "$(port_in_url)"
		fi
		set_names | while read -r name; do
			is_own "$name" || printf '%s=%s\n' "$name" "$(setting "$name")"
		done
	} | quoted
}

# Runs a script of the release as the product would be run.
run_product() (
	local folder=$1
	shift
	set -a
	# shellcheck source=/dev/null
	. "${product_env:-$env_file}"
	export DATA_DIR=$data HOME=$data NODE_ENV=production
	if [ "$tls" = internal ] && [ -f $caddy_root ]; then
		install -m 644 "$caddy_root" "$root_copy"
		export NODE_EXTRA_CA_CERTS=$root_copy
	fi
	cd "$folder"
	as_breezeway node_modules/.bin/node "$@"
)

judge_settings() {
	product_settings >"$work/env"
	product_env=$work/env run_product "$releases/$release" --input-type=module --eval \
		"import('#/server/config/config.ts').then(({ readConfig }) => void readConfig()).catch((error) => { console.error(error.message); process.exit(1) })" ||
		die "the product cannot use $settings, as said above. Nothing was switched."
}

# The database first, while the earlier release serves: where that fails it serves on. One that is elsewhere
# is tried on a first run too; the embedded one is made by the first process that starts.
upgrade_database() {
	if [ "$(readlink $current)" = "releases/$release" ]; then return; fi
	if [ "$start" = no ] || [ -z "$(setting DATABASE_URL)" ]; then
		if ! has_systemd || ! systemctl is-active --quiet "breezeway@$first_port"; then return; fi
	fi
	run_product "$releases/$release" scripts/migrate.ts >"$work/upgrade.log" 2>&1 ||
		{ cat "$work/upgrade.log" >&2; die "release $release cannot use the database, as said above. Nothing was switched."; }
	say ready "the database, for $release"
}

write_settings() { put_file $env_file 600 <"$work/env"; }

# What a unit cannot name, or would name wrongly.
check_folders() {
	local name
	case $(setting BACKUP_DIR) in
	'') ;;
	*[\"\\]*) die "BACKUP_DIR in $settings may have no \" and no \\ in it: systemd would read another path." ;;
	/*) ;;
	*) die "BACKUP_DIR in $settings must be a whole path, such as /mnt/second-disk/backups." ;;
	esac
	for name in LEAD_MIRROR ARCHIVE_DIR; do
		[ -z "$(setting $name)" ] ||
			die "$name in $settings is gone: docs/operations.md, Point in time, says what is in its place. Please remove that line."
	done
}

# A folder outside of DATA_DIR must be named, because the unit may write nowhere else. Without one that
# is missing (-) the site starts all the same, and says so.
writable_paths() {
	printf '[Service]\n'
	# In quotes for its spaces; % begins what systemd puts in.
	if [ -n "$(setting BACKUP_DIR)" ]; then printf 'ReadWritePaths="-%s"\n' "$(setting BACKUP_DIR | sed 's/%/%%/g')"; fi
}

write_units() {
	local port wants=$units/multi-user.target.wants
	if has_systemd; then leaves "systemctl daemon-reload"; fi
	put_file "$units/breezeway@.service" 644 <"$source_folder/deploy/breezeway@.service"
	writable_paths | put_file "$units/breezeway@.service.d/paths.conf" 644
	if has_systemd; then systemctl daemon-reload; fi
	mkdir -p $wants
	for port in "${ports[@]}"; do
		if [ -L "$wants/breezeway@$port.service" ]; then
			say unchanged "breezeway@$port is enabled"
		else
			leaves "rm -f $wants/breezeway@$port.service"
			if has_systemd; then leaves "systemctl stop breezeway@$port"; fi
			ln -s "$units/breezeway@.service" "$wants/breezeway@$port.service"
			say enabled "breezeway@$port"
		fi
	done
}

as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env -C / "$@"; }

# No server is there: a process with this address serves without a database.
nowhere=/run/breezeway-has-no-database

# The site has its database in its own folder, or was being moved from there.
has_embedded() { [ -d "$data/postgres" ] && ! grep '^DATABASE_URL=' "$env_file" 2>/dev/null | grep -qv "$nowhere"; }

# Debian's, unless the database is elsewhere. One that is in the site's folder is moved only when asked.
usual_database() {
	if [ -n "$(setting DATABASE_URL)$(setting FIRST_NODE)" ] || has_embedded; then
		echo embedded
	else
		echo postgresql
	fi
}

make_database() {
	[ "$database" = postgresql ] || return 0
	install_packages postgresql unattended-upgrades
	find_cluster
	if [[ $cluster_state != online* ]]; then on_cluster start; fi
	if as_postgres psql --port="$cluster_port" -Atc "select datname from pg_database" | grep -qx breezeway; then
		say unchanged "database breezeway"
	else
		if ! as_postgres psql --port="$cluster_port" -Atc "select rolname from pg_roles" | grep -qx breezeway; then
			leaves "runuser -u postgres -- dropuser --if-exists --port=$cluster_port breezeway"
			as_postgres createuser --port="$cluster_port" breezeway
		fi
		leaves "runuser -u postgres -- dropdb --if-exists --port=$cluster_port breezeway"
		as_postgres createdb --port="$cluster_port" --owner=breezeway --encoding=UTF8 --template=template0 breezeway
		say made "database breezeway"
	fi
	open_database
	if [ ${#other_nodes[@]} -gt 0 ]; then set_database_password; fi
}

# Moves what an embedded database holds into Debian's. Meanwhile the processes run without a database:
# visitors are served, and what they send waits in the journal.
move_data() {
	if [ "$database" != postgresql ] || ! has_embedded; then return; fi
	[ -z "$why_not" ] || die "the data cannot be moved into Debian's PostgreSQL, because $why_not."
	[ "$(readlink $current)" = "releases/$release" ] ||
		die "the data is moved by the release that runs: first run $current/deploy/install, and then this one."
	local file=$data/move.backup
	say moving "the data into Debian's PostgreSQL; what visitors send waits"
	sed "s|host=/var/run/postgresql|host=$nowhere|" "$work/env" | put_file $env_file 600
	# A file for one minute, on this disk, needs no key that is elsewhere.
	sed '/^BACKUP_KEY=/d' "$work/env" >"$work/env.new"
	sed '/^DATABASE_URL=/d' "$work/env.new" >"$work/env.old"
	rm -f "$file"
	if (restart_processes '' && stop_surplus) &&
		product_env=$work/env.old run_product $current scripts/backup.ts "$file" >"$work/move.log" 2>&1 &&
		product_env=$work/env.new run_product $current scripts/restore.ts "$file" --sessions >>"$work/move.log" 2>&1; then
		rm -f "$file"
		say moved "$(sed -n 's/^Restored the backup.*: //p' "$work/move.log")"
		say kept "$data/postgres as it was: delete it when the site is as you know it"
		return
	fi
	cat "$work/move.log" >&2 || true
	rm -f "$file"
	sed '/^DATABASE_URL=/d' "$work/env" | put_file $env_file 600
	restart_processes ''
	die "the data could not be moved, as said above. The site has its embedded database, as before."
}

site_for_caddy() {
	printf '# Written by deploy/install: change %s, and run it again.\n' "$settings"
	sed -n -e "s/^\(\treverse_proxy\) .* {/\1 ${upstreams[*]} {/" -e "/^example\.com {/,\$ { s/^example\.com {/$domain {/; p }" \
		"$source_folder/deploy/Caddyfile" |
		if [ "$tls" = internal ]; then sed "s/^$domain {/&\n\ttls internal/"; else cat; fi
}

# The Caddyfile as Debian brings it shows a page of its own; one that somebody has changed is kept, and
# gets two lines more: the site, and in its global options what Caddy may log.
caddyfile() {
	local log="import $caddy_folder/breezeway-log.caddy" site="import $caddy_folder/breezeway.caddy" kept='' packaged
	packaged=$(dpkg-query -W -f='${Conffiles}\n' caddy | awk '$1 == "/etc/caddy/Caddyfile" { print $2 }')
	if [ "$(md5sum <"$caddy_folder/Caddyfile" | cut -d' ' -f1)" != "$packaged" ]; then kept=$(cat "$caddy_folder/Caddyfile"); fi
	if ! grep -qF breezeway-log.caddy <<<"$kept"; then
		# Caddy wants its global options first.
		if ! grep -qx '{' <<<"$kept"; then kept=$(printf '{\n}\n\n%s' "$kept"); fi
		kept=$(sed "0,/^{$/s||{\n\t$log|" <<<"$kept")
	fi
	printf '%s\n' "$kept"
	grep -qxF "$site" <<<"$kept" || printf '\n%s\n' "$site"
}

write_proxy() {
	is_first || return 0
	local before upstreams
	mapfile -t upstreams < <(list_upstreams)
	before=$(stat -c %i:%Y "$caddy_folder"/* 2>/dev/null || true)
	put_file "$caddy_folder/breezeway-log.caddy" 644 <"$source_folder/deploy/breezeway-log.caddy"
	site_for_caddy | put_file "$caddy_folder/breezeway.caddy" 644
	caddyfile >"$work/Caddyfile"
	cp "$caddy_folder/Caddyfile" "$work/Caddyfile.before"
	if has_systemd; then leaves "systemctl try-reload-or-restart caddy"; fi
	leaves "sed -i -E '/^\\s*import .*\\/breezeway(-log)?\\.caddy\$/d' $caddy_folder/Caddyfile"
	put_file "$caddy_folder/Caddyfile" 644 <"$work/Caddyfile"
	HOME=$work caddy validate --config "$caddy_folder/Caddyfile" --adapter caddyfile >"$work/caddy.log" 2>&1 ||
		{
			tail -n 5 "$work/caddy.log" >&2
			put_file "$caddy_folder/Caddyfile" 644 <"$work/Caddyfile.before"
			die "Caddy cannot use $caddy_folder/Caddyfile with what is added to it, as said above. A log among its global options needs the format in breezeway-log.caddy, and a comment with that name: then no other log is added."
		}
	if [ "$tls" = internal ] && ! getent hosts "$domain" >/dev/null; then
		leaves "sed -i '/^127\\.0\\.0\\.1 $domain\$/d' /etc/hosts"
		printf '127.0.0.1 %s\n' "$domain" >>/etc/hosts
		say written "/etc/hosts: $domain is this machine"
	fi
	if [ "$before" != "$(stat -c %i:%Y "$caddy_folder"/*)" ]; then proxy_changed=yes; fi
}

switch_to() {
	[ "$(readlink $current)" = "releases/$1" ] && return
	ln -sfn "releases/$1" $root/.current
	mv -T $root/.current $current
}
