"""Questions for what somebody wrote, and for who somebody is."""

from __future__ import annotations

from archivist.librarian.reading.frame import frame

AUTHOR = (
    frame(
        "author",
        r"what (?:all )?(?:has|have|had|did|does|do)",
        (
            r"\s+(?:ever |also |already |all )?(?:written|write|wrote|publish|published|authored)(?: so far|"
            r" in (?:his|her|their) life)?"
        ),
    ),
    frame(
        "author",
        (
            r"what (?:else|other (?:books|novels|works|things|titles)|more) (?:has|have|did|"
            r"does|by)"
        ),
        r"(?:\s+(?:ever )?(?:written|write|wrote|publish|published))?",
    ),
    frame(
        "author",
        (
            r"(?:which|what) (?:(?:other |of the )?(?:books|novels|works|titles|stories|plays|"
            r"poems)) (?:has|have|did|does|were written by|are written by)"
        ),
        r"(?:\s+(?:ever )?(?:written|write|wrote|publish|published|author|authored))?",
    ),
    frame(
        "author",
        r"(?:has|have|did)",
        (
            r"\s+(?:ever )?(?:written|write|published|publish) (?:anything|something|any(?: other)? (?:books|"
            r"novels)|other books|more books)(?: else)?"
        ),
    ),
    frame(
        "author",
        (
            r"(?:(?:show|give|list|find)(?: me)? )?(?:(?:the|a|full|complete) )*(?:bibliography|"
            r"list of (?:books|works|novels)|oeuvre|œuvre|backlist) (?:of|for|by)"
        ),
    ),
    frame(
        "author",
        (
            r"(?:(?:show|give|list|find)(?: me)? )?(?:all (?:of )?(?:the )?|the |every )(?:books?|"
            r"novels?|works|titles|things|stories)(?: that)?"
        ),
        r"\s+(?:has |have |had )?(?:ever )?(?:wrote|written|published|authored)",
    ),
    frame(
        "author",
        r"(?:books?|novels?|works|titles)(?: that)?",
        r"\s+(?:has |have |had )?(?:ever )?(?:wrote|written|published|authored)",
    ),
    frame("author", r"(?:the )?(?:author|writer|novelist|poet|autor|auteur|autrice|autore)"),
    frame("author", r"what", r"\s+(?:has |have |had )?(?:ever )?(?:wrote|written|published|authored)(?: so far)?"),
    frame("author", r"what(?:'s| is| was)", r"\s+(?:best |mostly )?(?:known|famous) for"),
    frame(
        "author",
        r"(?:(?:a |the )?(?:full |complete )?list of )?(?:everything|all)(?: that| which)?",
        r"\s+(?:has |ever )?(?:wrote|written|published)",
    ),
    frame("author", "", r"(?:'s|s')?\s+(?:bibliography|complete works|oeuvre|œuvre|backlist|reading order)"),
    frame(
        "author",
        r"(?:what|which (?:books|novels)) did",
        r"\s+(?:write|publish|release) (?:first|last|before that|after that)",
    ),
    frame(
        "author",
        r"(?:has|have)",
        r"\s+(?:got |published |released )?(?:anything|something|any(?: \w+)? books?) (?:new|else|recent)(?: out)?",
    ),
    frame("author", r"(?:i'm|i am|we're) (?:on|in) an?", r"\s+(?:kick|binge|phase|mood|streak)"),
    frame("author", r"was (?:gibt es|haben sie|habt ihr|hast du)(?: alles| noch| sonst noch)? von"),
    frame(
        "author",
        r"was hat",
        r"\s+(?:alles |noch |sonst noch |zuletzt |zuerst |als letztes |als erstes )?(?:geschrieben|veröffentlicht|"
        r"verfasst)",
    ),
    frame("author", r"qu'(?:a|est-ce que)", r"\s*(?:a )?écrit"),
    frame("author", r"qu'a écrit"),
    frame("author", r"(?:tout|que (?:proposez|avez)-vous|qu'avez-vous|qu'est-ce que vous avez)(?: d'autre)? d[e']"),
    frame("author", r"qué (?:tienes|tiene|tenéis|tienen|hay)(?: más)? de"),
    frame("author", r"(?:che )?(?:cosa|che) (?:avete|hai|c'è)(?: altro)? di"),
    frame("author", r"was (?:soll|kann|sollte) ich von", r"\s+lesen"),
    frame("author", r"(?:which|what)(?:'s| is) the (?:latest|newest|most recent|first|earliest)"),
    frame("author", r"qu[ée] (?:ha escrito|escribió)"),
    frame("author", r"(?:che )?cosa ha scritto"),
    frame("person", r"(?:do you know )?who(?:'s| is| was)"),
    frame("person", r"(?:wer (?:ist|war)|qui est|quién es|quién fue|chi è|chi era)"),
)
