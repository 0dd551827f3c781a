"""The crowd on PostgreSQL and Redis with two web processes, as the documented server has them."""

import json
import os
import subprocess
import sys
import uuid

import psycopg

from benchmarks.commands import Result

WORKERS = 2


def run() -> list[Result]:
    """In a process of its own: Django has one database for its whole life."""
    server = os.environ.get("TEST_POSTGRES_URL", "")
    if not server:
        print("production: left out, `make bench` starts PostgreSQL and Redis for it")
        return []
    name = f"bench_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    environment = os.environ | {
        "DATABASE_URL": f"{server.rsplit('/', 1)[0]}/{name}",
        "REDIS_URL": os.environ["TEST_REDIS_URL"],
        "BENCH_OPTIONS": f"--workers {WORKERS}",
    }
    command = [sys.executable, "-m", "benchmarks", "--json", "crowd"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    results = json.loads(done.stdout.splitlines()[-1])
    return [
        Result(f"{what}, PostgreSQL and {WORKERS} processes", ratio, goal)
        for what, ratio, goal in results
    ]
