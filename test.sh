#!/bin/sh
# Installs arena with what its tests need into .venv, then runs style, types, layers and tests, in this order.
set -eu
cd "$(dirname "$0")"
./setup.sh test
. .venv/bin/activate
ruff check .
ruff format --check .
# What pytest makes of the files, which each of its processes would have to make for itself, is made beside mypy, which
# has one core.
python -m pytest --collect-only --quiet "$@" >/dev/null 2>&1 &
mypy
lint-imports
wait
# A file's tests share what they have set up, and stay together.
exec python -m pytest --numprocesses auto --dist loadfile "$@"
