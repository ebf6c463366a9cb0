"""Questions about the conversation itself: "what did we talk about", "which books have you shown me"."""

from __future__ import annotations

from archivist.librarian.reading.phrases import Phrases

_SETS = {
    "shown": "shown|showed|recommended|suggested|given|found|mentioned|told|listed|brought up|offered|discussed|"
    "talked about|named",
    "show": "{shown}|show|recommend|suggest|give|find|mention|list|tell|say",
    "talked": "talk*|discuss*|chat*|speak*|spoke|spoken|cover*|search*|ask*|(look|looked|looking) (at|for|up)",
    "done": "ask*|discuss|talk|search|searched|look|looked|see|seen|saved|liked|rated",
    "before": "before|earlier|last time|yesterday|so far|already|previously|last week|in the past|until now|up to now|"
    "today|just now|a moment ago",
    "earlier": "previous|last|earlier|past|recent|former",
    "visit": "conversation*|chat|chats|question*|search|searches|visit|visits|session*|request*|recommendation*|"
    "discussion*",
    "book": "book|books|title|titles|novel|novels|author|authors",
    "topic": "topic|topics|subject|subjects|question|questions",
}
_ASKED = Phrases(
    """
    what (did|have|had|were|are|was) (we|i) ... {talked}
    (which|what) ({book}|{topic}) ... (have|did|had|were) (you|we|i) ... ({show}|{done})
    what do you [still] (remember|recall) !(... (by|book called))
    what do you [still] know about (me|us|our (chat|conversation)) !(... (by|book called))
    (our|my|the) {earlier} {visit}
    (my|our|the|show|search|reading) [search|chat|conversation|reading|question] history .
    (my|our|the|show|search|reading) [search|chat|conversation|reading|question] history (with you|so far|please|here)
    {things} ... (you|we|you've|we've) [have|had] [already|just] [have|had] {shown} {to_me} [{before}] .
    what (did|have|had) you [already|just] {show}
    remind me (what|which|of what|of which|of (the|our|my)) ... (we|you|i|book|books|last|conversation)
    (recap|summarise|summarize|sum up|review) (our|the|this) (conversation|chat|discussion|session)
    where (were|did) we [left off|leave off] .
    was (haben wir|habe ich|hast du mir) ... (besprochen|geredet|gesprochen|gezeigt|empfohlen|gefragt|gesucht)
    welche bücher (hast|haben) ... (gezeigt|empfohlen|gefunden)
    (woran|an was) erinnerst du dich
    de quoi (avons-nous|avons nous|on a|a-t-on) ... parlé
    quels livres m'(as-tu|avez-vous) ... (montré|montrés|recommandé|recommandés|conseillé|conseillés)
    de quoi (te souviens-tu|vous souvenez-vous)
    de qué (hablamos|hemos hablado)
    qué libros me (has|ha) (mostrado|recomendado|enseñado)
    qué recuerdas
    di [che] cosa abbiamo parlato
    quali libri mi hai (mostrato|consigliato)
    cosa ricordi
    """,
    _SETS
    | {
        "to_me": "[[to] me] [about] [to] [me]",
        "things": "book|books|title|titles|novel|novels|one|ones|list|everything|anything|what",
    },
)
_BEGINS = Phrases(
    """
    (do|can|did) you [still] (remember|recall) {said}
    (did|have|had) (i|we) [already|ever] (ask|search|look|talk|asked|searched|looked|talked) [you] (about|for|at)
    (habe ich|haben wir) [schon|dich] [schon|dich] (nach|über) ... (gefragt|gesucht|gesprochen)
    (est-ce que j'ai|ai-je) [déjà] (demandé|cherché)
    [ya] [te|le] pregunté (por|sobre)
    [ti|le] ho [già] (chiesto|cercato)
    """,
    {
        "said": "me|us|our|what|which|my|when we|the (last|first|previous)|anything|that (book|conversation)",
    },
)


def asks_to_recall(text: str) -> bool:
    """True when the visitor asks what was said, searched or shown before."""
    return _BEGINS.begin(text) or _ASKED.stand_in(text)
