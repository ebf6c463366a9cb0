"""Wishes for books like one that is named: "I loved…, what should I read next?"."""

from __future__ import annotations

from archivist.librarian.reading.frame import frame, frames

_SETS = {
    "have": "['ve|have|had]",
    "really": "[really|just|absolutely|quite|so|also|recently|thoroughly]",
    "liked": "{really} {really} (love|loved|like|liked|enjoy|enjoyed|adore|adored|finished [reading]|read|devoured)",
    "next": "[(yesterday|today|last night|last week) [,|.]] [and|so|now|but] "
    "(what {what}|which|where|{wish}|{ask}|(any|anything) [else] *|(something|more) *)",
    "what": "('s|is|to|now|should|can|could|do|else|would|other|next|shall|might)",
    "wish": "i ('m|am) (looking|searching) for|[i] (want|need|would like|'d like)|looking for",
    "ask": "(can|could|do) you|(is|are) there|recommend*|suggest*|please|(give|show|find|help) me|who else|how about",
    "then": "[so|and] [can you] [please] (find|show|give|suggest|recommend|get|any|what|another|more|something)",
    "should": "should|can|could|do|shall|would|might|to",
    "like": "like|similar to|comparable (to|with)|akin to|reminiscent of|along the lines of|"
    "in the (vein|style|spirit|same vein) (of|as)",
    "things": "something|anything|more|book|books|novel|novels|other|others|stuff|reads|titles|stories|works",
    "alikes": "read-alike|read-alikes|readalike|readalikes|follow-up|follow-ups|followup|followups|companion*|"
    "recommendation|recommendations|suggestion|suggestions|alternative|alternatives|comparable titles|comps",
    "fans": "fan|fans|lover|lovers|reader|readers|admirer|admirers",
    "who": "(who|that) (like|likes|love|loves|loved|liked|enjoy|enjoys|enjoyed|read)",
    "would": "also|will|would|might|may|should|could|can",
}

_SAME = {
    "same": "[is there|are there|do you have|have you got|has|and] [any|anything|something|what|more|some|another] "
    "[else|other|more] [*] (by|from) (the|that|this) same (author|writer|person)|"
    "(what|which) (else|other *) (has|have|did) (the|that|this) [same] (author|writer) [ever] (written|write|wrote)|"
    "[was|gibt es|etwas|noch etwas|mehr|andere *|weitere *] (vom|von dem|von der) "
    "(selben|gleichen) (autor|autorin)|[etwas|mehr|andere *|weitere *] von derselben autorin|"
    "[autre chose|d'autres *|un autre *] (du même auteur|de la même (autrice|auteure))|"
    "[algo más|otros *|otro *] (del mismo autor|de la misma autora)|"
    "[altro|altri *|un altro *] (dello stesso autore|della stessa autrice)",
    "things": "anything|something|more|everything|books|novels|works|stories|(other|another|all) (book|books|novel|"
    "novels|works)",
    "who": "(the|that|this) [same] (author|writer|man|woman|person|guy) (of|as|behind|who wrote|that wrote)|"
    "whoever wrote",
    "autor": "(vom autor|von der autorin) von|de (l'auteur|l'autrice) (de|d')|del autor de|de la autora de|"
    "dell'(autore|autrice) di",
}
THE_REST = frames(
    "rest",
    """
    [hi|hello] [,|!|.] (i|we|he|she|they|(my|our) *) {have} {liked} _ {same} ...
    _ {same} ...
    [other|all] {things} [else] (by|from) {who} _
    (what|which) (else|other *|*) (has|have|did|does) {who} _ [ever] [also] (written|write|wrote)
    (bücher|romane|livres|romans|libros|novelas|libri|romanzi) {autor} _
    """,
    _SETS | _SAME,
)

SIMILAR = (
    *frames(
        "similar",
        """
        [just|really|absolutely] [really|absolutely] (loved|enjoyed|adored|finished|devoured) _ {next} ...
        just read _ {next} ...
        [just|really|absolutely] (loved|adored|enjoyed) _ [any] (rec|recs|suggestion|suggestions|more|what next|next)
        (my|our) [all-time|absolute] (favourite|favorite) [book|novel|read|one] (is|was|has to be) _ {then} ...
        [hi|hello] [,] (i|we|my *) {have} {liked} _ {next} ...
        (if|since|because|as|given that) (i|you|we|someone|they) {have} {liked} _ {next} ...
        (if|since|because|as|given that) (i|you|we|someone|they) {have} {liked} _ (,|;) ...
        (what|which|anything|something|book|books) [*] [*] [*] [*] [*] if (i|you|we) {have} {liked} _
        (what|which) [*] [*] [*] {should} [i|we|you] [*] (read|try|pick up|recommend) [next] {after} _
        (after|since|[after] having) (read|reading|finished|finishing|loved|loving|enjoyed|enjoying) _ {next} ...
        what ['s|is|to read] [next] after _
        (what|which) [other] [*] [*] (is|are|'s|resemble|resembles|read|reads|feel|feels) [*] {like} _
        {things} [else] {like} _
        {a} {a} {alikes} [for|to|based on|for {fans} of|for someone {who}] _
        {fond} _ {next} ...
        {fond} _
        if (i|you|we) {have} (loved|liked|enjoyed|read) _ (you|i|we) {would} ...
        (people|readers|those|fans|everyone) {who} _ {would} ...
        (what|which) [*] [*] (do|did|would|should) [other|most] (people|readers|those|fans|everyone) {who} _ {enjoy}
        (what|which) [*] [*] would [a|an|any|the] ({fans} of|({fans}|someone|somebody|people) {who}) _ [also] {enjoy}
        (what|which) [*] [*] would [a|an|any|the] ({fans} of|({fans}|someone|somebody|people) {who}) _ also {enjoy} ...
        {fans} of _ {would} ...
        _ (read-alike|read-alikes|readalike|readalikes|lookalike|lookalikes)
        _ (and|or) similar [books|novels]
        _ or something (similar|like (it|that))
        _ but *er
        wenn (mir|ihnen|dir|einem) _ gefallen hat ...
        [etwas|bücher|romane|was] (ähnlich|ähnliches|ähnliche) [bücher] (wie|zu) _
        """,
        _SETS
        | {
            "a": "[a|an|any|some|good|great|the|best]",
            "after": "(after|following|once i ['ve] finished) [reading|finishing]",
            "fond": "i ('m|am) a [big|huge] fan of|my (favourite|favorite) (book|novel) is|for {fans} of",
            "enjoy": "(enjoy|like|love|read|appreciate|want [to read]|pick [up]) [too|next|as well]",
        },
    ),
    frame("similar", r"j'(?:ai (?:\w+ )?(?:aimé|adoré|lu)|adore|aime)", r"(?:[,;!]|(?<!\s[A-Z])\.)\s*.*"),
    frame("similar", r"me (?:gustó|encantó|gusta|encanta)(?: mucho)?", r"(?:[,;!]|(?<!\s[A-Z])\.)\s*.*"),
    frame("similar", r"mi (?:è piaciut[oa]|piace)(?: molto)?", r"(?:[,;!]|(?<!\s[A-Z])\.)\s*.*"),
    frame("similar", r"ho (?:amato|adorato|letto)(?: molto)?", r"(?:[,;!]|(?<!\s[A-Z])\.)\s*.*"),
)
