#!/bin/sh
# Style, types and tests of this package, in the environment of the caller, who has installed arena and `.[test]` into it.
set -eu
cd "$(dirname "$0")"
ruff check .
ruff format --check .
mypy
exec python -m pytest "$@"
