#!/bin/sh
# `make lint`: every check, whatever the others say; the last lines name those that failed.
set -u
failed=""

check() { "$@" || failed="$failed
  $*"; }

check .venv/bin/ruff check .
check .venv/bin/ruff format --check .
check .venv/bin/python scripts/format_templates.py --check
check .venv/bin/python scripts/format_css.py --check
check .venv/bin/mypy
check .venv/bin/lint-imports
[ -z "$failed" ] || { echo "Failed:$failed" >&2; exit 1; }
