"""Skills of a game by id, each variant with its bracketed part filled in."""

from collections.abc import Iterable, Iterator, Mapping

from rules.packs.schema.base import Term
from rules.packs.schema.people import Skill, SkillRecord, SkillVariant

ANY = "any"
NO_KIND = Term(es="", en="")
"""Placeholder for a missing kind; the checks report it."""


def skills_by_id(records: Iterable[SkillRecord], kinds: Mapping[str, Term]) -> dict[str, Skill]:
    """Return every skill and variant of these records by id."""
    return {skill.id: skill for record in records for skill in _resolved(record, kinds)}


def _resolved(record: SkillRecord, kinds: Mapping[str, Term]) -> Iterator[Skill]:
    def skill(key: str, name: Term, kind: str | None, of: tuple[str, ...]) -> Skill:
        return Skill(
            id=key,
            family=record.id,
            name=name,
            tag=record.tag,
            effect=_filled(record.effect, kinds.get(kind or ANY, NO_KIND)),
            gives=record.gives,
            kind=kind,
            of=of,
            attacks=record.attacks,
            never=record.never,
            once=record.once,
            by=record.by,
            needs=record.needs,
            when=record.when,
            only=record.only,
            why=record.why,
            sure=record.sure,
        )

    yield skill(record.id, record.name, None, ())
    for variant in record.variants:
        name = Term(es=variant.es, en=variant.en, own=variant.own)
        kind = None if variant.of else variant.id
        yield skill(variant_id(record, variant), name, kind, variant.of)


def variant_id(record: SkillRecord, variant: SkillVariant) -> str:
    """Return the id of a variant: `plus-1-die` and `melee` give `plus-1-die-melee`."""
    return f"{record.id}-{variant.id}"


def _filled(effect: Term, kind: Term) -> Term:
    return Term(
        es=effect.es.replace("{kind}", kind.es),
        en=effect.en.replace("{kind}", kind.en),
        own=effect.own,
    )
