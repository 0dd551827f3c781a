#!/bin/sh
# The whole suite: first what touches the database, on PostgreSQL; then everything, on SQLite.
# Pictures of sheets, the API's document and generated requests are the same on both. Workers are
# killed where they are at home: those of Redis on PostgreSQL, the embedded one on SQLite. What
# brings its own PostgreSQL is run once.
# The tests that wait for others go first, so that the many small ones fill the gaps.
set -eu
echo "== on PostgreSQL"
DATABASE_URL=$TEST_POSTGRES_URL .venv/bin/python -m pytest -n 2 --dist worksteal -q -m "not browser" \
    --ignore tests/printing/test_sheets.py --ignore tests/printing/test_paper.py --ignore tests/printing/test_paper_holds.py \
    --ignore tests/api/test_generated.py --ignore tests/api/test_openapi.py \
    --ignore tests/services/test_embedded_worker.py \
    tests/services tests/companion tests/campaigns tests/people tests/printing tests/api tests/keeping
echo "== everything, on SQLite"
exec .venv/bin/python -m pytest -n 2 --dist worksteal -q --ignore tests/services/test_redis_workers.py \
    --ignore tests/services/test_production.py --ignore tests/services/test_away.py \
    tests/services tests/browser tests
