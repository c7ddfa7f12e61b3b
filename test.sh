#!/bin/sh
# Installs arena with what its tests need into .venv, then runs style, types, layers and tests, in this order.
set -eu
cd "$(dirname "$0")"
./setup.sh test
. .venv/bin/activate
ruff check .
ruff format --check .
mypy
lint-imports
# A file's tests share what they have set up, and stay together.
exec python -m pytest --numprocesses auto --dist loadfile "$@"
