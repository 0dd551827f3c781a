"""How hard a set-up is: a thousand simulated evenings, made by a worker, kept by content."""
