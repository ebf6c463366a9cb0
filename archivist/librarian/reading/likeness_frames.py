"""Wishes for books like one that is named: "I loved…, what should I read next?"."""

from __future__ import annotations

from archivist.librarian.reading.frame import frame

_LIKED = (
    r"(?:(?:really|just|absolutely|quite|so|also|recently|thoroughly)\s+)*(?:loved?|"
    r"liked?|enjoy(?:ed)?|adored?|finished(?: reading)?|read|devoured)"
)

_NEXT = (
    r"[.,;:!?]*\s*(?:and\s+|so\s+|now\s+|but\s+)?(?:i(?:'m| am) (?:looking|searching) for|"
    r"(?:i )?(?:want|need|would like|'d like)|"
    r"what(?:'s| is| to| now| should| can| could| do| else| would| other| next| shall|"
    r" might)|which|where|can you|could you|do you|is there|are there|"
    r"any(?:thing)?(?: else)? |something |more |recommend|suggest|please|give me|"
    r"show me|find me|looking for|who else|how about|help me)[^.]*"
)

_STOP = r"(?:[,;!]|(?<!\s[A-Z])\.)\s*.*"

SIMILAR = (
    frame("similar", r"(?:just |really |absolutely )*(?:loved|enjoyed|adored|finished|devoured)", _NEXT),
    frame("similar", r"just read", _NEXT),
    frame(
        "similar",
        r"(?:just |really |absolutely )*(?:loved|adored|enjoyed)",
        r"[.,;!\s]+(?:any )?(?:recs?|suggestions|more|what next|next)",
    ),
    frame(
        "similar",
        r"(?:my|our) (?:all-time |absolute )?favou?rite (?:book |novel |read |one )?(?:is|was|has to be)",
        r"[.,;!\s]+(?:so |and |can you |please )*(?:find|show|give|suggest|recommend|get|any|what|another|more|"
        r"something).*",
    ),
    frame("similar", rf"(?:hi,? |hello,? )?(?:i|we|my \w+)(?:'ve| have)? {_LIKED}", _NEXT),
    frame(
        "similar",
        rf"(?:if|since|because|as|given that) (?:i|you|we|someone|they)(?:'ve| have)? {_LIKED}",
        rf"(?:{_NEXT}|[.,;]\s*.+)",
    ),
    frame(
        "similar",
        (
            r"(?:(?:what|which)(?: other| else| books?| should i| can i| to)*|anything|something|"
            rf"books?)(?: \w+){{0,5}} if (?:i|you|we)(?:'ve| have)? {_LIKED}"
        ),
    ),
    frame(
        "similar",
        (
            r"(?:what|which)(?: \w+){0,3} (?:should|can|could|do|shall|would|might|to)(?: i|"
            r" we| you)?(?: \w+)? (?:read|try|pick up|recommend)(?: next)? (?:after|following|"
            r"once i(?:'ve)? finished)(?-i: reading| finishing)?"
        ),
    ),
    frame(
        "similar",
        (
            r"(?:after|having|after having|since)(?-i: (?:read|reading|finished|finishing|"
            r"loved|loving|enjoyed|enjoying))+"
        ),
        _NEXT,
    ),
    frame("similar", r"what(?:'s| is| to read)? (?:next )?after"),
    frame(
        "similar",
        (
            r"(?:what|which)(?: other)?(?: \w+){0,2} (?:is|are|'s|resembles?|reads?|feels?)(?: \w+)? (?:like|"
            r"similar to|comparable (?:to|with)|akin to)"
        ),
    ),
    frame(
        "similar",
        (
            r"(?:something|anything|more|books?|novels?|others?|stuff|reads|titles|stories|"
            r"works)(?: else)? (?:like|similar to|in the (?:vein|style|spirit|same vein) (?:of|"
            r"as)|along the lines of|comparable (?:to|with)|akin to|reminiscent of)"
        ),
    ),
    frame(
        "similar",
        (
            r"(?:(?:a|an|any|some|good|great|the|best) )*(?:read-?alikes?|follow-?ups?|companions?|"
            r"recommendations?|suggestions?|alternatives?|comparable titles|comps)(?: for (?:fans|"
            r"readers|lovers) of| for someone who (?:loved|liked|enjoyed)| based on| for|"
            r" to)"
        ),
    ),
    frame(
        "similar",
        (
            r"(?:i(?:'m| am) a (?:big |huge )?fan of|my favou?rite (?:book|novel) is|for (?:fans|"
            r"lovers|readers) of)"
        ),
        rf"(?:{_NEXT})?",
    ),
    frame(
        "similar",
        r"if (?:i|you|we)(?:'ve| have)? (?:loved|liked|enjoyed|read)",
        r",?\s+(?:you|i|we) (?:may|might|will|would|should|could|can)\b.*",
    ),
    frame(
        "similar",
        r"(?:people|readers|those|fans|everyone) who (?:liked|loved|enjoyed|read)",
        r"\s+(?:also|will|would|might|should)\b.*",
    ),
    frame(
        "similar",
        (
            r"(?:what|which)(?: \w+){0,2} would (?:an? |any |the )?(?:fans?|lovers?|readers?|"
            r"admirers?|someone|somebody|people)(?: of| who (?:likes?|loved?|liked|enjoyed?|"
            r"enjoys))"
        ),
        r"\s+(?:also )?(?-i:enjoy|like|love|read|appreciate|want|pick).*",
    ),
    frame("similar", r"(?:fans|lovers|readers) of", r"\s+(?:also|will|would|might|should)\b.*"),
    frame(
        "similar",
        "",
        (
            r",?\s+(?:read-?alikes?|lookalikes?|and similar(?: books| novels)?|or similar(?: books)?|"
            r"or something (?:similar|like (?:it|that))|but (?:\w+)er)"
        ),
    ),
    frame("similar", r"wenn (?:mir|ihnen|dir|einem)", r"\s+gefallen hat[,.].*"),
    frame("similar", r"(?:etwas|bücher|romane|was)?\s*(?:ähnlich(?:es|e)?(?: bücher)? (?:wie|zu))"),
    frame("similar", r"j'(?:ai (?:\w+ )?(?:aimé|adoré|lu)|adore|aime)", _STOP),
    frame("similar", r"me (?:gustó|encantó|gusta|encanta)(?: mucho)?", _STOP),
    frame("similar", r"(?:mi (?:è piaciut[oa]|piace)|ho (?:amato|adorato|letto))(?: molto)?", _STOP),
)
