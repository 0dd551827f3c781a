"""What the games of the family share: one module a mechanic, a large one a package cut by subject.

A module has the events of its mechanic, its commands, each with when it is offered and how it is
played, and at its end the record that says where it joins in. What several mechanics need
(`cards`, `inventory`, `known_skills`, `looking`) lies a floor below: none imports another in a
circle.
"""
