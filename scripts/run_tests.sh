#!/bin/sh
# The whole suite: on PostgreSQL what may differ there, then everything on SQLite.
# Databases differ in locks, races, constraints, order and types: so the tests of writing and of
# keeping run on both, and those that open every page and every endpoint for everybody. What pages
# say, what the rules do and what sheets look like is the same on both. Workers are killed where
# they are at home: those of Redis on PostgreSQL, the embedded one on SQLite.
# The tests that wait for others go first, so that the many small ones fill the gaps.
set -eu
both="services/test_[!e]*.py architecture/test_access.py people keeping printing/test_jobs.py
    companion/test_race.py companion/test_write_path.py companion/test_prepared.py
    companion/test_seats.py companion/test_shelf.py companion/test_archive.py
    companion/test_files.py companion/test_house.py companion/test_live.py
    campaigns/test_race.py campaigns/test_write_path.py campaigns/test_journal.py
    campaigns/test_together.py campaigns/test_losing_a_seat.py campaigns/test_members.py
    campaigns/test_transfer.py campaigns/test_whole_campaign.py workshop/test_play.py
    api/test_access.py api/test_tables.py api/test_campaigns.py api/test_campaign_shelf.py
    api/test_lists.py api/test_tokens.py"
pytest() { .venv/bin/python -m pytest -n 2 --dist worksteal -q "$@"; }

echo "== on PostgreSQL"
# shellcheck disable=SC2046,SC2086 - lists of names
DATABASE_URL=$TEST_POSTGRES_URL pytest $(cd tests && printf 'tests/%s ' $both)
echo "== everything, on SQLite"
pytest tests/services/test_embedded_worker.py tests/browser tests --ignore-glob "tests/services/test_[!e]*.py"
