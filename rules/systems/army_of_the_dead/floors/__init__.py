"""Spawn zones that bring zombies only while somebody is on their floor."""
