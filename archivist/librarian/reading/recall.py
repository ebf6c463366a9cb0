"""Questions about the conversation itself: "what did we talk about", "which books have you shown me"."""

from __future__ import annotations

import re

_SHOWN = (
    r"(?:shown|showed|recommended|suggested|given|found|mentioned|told|listed|brought up|"
    r"offered|discussed|talked about|named)"
)
_BEFORE = (
    r"(?:before|earlier|last time|yesterday|so far|already|previously|last week|in the past|"
    r"until now|up to now|today|just now|a moment ago)"
)

_RULES = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        (
            r"\bwhat (?:did|have|had|were|are|was) (?:we|i)\b.{0,20}\b(?:talk(?:ed|ing)?|"
            r"discuss(?:ed|ing)?|chat(?:ted|ting)?|speak(?:ing)?|spoken|spoke|cover(?:ed)?|"
            r"look(?:ed|ing)? (?:at|for|up)|search(?:ed|ing)?|ask(?:ed|ing)?)\b"
        ),
        (
            r"\b(?:which|what) (?:books?|titles?|novels?|authors?|topics?|subjects?|questions?)\b.{0,15}\b(?:have|"
            r"did|had|were) (?:you|we|i)\b.{0,12}\b(?:"
        )
        + _SHOWN[3:-1]
        + (
            r"|show|recommend|suggest|give|find|mention|list|ask|asked|discuss|talk|search|"
            r"searched|look|looked|see|seen|saved|liked|rated)\b"
        ),
        (
            r"\bwhat do you (?:still )?(?:remember|recall|know about (?:me|us|our (?:chat|"
            r"conversation)))\b(?!.*\b(?:by|book called)\b)"
        ),
        (
            r"^(?:do|can|did) you (?:still )?(?:remember|recall) (?:me|us|our|what|which|"
            r"my|when we|the (?:last|first|previous)|anything|that (?:book|conversation))\b"
        ),
        (
            r"\b(?:our|my|the) (?:previous|last|earlier|past|recent|former) (?:conversations?|"
            r"chats?|questions?|searches|search|visits?|sessions?|requests?|recommendations?|"
            r"discussions?)\b"
        ),
        (
            r"\b(?:my|our|the|show|search|reading) (?:search |chat |conversation |reading |"
            r"question )?history\b(?=\s*[?.!]*$|\s+(?:with you|so far|please|here))"
        ),
        (
            rf"\b(?:books?|titles?|novels?|ones?|list|everything|anything|what)\b.{{0,12}}\b(?:you|"
            rf"we|you've|we've|you have|we have)\s+(?:have |had |already |just |already have )*{_SHOWN}(?: "
            rf"(?:to )?me)?(?:\s+(?:about|to me|me))?(?:\s+{_BEFORE})?[\s?.!]*$"
        ),
        (
            r"\bwhat (?:did|have|had) you (?:already |just )?(?:show|tell|recommend|suggest|"
            rf"give|find|mention|say|{_SHOWN[3:-1]})\b(?:.{{0,10}}\b{_BEFORE})?"
        ),
        (
            r"\bremind me (?:what|which|of what|of which|of (?:the|our|my))\b.{0,20}\b(?:we|"
            r"you|i|books?|last|conversation)\b"
        ),
        r"\b(?:recap|summari[sz]e|sum up|review) (?:our|the|this) (?:conversation|chat|discussion|session)\b",
        r"\bwhere (?:were|did) we(?: left off| leave off)?[\s?.!]*$",
        (
            r"\bwas (?:haben wir|habe ich|hast du mir)\b.{0,30}\b(?:besprochen|geredet|gesprochen|"
            r"gezeigt|empfohlen|gefragt|gesucht)\b"
        ),
        (
            r"\bwelche bücher (?:hast|haben)\b.{0,20}\b(?:gezeigt|empfohlen|gefunden)\b|\b(?:woran|"
            r"an was) erinnerst du dich\b"
        ),
        (
            r"\bde quoi (?:avons-nous|avons nous|on a|a-t-on)\b.{0,8}\bparlé\b|\bquels livres m'(?:as-tu|"
            r"avez-vous)\b.{0,10}\b(?:montrés?|recommandés?|conseillés?)\b|\bde quoi (?:te souviens-tu|"
            r"vous souvenez-vous)\b"
        ),
        (
            r"\bde qué (?:hablamos|hemos hablado)\b|\bqué libros me (?:has|ha) (?:mostrado|"
            r"recomendado|enseñado)\b|\bqué recuerdas\b"
        ),
        r"\bdi (?:che )?cosa abbiamo parlato\b|\bquali libri mi hai (?:mostrato|consigliato)\b|\bcosa ricordi\b",
    )
)


def asks_to_recall(text: str) -> bool:
    """True when the visitor asks what was said, searched or shown before."""
    return any(rule.search(text) for rule in _RULES)
