"""Questions for the contents of a book and for what readers say of it."""

from __future__ import annotations

from archivist.librarian.reading.frame import ASKED_FOR, frame, frames

_SETS = {
    "asked": ASKED_FOR,
    "fully": "[all|actually|really|mainly|mostly]",
    "know": "i ('d|would) like to (know|learn|hear)|i want to (know|hear)|let me know|tell (me|us)|teach me|"
    "talk [to me]",
    "more": "[something|anything|more|a bit [more]|a little [more]|everything|all|a few words]",
    "facts": "[have|give me|got|need|any|some|find] [some|any|more|the] (info|information|details|facts|background)",
    "about": "about|on|regarding",
    "summary": "plot|summary|synopsis|description|overview|premise|blurb|storyline|gist|outline|recap",
    "short": "[short|brief|quick|little|detailed|general|main]",
    "novel": "novel|story|memoir|biography|play|poem|thriller|romance|mystery|book for * ...",
    "opinions": "review|reviews|rating|ratings|opinion|opinions|critiques|verdict|verdicts|feedback|score|scores",
    "people": "people|readers|critics|others|everyone|everybody|reviewers|you|they|the critics|most people|"
    "goodreads [users]",
    "think": "think|thinking|say|saying|feel|make|like",
    "show": "(show|give|find|get|read) [me|us]|are there|any|do you have|have you got|see|how are|"
    "i ('d|would) like [to (see|read)]|i want [to (see|read)]",
    "good": "[the|some|any|a|all|good|bad|reader|readers'|critics'|critical|honest]",
    "well": "good|bad|popular|well rated|well liked|highly rated|well received",
    "worth": "[any] good|worth (reading|it|my time|a read|the hype|buying)|recommended|well (rated|reviewed|liked)|"
    "popular|overrated|a good (book|read|novel)",
}

DESCRIBE = (
    *frames(
        "describe",
        """
        [so] what ('s|is|was|are|were) _ {fully} {fully} [on] about
        whats _ {fully} [on] about
        [explain [to me]|describe|say] what _ (is|was|are|were) {fully} about
        [explain [to me]|describe|say] what _ (deal|deals) with
        [explain [to me]|describe|say] what _ (talk|talks) about
        [explain [to me]|describe|say] what _ (cover|covers)
        what (happens|goes on) in _
        [{asked}] [me] [a|an|the|some] {short} {short} {summary} (of|for|to|behind|in) _
        ({asked}) [the] [main] (story|content|contents|theme|themes) (of|behind|in) _
        summarise|summarize|describe|explain|sum up|outline|introduce [me to] _
        ({know}) {more} {more} {about} _
        say something {about} _
        {facts} {about} _
        [some|a bit|a little] more (about|on) _
        what (can|could) you tell me {about} _
        what do you know (about|of) _
        (worum|um was) (gehts|geht ['s|es]) [eigentlich] (in|im|bei|beim) _
        """,
        _SETS,
    ),
    frame("describe", r"what(?:'s| is| was)(?=\s+(?-i:[A-Z\ue000-\ue03f]))", r"\s+like"),
    *frames(
        "describe",
        """
        (c'est quoi|quelle est|raconte-moi|racontez-moi) l'histoire (de|du|d') _
        (raconte|racontez|résume|résumez) [-moi] !(un|une) _
        che storia racconta _
        [qual è] la trama di _
        (was passiert|que se passe-t-il|qué pasa|cosa succede) (in|dans|en) _
        resumen (de|del)|riassunto (di|del|della)|résumé (de|du|d')|zusammenfassung (von|zu)|inhalt von _
        wovon handelt _
        (is|isn't|isnt|was) _ (a|an) [* [- *] [- *]] {novel}
        (erzähl|erzähle) [mir] [etwas|mehr] (über|von) _
        de quoi (parle|traite) _
        qu'est-ce que [ça] raconte _
        di [che] cosa (parla|tratta) _
        di che (parla|tratta) _
        (de|sobre) qué (trata|va|habla) _
        (háblame|cuéntame) (de|sobre) _
        (parlami|raccontami) (di|del|della) _
        """,
        _SETS,
    ),
)

REVIEWS = frames(
    "reviews",
    """
    what (do|did|does|are|is) {people} {think} [of|about] _
    what ('s|is) the [general] (consensus|opinion|verdict|word|rating|reception) (on|of|for|about) _
    [{show}|{asked}] [me] {good} {good} {opinions} (of|for|on|about) _
    how [well] (is|are|was|were) _ (rated|reviewed|received|regarded|liked)
    wie gut ist _
    how {well} (is|was|are) _
    (is|are|was) _ {worth}
    (should i|would you) (read|recommend|bother (with|reading)) _
    [any|your] (thoughts|views|opinion|opinions|take) (on|of|about) _
    lohnt [es] sich [,] _ [zu lesen]
    ist _ [sehr|wirklich] (gut|lesenswert|empfehlenswert)
    ist _ ein gutes buch
    (vale la pena|merece la pena|ne vale la pena) [leer|leggere] _
    è bello|è buono|es bueno|qué tal [es|está]|com'è _
    (does|do|did|has|have) _ [have|had|got|get|gotten] (any|good|bad|positive|negative) {good} {opinions}
    [how] (do|did) (people|readers|critics|you) (like|enjoy|love|recommend|hate) _
    _ reviews|review|ratings|rating|opinions|critiques
    (rezensionen|bewertungen|kritiken|meinungen) (zu|von|über) _
    [les] (critiques|avis) [des lecteurs] (de|sur|du|d') _
    que pensent les (gens|lecteurs) (de|d') _
    qu'est-ce que les gens pensent (de|d') _
    (reseñas|opiniones|críticas) (de|sobre) _
    (recensioni|opinioni|critiche) (di|su|sul|sulla) _
    """,
    _SETS,
)
