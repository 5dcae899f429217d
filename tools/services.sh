#!/bin/sh
# Start PostgreSQL and Redis on their standard local ports where nothing answers; install them from the
# distribution's packages when they are absent. Runs as root or with sudo. Installs nothing that is not asked for.
set -eu

say() { printf 'services: %s\n' "$*"; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
as_postgres() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "$1"; else sudo -u postgres sh -c "$1"; fi; }
answers() { python3 -c "import socket,sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 1)" "$1" 2>/dev/null; }

wait_for() { # port name [command that says whether it is ready]
    for _ in $(seq 1 240); do
        if answers "$1" && ${3:-true}; then say "$2 answers on port $1"; return 0; fi
        sleep 0.5
    done
    say "$2 does not answer on port $1"; return 1
}
is_postgres_ready() { pg_isready -q -h 127.0.0.1 -p 5432 -t 5; } # it listens before it lets anybody in

updated=
patient="-o Acquire::Retries=5 -o DPkg::Lock::Timeout=300"
install() { # package
    [ -n "$updated" ] || { as_root apt-get $patient update -qq; updated=yes; }
    say "installing $1"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get $patient install -y -qq "$1" >/dev/null
}

# The tests come in as one of two roles that may create databases; see POSTGRES in tests/run.py.
lets_in() { PGPASSWORD=undercut PGCONNECT_TIMEOUT=3 psql -w -qAt -h 127.0.0.1 -U "$1" -d postgres -c 'SELECT 1' >/dev/null 2>&1; }
give_role() {
    as_postgres "psql -qAtc \"SELECT 1 FROM pg_roles WHERE rolname = 'undercut'\"" | grep -q 1 ||
        as_postgres "psql -qc \"CREATE ROLE undercut LOGIN CREATEDB PASSWORD 'undercut'\""
}

if answers 5432; then
    say "PostgreSQL already answers on port 5432"
    if [ -z "${DATABASE_URL:-}" ] && command -v psql >/dev/null 2>&1 && ! lets_in postgres && ! lets_in undercut; then
        give_role 2>/dev/null && lets_in undercut || say "it lets nobody in that we know: set DATABASE_URL to a role that may create databases"
    fi
else
    command -v pg_ctlcluster >/dev/null 2>&1 || install postgresql
    answers 5432 || as_root pg_ctlcluster --skip-systemctl-redirect "$(ls /etc/postgresql | sort -n | tail -1)" main start || true
    wait_for 5432 PostgreSQL is_postgres_ready
    give_role
fi

if answers 6379; then
    say "Redis already answers on port 6379"
else
    command -v redis-server >/dev/null 2>&1 || install redis-server
    answers 6379 || redis-server --daemonize yes --bind 127.0.0.1 --port 6379 --save "" --appendonly no >/dev/null
    wait_for 6379 Redis
fi
