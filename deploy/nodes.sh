# shellcheck shell=bash
# What deploy/install does where several machines share one site; it reads this file. The first node has
# the proxy, the others only processes. All have one PostgreSQL.

is_first() { [ -z "$first_node" ]; }

read_nodes() {
	local address
	IFS=', ' read -ra other_nodes <<<"$(setting OTHER_NODES)"
	this_node=$(setting THIS_NODE)
	first_node=$(setting FIRST_NODE)
	for address in "${other_nodes[@]}" ${this_node:+"$this_node"} ${first_node:+"$first_node"}; do
		[[ $address =~ ^([0-9]{1,3}\.){3}[0-9]{1,3}$ ]] ||
			die "THIS_NODE, OTHER_NODES and FIRST_NODE in $settings must be IPv4 addresses such as 10.0.0.2, and $address is not."
	done
	if is_first && [ ${#other_nodes[@]} = 0 ]; then return; fi
	if ! is_first && [ ${#other_nodes[@]} -gt 0 ]; then
		die "OTHER_NODES in $settings is for the first node, and FIRST_NODE for the others: remove one of them."
	fi
	[ -n "$this_node" ] || die "THIS_NODE in $settings must be the address at which the other nodes reach this machine."
	if ! is_first && [ "$database" = postgresql ]; then
		die "DATABASE=postgresql in $settings is for the first node. The others need its DATABASE_URL."
	fi
	if [ "$database" = embedded ] && [ -z "$(setting DATABASE_URL)" ]; then
		die "several nodes need one PostgreSQL: set DATABASE_URL in $settings, or DATABASE=postgresql on the first node."
	fi
}

# Where the processes of all nodes answer; each node has as many as this one.
list_upstreams() {
	local address port
	for address in 127.0.0.1 "${other_nodes[@]}"; do
		for port in "${ports[@]}"; do printf '%s:%s\n' "$address" "$port"; done
	done
}

# Where the processes listen, and from where visitors come.
node_settings() {
	if is_first; then
		printf 'HOST=127.0.0.1\nTRUST_PROXY=127.0.0.1,::1\n'
	else
		printf 'HOST=%s\nTRUST_PROXY=%s\n' "$this_node" "$first_node"
	fi
}

usual_port=5432

# Of several clusters of PostgreSQL the one that the product uses already, or that has the usual port.
find_cluster() {
	local port wanted clusters
	port=$(sed -n 's|^DATABASE_URL="postgres://breezeway@localhost:\([0-9]*\)/.*|\1|p' $env_file 2>/dev/null || true)
	clusters=$(pg_lsclusters --no-header)
	wanted=$(awk -v port="${port:-$usual_port}" '$3 == port' <<<"$clusters")
	if [ -z "$wanted" ] && [ "$(grep -c . <<<"$clusters")" = 1 ]; then wanted=$clusters; fi
	[ -n "$wanted" ] || die "DATABASE=postgresql in $settings is for the PostgreSQL on port ${port:-$usual_port}, and pg_lsclusters shows:
${clusters:-none}
Give the one that is for the site this port, in its postgresql.conf, or set DATABASE_URL instead."
	read -r cluster_version cluster_name cluster_port cluster_state _ <<<"$wanted"
}

# As it stands in an address.
port_in_url() { if [ "$cluster_port" != $usual_port ]; then printf ':%s' "$cluster_port"; fi; }

# Starts or restarts it, and no other.
on_cluster() {
	if has_systemd; then
		systemctl "$1" "postgresql@$cluster_version-$cluster_name"
	else
		pg_ctlcluster "$cluster_version" "$cluster_name" "$1"
	fi
}

# The other nodes reach the PostgreSQL of this one at its address, with TLS and a password.
open_database() {
	local folder before addresses=localhost address
	folder=/etc/postgresql/$cluster_version/$cluster_name
	if [ ${#other_nodes[@]} = 0 ] && [ ! -f "$folder/conf.d/breezeway.conf" ]; then return; fi
	if [ ${#other_nodes[@]} -gt 0 ]; then addresses=localhost,$this_node; fi
	before=$(cat "$folder/conf.d/breezeway.conf" "$folder/pg_hba.conf" 2>/dev/null || true)
	put_file "$folder/conf.d/breezeway.conf" 644 <<<"listen_addresses = '$addresses'"
	{
		grep -v ' # deploy/install$' "$folder/pg_hba.conf"
		for address in "${other_nodes[@]}"; do
			printf 'hostssl breezeway breezeway %s/32 scram-sha-256 # deploy/install\n' "$address"
		done
	} >"$work/pg_hba.conf"
	leaves "sed -i '/ # deploy\\/install\$/d' $folder/pg_hba.conf"
	# Written in place, so that it stays PostgreSQL's own.
	cmp -s "$work/pg_hba.conf" "$folder/pg_hba.conf" || cat "$work/pg_hba.conf" >"$folder/pg_hba.conf"
	if [ "$before" = "$(cat "$folder/conf.d/breezeway.conf" "$folder/pg_hba.conf")" ] &&
		[ "$(as_postgres psql --port="$cluster_port" -Atc 'show listen_addresses')" = "$addresses" ]; then
		say unchanged "who may reach PostgreSQL"
		return
	fi
	on_cluster restart
	say opened "PostgreSQL for the nodes: ${other_nodes[*]:-none}"
}

set_database_password() {
	[ ! -f $database_password ] || return 0
	(umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$work/password")
	printf "alter role breezeway password '%s'" "$(cat "$work/password")" | as_postgres psql --port="$cluster_port" --quiet
	leaves "rm -f $database_password"
	install -m 600 "$work/password" $database_password
	say made "a password of the database for the other nodes"
}

# The settings of another node: these, but for what belongs to the machine.
settings_of_node() {
	printf '# The settings of the node %s: copy this file there, to %s.\n' "$1" "$settings"
	printf 'THIS_NODE=%s\nFIRST_NODE=%s\n' "$1" "$this_node"
	printf 'METRICS_TOKEN=%s\n' "$(secret_of METRICS_TOKEN)"
	if [ "$database" = postgresql ]; then
		printf 'DATABASE_URL=postgres://breezeway:%s@%s%s/breezeway?sslmode=no-verify\n' \
			"$(cat $database_password)" "$this_node" "$(port_in_url)"
	fi
	grep -E '^[A-Z_]+=.' "$settings" | grep -vE '^(THIS_NODE|OTHER_NODES|DATABASE|START|METRICS_TOKEN)=' || true
}

write_node_settings() {
	local address
	for address in "${other_nodes[@]}"; do
		settings_of_node "$address" | put_file "/etc/breezeway/nodes/$address" 600
	done
}
