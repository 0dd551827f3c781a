"""Companions: people who go along with a survivor, their leader (Army of the Dead, p. 27).

The 2nd Edition has the same rules in its own book; of the two in Washington Z.C. (p. 2, 15) the
objective cards say when they come and what hangs on them, so the group tells it as it joins.
"""
