"""The second step of signing in: codes of an app, and codes on paper."""
