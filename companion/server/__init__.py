"""The path of requests to Django: connections, bodies, threads. Knows no page and no table."""
