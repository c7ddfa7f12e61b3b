#!/bin/sh
# Installs arena into .venv and plays the first contest.
set -eu
cd "$(dirname "$0")"
./setup.sh
exec .venv/bin/arena run configs/quickstart.yaml "$@"
