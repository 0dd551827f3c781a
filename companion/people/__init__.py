"""Who is who: guests by a signed cookie, accounts by address and password."""
