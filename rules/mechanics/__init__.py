"""What the games of the family share: one folder a mechanic.

`commands` is what can be asked, `events` what is told, `play` carries it out, `offers` says when
it is possible and with which choices. `__init__` ties them together as a `Mechanic`.
"""
