"""How requests reach Django: connections, bodies, threads. Knows no page and no table."""
