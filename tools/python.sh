#!/bin/sh
# Print the newest Python from 3.11 to 3.14 on the PATH that can make a virtual environment (with uv: any of them). Of
# two of one version the system's own comes first: distributions build it with profiles (PGO), pyenv does not, and then
# everything takes a quarter longer.
# With a version, such as 3.12, print the newest but that one, also among the versions of pyenv: CI checks a second one.
# Where there is none, say on stderr what is missing and end with 1.
set -u
but=${1:-}
asked="import sys; v = sys.version_info[:2]; sys.exit(not (3, 11) <= v <= (3, 14) or '%d.%d' % v == '$but')"
if command -v uv >/dev/null 2>&1; then needed='pass'; else needed='import ensurepip, venv'; fi
bare=

for version in 3.14 3.13 3.12 3.11 ""; do
    found="/usr/bin/python${version:-3} python${version:-3}"
    [ -z "$but" ] || found="$found $(ls -d "${HOME:-/root}/.pyenv/versions/$version".*/bin/python 2>/dev/null || true)"
    for python in $found; do
        command -v "$python" >/dev/null 2>&1 && "$python" -c "$asked" 2>/dev/null || continue
        if "$python" -c "$needed" 2>/dev/null; then echo "$python"; exit 0; fi
        bare=${bare:-$python}
    done
done
if [ -n "$bare" ]; then
    echo "Undercut needs venv beside $bare (Debian: apt install python3-venv), or uv." >&2
else
    echo "Undercut needs a${but:+nother} Python from 3.11 to 3.14 on the PATH (or: make PYTHON=/path/to/python3 ...)." >&2
fi
exit 1
