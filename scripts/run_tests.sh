#!/bin/sh
# The whole suite: first what touches the database, on PostgreSQL; then everything, on SQLite.
set -eu
echo "== on PostgreSQL"
DATABASE_URL=$TEST_POSTGRES_URL .venv/bin/python -m pytest -n 2 -q -m "not browser" \
    tests/companion tests/campaigns tests/people tests/printing tests/api tests/services
echo "== everything, on SQLite"
exec .venv/bin/python -m pytest -n 2 -q
