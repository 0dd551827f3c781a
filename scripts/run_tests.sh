#!/bin/sh
# Lint and the whole suite: a part on PostgreSQL and a part on SQLite, side by side, so that the many
# small tests of one fill the time in which the other waits for servers, workers and time-outs.
# Databases differ in locks, races, constraints, migrations, order and types. Where a test is about
# those, it runs on both. Tests that write much or open every page and endpoint for everybody run
# on PostgreSQL alone: on SQLite the browser and the robot do the same all day. What pages say, what
# the rules do and what sheets look like is the same on both and runs on SQLite. Workers are killed
# where they are at home: those of Redis on PostgreSQL, the embedded one on SQLite.
set -eu
unset PYTHONDONTWRITEBYTECODE # four test processes would compile every module again and again
both="keeping/test_[bdhv]*.py printing/test_jobs.py people/test_accounts.py companion/test_race.py
    companion/test_write_path.py companion/test_prepared.py companion/test_live.py
    campaigns/test_race.py campaigns/test_write_path.py campaigns/test_journal.py"
postgres="architecture/test_access.py people/test_[!a]*.py people/test_addresses.py
    companion/test_seats.py companion/test_shelf.py companion/test_archive.py
    companion/test_files.py companion/test_house.py campaigns/test_together.py
    campaigns/test_losing_a_seat.py campaigns/test_members.py campaigns/test_transfer.py
    campaigns/test_whole_campaign.py workshop/test_play.py api/test_access.py api/test_tables.py
    api/test_campaigns.py api/test_campaign_shelf.py api/test_lists.py api/test_tokens.py"
servers="services/test_[!e]*.py"

pytest() { .venv/bin/python -m pytest -q "$@"; }
# The words of a list after another, each once for every file it stands for.
each() { (cd tests && for name in $2; do printf '%s ' "$1$name"; done); }

said=$(mktemp)
# Four processes for two cores: many tests wait for servers, workers and time-outs. The rules, half
# of all tests, need no database and no company.
# shellcheck disable=SC2046 - lists of names
{
    failed=0
    trap 'kill $running; exit 143' TERM
    echo "== lint"
    make --no-print-directory lint & running=$!
    wait $running || failed=1
    echo "== on PostgreSQL"
    DATABASE_URL=$TEST_POSTGRES_URL pytest $(each tests/ "$servers $postgres $both") & running=$!
    wait $running || failed=1
    echo "== the rules"
    pytest tests/rules & running=$!
    wait $running || failed=1
    exit $failed
} >"$said" 2>&1 &
beside=$!
trap 'kill $beside 2>/dev/null || :; rm -f "$said"' EXIT
trap 'exit 130' INT TERM

failed=0
echo "== on SQLite"
# Three of them, each with whole files: what a file starts, it starts once.
# shellcheck disable=SC2046 - lists of names
pytest -n 3 --dist loadfile --no-loadscope-reorder tests $(each --ignore=tests/ "$servers $postgres rules") || failed=1
wait $beside || failed=1
cat "$said"
exit $failed
