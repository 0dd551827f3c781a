"""Mails about an account, put down in a request and sent by a worker."""
