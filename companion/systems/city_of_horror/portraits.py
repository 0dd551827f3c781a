"""Portraits of the 21 people, drawn by this house: simple shapes laid over one another.

A part is one path on a field of 100 by 120; a layer is a part in a paint, whose colour the page
says (`.po--skin`). Shape tells people apart, never colour alone: no two have the same parts.
"""

from functools import cache
from typing import NamedTuple


class Layer(NamedTuple):
    """One part of a portrait, in a paint."""

    paint: str
    path: str


def _disc(x: float, y: float, radius: float) -> str:
    """Return a circle as a path."""
    return (
        f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0"
        f"a{radius} {radius} 0 1 0 {-2 * radius} 0z"
    )


def _ring(x: float, y: float, radius: float, width: float) -> str:
    """Return a circle with a hole: its inner edge runs the other way round."""
    inner = radius - width
    return (
        f"{_disc(x, y, radius)}M{x - inner} {y}a{inner} {inner} 0 1 1 {2 * inner} 0"
        f"a{inner} {inner} 0 1 1 {-2 * inner} 0z"
    )


def _pair(left: str, right: str) -> str:
    return f"{left}{right}"


PARTS = {
    # shoulders
    "broad": "M6 120C6 94 26 84 50 84s44 10 44 36z",
    "slim": "M18 120c0-22 14-32 32-32s32 10 32 32z",
    "small": "M24 120c0-22 11-34 26-34s26 12 26 34z",
    "stout": "M0 120C0 92 22 82 50 82s50 10 50 38z",
    "neck": "M42 78h16v14a8 8 0 0 1-16 0z",
    # heads
    "face": "M30 34h40v28c0 16-9 25-20 25s-20-9-20-25z",
    "round-face": _disc(50, 58, 25),
    "long-face": "M32 30h36v34c0 17-8 26-18 26s-18-9-18-26z",
    "bald-head": "M32 46c0-16 8-22 18-22s18 6 18 22v18c0 17-8 26-18 26s-18-9-18-26z",
    "child-face": "M31 54c0-14 8-22 19-22s19 8 19 22v14c0 14-8 22-19 22s-19-8-19-22z",
    "square-face": "M28 34h44v38l-8 15H36l-8-15z",
    # eyes and mouths
    "bars": "M35 53h11v5H35zM54 53h11v5H54z",
    "dots": _pair(_disc(41, 57, 3.2), _disc(59, 57, 3.2)),
    "low-dots": _pair(_disc(42, 64, 3.4), _disc(58, 64, 3.4)),
    "closed": "M34 57q6-5 12 0l-1.5 2q-4.500-3-9 0zM54 57q6-5 12 0l-1.5 2q-4.500-3-9 0z",
    "line": "M40 72h20v4H40z",
    "short-line": "M44 73h12v4H44z",
    "smile": "M39 70q11 11 22 0l-2-1.5q-9 7-18 0z",
    "child-smile": "M42 76q8 8 16 0l-2-1.5q-6 5-12 0z",
    "lips": "M42 73q4-4 8-1q4-3 8 1q-8 8-16 0z",
    "grim": "M40 76q10-8 20 0v3q-10-6-20 0z",
    "teeth": "M44 71h5.4v8H44zM50.6 71H56v8h-5.4z",
    "open": "M42 70h16q0 11-8 11t-8-11z",
    # glasses and masks
    "square-glasses": "M31 49h17v14H31zm3 3v8h11v-8zM52 49h17v14H52zm3 3v8h11v-8zM47 53h6v3h-6z",
    "round-glasses": f"{_ring(40, 57, 9, 3)}{_ring(60, 57, 9, 3)}M48 55h4v3h-4z",
    "shades": "M30 50h18l-2 11q-7 5-13 0zM52 50h18l-3 11q-7 5-13 0zM46 50h8v3h-8z",
    "flat-shades": "M28 50h44v9q-5 5-14 3l-6-7h-4l-6 7q-9 2-14-3z",
    "eye-mask": "M27 49h46v14q-14 4-20-4h-6q-6 8-20 4z",
    # hair and hats
    "spikes": "M27 40l-9-11 13 3-6-17 14 11 1-21 10 16 10-16 1 21 14-11-6 17 13-3-9 11v8H27z",
    "side-parting": "M28 46c-3-22 8-30 22-30s26 8 22 30c-4-10-8-12-14-13-12-1-22-1-26 2q-3 4-4 11z",
    "bob": "M26 74c-6-40 2-60 24-60s30 20 24 60H64c4-14 4-28 1-34-10 1-20-2-25-6-5 8-6 22-4 40z",
    "waves": (
        "M50 12c24 0 28 20 26 36s10 22 4 40-24 12-24 12H44s-18 6-24-12 6-24 4-40S26 12 50 12z"
    ),
    "fringe": "M29 44c0-18 9-26 21-26s21 8 21 26q-12-3-16-12-8 11-26 12z",
    "straight": "M24 100c-6-54-2-86 26-86s32 32 26 86H64V40q-9-2-14-12-5 10-14 12v60z",
    "ponytail": "M70 20c14-6 24 4 22 20s-12 20-8 34c-14-4-16-18-10-30 4-8 2-16-4-24z",
    "pulled-back": "M28 48c-2-22 8-32 22-32s24 10 22 32c-3-10-8-16-22-16s-19 6-22 16z",
    "pigtails": (
        f"{_disc(20, 50, 12)}{_disc(80, 50, 12)}M29 52c-2-18 8-26 21-26s23 8 21 26c-3-8-8-12-21-12"
        "s-18 4-21 12z"
    ),
    "bows": "M22 34l10 8-12 2zM78 34l-10 8 12 2z",
    "bun": f"{_disc(50, 14, 12)}M27 48c-2-20 8-28 23-28s25 8 23 28c-4-10-10-15-23-15s-19 5-23 15z",
    "curls": (
        f"{_disc(30, 34, 11)}{_disc(42, 24, 12)}{_disc(58, 24, 12)}{_disc(70, 34, 11)}"
        f"{_disc(26, 48, 9)}{_disc(74, 48, 9)}"
    ),
    "bowl": "M25 56V44c0-18 10-28 25-28s25 10 25 28v12h-6V44H31v12z",
    "sides": "M24 46q6-2 8 4v16q-10-2-10-10zM76 46q-6-2-8 4v16q10-2 10-10z",
    "tufts": "M25 44q-6 10 3 22l4-2V46zM75 44q6 10-3 22l-4-2V46z",
    "flat-top": "M29 46V18h42v28c-3-6-4-8-6-10H35c-2 2-3 4-6 10z",
    "pompadour": (
        "M29 48C20 20 36 6 60 10"
        "c16 2 20 14 14 20 2 6 0 12-2 18-2-8-4-12-8-14-12 4-26 0-31-2-3 4-3 10-4 16z"
    ),
    "sideburns": "M28 46h6v24q-6-2-6-10zM72 46h-6v24q6-2 6-10z",
    "kerchief": (
        "M26 50C22 24 34 12 50 12s28 12 24 38q-8-12-24-12t-24 12zM70 22l20-6-6 14 10 10-20-4z"
    ),
    "kerchief-dots": f"{_disc(40, 24, 3)}{_disc(54, 20, 3)}{_disc(66, 28, 3)}{_disc(34, 34, 3)}",
    "headband": "M28 36h44v10H28zM72 38l16-8-6 10 8 8-18-2z",
    "sun": _disc(50, 41, 4),
    "topknot": f"{_disc(50, 16, 8)}M29 38c0-12 9-18 21-18s21 6 21 18z",
    "cap": "M28 46c0-20 9-28 22-28s22 8 22 28zM60 40h34v8H60z",
    "peaked-cap": "M22 34l8-20h40l8 20zM28 34h44v10q-22-8-44 0z",
    "badge": "M50 18l3 6 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z",
    "beanie": "M28 46c-2-24 8-34 22-34s24 10 22 34z",
    "beanie-band": "M27 38h46v10H27z",
    "rasta-cap": "M24 42C18 16 32 6 50 6s32 10 26 36z",
    "stripes": "M24 32h52v4H24zM26 22h48v4H26z",
    "dreads": (
        "M24 40h8v50h-8zM16 44h7v40h-7zM68 40h8v50h-8zM77 44h7v40h-7zM34 84h6v12h-6zM60 84h6v12h-6z"
    ),
    "hood": "M50 8c30 0 36 26 34 54-2 22-14 34-34 34S18 84 16 62C14 34 20 8 50 8z",
    "headphones": (
        "M24 58c0-26 10-38 26-38s26 12 26 38h-5c0-22-8-33-21-33s-21 11-21 33zM18 54h11v18H18z"
        "M71 54h11v18H71z"
    ),
    "quiff": "M30 44c-2-16 6-20 14-20 6-8 22-6 26 4 2 6 1 10 0 16-4-8-10-10-16-10-10 4-18 4-24 10z",
    # faces' details
    "moustache": "M34 72q8-8 16-2 8-6 16 2-8 8-16 2-8 6-16-2z",
    "beard": "M30 58c4 8 8 10 12 9h16c4 1 8-1 12-9v6c0 18-9 28-20 28s-20-10-20-28z",
    "goatee": "M44 78h12v10q-6 6-12 0z",
    "freckles": "".join(_disc(x, y, 1.4) for x, y in ((36, 70), (40, 72), (60, 72), (64, 70))),
    "blush": _pair(_disc(36, 72, 4), _disc(64, 72, 4)),
    "earring": _disc(72, 68, 3.6),
    "hoops": _pair(_ring(25, 71, 5, 2.5), _ring(75, 71, 5, 2.5)),
    "earpiece": "M71 60h5v6q6 4 0 9t0 10h-3q-5-6 0-10t-2-9z",
    # clothes
    "shirt": "M38 88h24L50 120z",
    "tie": "M47 90h6l3 8-6 22-6-22z",
    "lapels": "M36 88l14 32H30zM64 88L50 120h20z",
    "collar": "M38 86h24v9H38z",
    "collar-tab": "M46 86h8v9h-8z",
    "cross": "M47 100h6v5h5v5h-5v10h-6v-10h-5v-5h5z",
    "wrap": "M34 88l30 32H44zM66 88l-8 12 6 6 10-10z",
    "apron": "M36 100h28v20H36zM36 88h4v12h-4zM60 88h4v12h-4z",
    "straps": "M28 90h8l4 30h-8zM72 90h-8l-4 30h8z",
    "shawl": "M14 104c10-14 24-18 36-18s26 4 36 18L50 116z",
    "studs": "M26 104l5-6 5 6-5 6zM64 104l5-6 5 6-5 6z",
    "belly": _disc(50, 116, 20),
    "heart": "M50 122l-9-9a5 5 0 0 1 9-6 5 5 0 0 1 9 6z",
    "strings": "M40 96h3v18h-3zM57 96h3v18h-3z",
    "hoops-shirt": "M12 100h76v6H12zM8 112h84v6H8z",
    "turned-collar": "M30 84l14 8-4 20-16-18zM70 84l-14 8 4 20 16-18z",
    "necklace": "".join(
        _disc(x, y, 2.2) for x, y in ((38, 93), (43, 97), (50, 99), (57, 97), (62, 93))
    ),
    "pocket": "M60 102h16v10H60z",
    "star": "M50 100l3 6 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z",
    # company
    "dog": "M67 90q0-12 12-12t12 12v8q2 18-12 19-14-1-12-19z",
    "dog-ears": "M71 79q-12-2-11 18 8 3 11-8zM87 79q12-2 11 18-8 3-11-8z",
    "dog-face": f"{_disc(74.5, 92, 2.2)}{_disc(83.5, 92, 2.2)}M74 101q5-4 10 0l-4 5v4h-2v-4z",
}

PEOPLE = {
    "blonde": "gold:waves cloth:slim skin:face gold:fringe ink:closed red:lips red:hoops",
    "businessman": (
        "cloth:broad paper:shirt ink:tie ink:lapels skin:face ink:side-parting ink:bars ink:line"
    ),
    "businesswoman": (
        "cloth:slim paper:shirt ink:lapels ink:bob skin:face ink:fringe ink:dots "
        "ink:short-line gold:necklace"
    ),
    "sushi-chef": (
        "paper:broad cloth:wrap skin:round-face ink:topknot paper:headband red:sun ink:closed "
        "ink:smile"
    ),
    "geek": "cloth:slim ink:pocket skin:long-face ink:bowl ink:square-glasses ink:dots paper:teeth",
    "grandpa": "cloth:broad skin:bald-head grey:sides ink:round-glasses ink:closed grey:moustache",
    "granny": "cloth:slim grey:shawl skin:face grey:bun ink:round-glasses ink:dots ink:short-line",
    "housewife": (
        "cloth:slim paper:apron skin:face cloth:kerchief paper:kerchief-dots ink:dots red:lips"
    ),
    "mama": "cloth:stout skin:round-face ink:curls skin:face ink:closed ink:open gold:hoops",
    "student": "ink:ponytail cloth:slim ink:straps skin:face ink:pulled-back ink:dots ink:smile",
    "little-boy": (
        "cloth:small paper:star skin:child-face cloth:cap ink:low-dots ink:freckles ink:child-smile"
    ),
    "little-girl": (
        "cloth:small skin:child-face ink:pigtails cloth:bows ink:low-dots red:blush ink:child-smile"
    ),
    "pregnant-woman": (
        "ink:straight cloth:slim paper:belly red:heart skin:face ink:fringe ink:closed ink:smile"
    ),
    "priest": (
        "ink:broad paper:collar ink:collar-tab paper:cross skin:long-face grey:tufts "
        "grey:pulled-back ink:bars ink:grim"
    ),
    "punk": "cloth:broad ink:shirt ink:studs skin:face cloth:spikes ink:bars ink:line ink:earring",
    "rasta": (
        "ink:dreads cloth:broad skin:face ink:beard cloth:rasta-cap gold:stripes ink:dots "
        "paper:smile"
    ),
    "rocker": (
        "ink:broad cloth:turned-collar skin:face ink:pompadour ink:sideburns ink:shades ink:line"
    ),
    "special-agent": (
        "ink:broad paper:shirt cloth:tie skin:square-face ink:flat-top ink:flat-shades "
        "ink:short-line grey:earpiece"
    ),
    "teen": (
        "cloth:hood cloth:slim paper:strings skin:face ink:quiff grey:headphones ink:dots ink:grim"
    ),
    "thief": (
        "paper:broad ink:hoops-shirt skin:square-face cloth:beanie ink:beanie-band "
        "ink:eye-mask paper:dots ink:goatee"
    ),
    "vigil-and-rex": (
        "cloth:broad ink:pocket skin:square-face ink:peaked-cap gold:badge ink:bars "
        "ink:moustache grey:dog ink:dog-ears ink:dog-face"
    ),
}
"""From the back to the front."""


@cache
def portrait(character: str) -> tuple[Layer, ...]:
    """Return the layers of a character's picture; none where there is no drawing."""
    parts = (word.split(":") for word in PEOPLE.get(character, "").split())
    return tuple(Layer(paint, PARTS[part]) for paint, part in parts)
