#!/bin/sh
# Makes .venv with arena in it. Usage: ./setup.sh [EXTRA], where EXTRA is `test` for what the tests need (`pytest` for pytest alone).
# Run again it only brings the environment up to date. Errors name what is missing and how to get it.
set -eu
cd "$(dirname "$0")"

python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "arena needs Python 3.11 or newer, and '$python' is: $("$python" --version 2>&1 || echo missing)." >&2
    echo "Install one (Debian, Ubuntu: apt install python3), or name it: PYTHON=python3.12 $0" >&2
    exit 2
fi
if ! [ -x .venv/bin/pip ] && ! "$python" -m venv .venv >/dev/null 2>&1; then
    # Debian and Ubuntu keep the module that makes environments in a package of its own.
    version=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    root=$([ "$(id -u)" = 0 ] || echo sudo)
    echo "installing $version, which makes virtual environments" >&2
    if ! { $root apt-get update -q && $root apt-get install -y -q "$version"; } >&2; then
        echo "$python cannot make a virtual environment: install its venv module ($version) and run $0 again." >&2
        exit 2
    fi
    rm -rf .venv
    "$python" -m venv .venv
fi
.venv/bin/pip install --quiet --disable-pip-version-check --editable ".${1:+[$1]}"
# A contest starts many processes, and where Python may write no cache each of them would compile all of arena anew.
# Where nothing may be written here either, that is how it stays.
.venv/bin/python -m compileall -q arena || true
