#!/bin/sh
# Make a virtual environment with all locked packages and this project: install.sh FOLDER [PYTHON].
# uv does it in seconds where it is installed; pip does it else, and where uv cannot reach the packages.
set -eu
folder=$1
python=${2:-}
[ -n "$python" ] || python=$(sh "$(dirname "$0")/python.sh")
command -v "$python" >/dev/null 2>&1 || { echo "Undercut finds no $python: name another with make PYTHON=/path/to/python3 ..." >&2; exit 1; }
lock=requirements-dev.lock

with_uv() {
    uv venv -q --clear --seed --python "$python" "$folder" &&
        uv pip install -q --python "$folder/bin/python" --require-hashes -r $lock &&
        uv pip install -q --python "$folder/bin/python" --no-build-isolation --no-deps -e .
}

with_pip() {
    "$python" -m venv --clear "$folder"
    "$folder/bin/python" -m pip install --disable-pip-version-check -q --require-hashes -r $lock
    "$folder/bin/python" -m pip install --disable-pip-version-check -q --no-build-isolation --no-deps -e .
}

echo "Undercut: $("$python" -V 2>&1) in $folder, $(grep -c '==' $lock) packages (once) ..."
if command -v uv >/dev/null 2>&1; then
    with_uv || { echo "Undercut: uv could not; pip tries (about a minute) ..."; with_pip; }
else
    with_pip
fi
touch "$folder/.installed"
