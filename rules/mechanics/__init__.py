"""Mechanics that several games of the family share: one module each, large ones a package.

A module holds the events of its mechanic, its commands (each with when it is offered and how it is
played) and, at its end, the record that says where it joins in. Modules that several mechanics need
(`cards`, `inventory`, `known_skills`, `looking`) are a layer below, so that no imports form a
circle.
"""
