"""Who belongs to a campaign: roles, invitations, leaving, handing over."""
