"""One file has the skills of all games; here each game gets its own."""

from collections.abc import Iterable, Iterator, Mapping

from rules.packs.schema.base import Term
from rules.packs.schema.people import Skill, SkillHere, SkillRecord, SkillVariant

ANY = "any"
NO_KIND = Term(es="", en="")
"""Stands in for a kind that is missing; the checks say so."""


def skills_of(
    game: str, records: Iterable[SkillRecord], kinds: Mapping[str, Term]
) -> dict[str, Skill]:
    """Every skill of the game by id, in its words and with its differences."""
    return {
        skill.id: skill
        for record in records
        if game in record.games
        for skill in _resolved(game, record, kinds)
    }


def _resolved(game: str, record: SkillRecord, kinds: Mapping[str, Term]) -> Iterator[Skill]:
    here = record.here.get(game, SkillHere())
    once = None if here.once == "no" else here.once or record.once
    gives = record.gives if here.gives is None else here.gives
    effect = here.effect or record.effect

    def skill(key: str, name: Term, kind: str | None, of: tuple[str, ...]) -> Skill:
        return Skill(
            id=key,
            family=record.id,
            name=name,
            tag=record.tag,
            effect=_filled(effect, kinds.get(kind or ANY, NO_KIND)),
            gives=gives,
            kind=kind,
            of=of,
            once=once,
            sure=record.sure,
        )

    yield skill(record.id, here.name or record.name, None, ())
    for variant in record.variants:
        if game in (variant.games or record.games):
            name = Term(es=variant.es, en=variant.en, own=variant.own)
            kind = None if variant.of else variant.id
            yield skill(variant_id(record, variant), name, kind, variant.of)


def variant_id(record: SkillRecord, variant: SkillVariant) -> str:
    """`plus-1-die` and `melee` give `plus-1-die-melee`."""
    return f"{record.id}-{variant.id}"


def _filled(effect: Term, kind: Term) -> Term:
    return Term(
        es=effect.es.replace("{kind}", kind.es),
        en=effect.en.replace("{kind}", kind.en),
        own=effect.own,
    )
