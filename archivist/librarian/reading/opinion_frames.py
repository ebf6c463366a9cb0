"""Questions for the contents of a book and for what readers say of it."""

from __future__ import annotations

from archivist.librarian.reading.frame import WHAT_IS, frame

_SUMMARY = r"(?:plot|summary|synopsis|description|overview|premise|blurb|storyline|gist|outline|recap)"

_OPINIONS = r"(?:reviews?|ratings?|opinions?|critiques|verdicts?|feedback|scores?)"

_PEOPLE = (
    r"(?:people|readers|critics|others|everyone|everybody|reviewers|you|they|the critics|"
    r"most people|goodreads(?: users)?)"
)

DESCRIBE = (
    frame(
        "describe",
        r"(?:so )?what(?:'s| is| was| are| were|s)",
        r"\s+(?:all |actually |really |mainly |mostly )*(?:about|on about)",
    ),
    frame(
        "describe",
        r"(?:explain (?:to me )?|describe |say )?what",
        (
            r"\s+(?:(?:is|was|are|were)\s+(?:all |actually |really |mainly )*about|deals? with|"
            r"talks? about|covers?)"
        ),
    ),
    frame("describe", r"what (?:happens|goes on) in"),
    frame(
        "describe",
        (
            rf"(?:{WHAT_IS} )?(?:me )?(?:(?:a|an|the|some) )?(?:(?:short|brief|quick|little|"
            rf"detailed|general|main) )*{_SUMMARY} (?:of|for|to|behind|in)"
        ),
    ),
    frame("describe", rf"{WHAT_IS} (?:the )?(?:main )?(?:story|contents?|themes?) (?:of|behind|in)"),
    frame("describe", r"(?:summari[sz]e|describe|explain|sum up|outline|introduce me to|introduce)"),
    frame(
        "describe",
        (
            r"(?:(?:i(?:'d| would) like to (?:know|learn|hear)|i want to (?:know|hear)|let me know|"
            r"tell (?:me|us)|teach me|talk(?: to me)?)(?: (?:something|anything|more|a bit|"
            r"a bit more|a little|a little more|everything|all|a few words))*|say something|"
            r"(?:have|give me|got|need|any|some|find)?(?: (?:some|any|more|the))? ?(?:info|"
            r"information|details|facts|background)) (?:about|on|regarding)"
        ),
    ),
    frame("describe", r"(?:some |a bit |a little )?more (?:about|on)"),
    frame("describe", r"what (?:can|could) you tell me (?:about|on|regarding)"),
    frame("describe", r"what do you know (?:about|of)"),
    frame("describe", r"(?:worum|um was) geht(?: es|'s)?(?: eigentlich)? (?:in|bei)"),
    frame("describe", r"what(?:'s| is| was)(?=\s+(?-i:[A-Z\ue000-\ue03f]))", r"\s+like"),
    frame("describe", r"(?:c'est quoi|quelle est|raconte-moi|racontez-moi) l'histoire d[eu']"),
    frame("describe", r"(?:raconte|racontez|résume|résumez)(?:-moi)?(?! une?\b)"),
    frame("describe", r"(?:che storia racconta|qual è la trama di|la trama di)"),
    frame("describe", r"(?:was passiert|que se passe-t-il|qué pasa|cosa succede) (?:in|dans|en)"),
    frame(
        "describe", r"(?:resumen d(?:e|el)|riassunto d(?:i|el|ella)|résumé d[eu]|zusammenfassung (?:von|zu)|inhalt von)"
    ),
    frame("describe", r"wovon handelt"),
    frame("describe", r"(?:erzähl|erzähle)(?: mir)?(?: etwas| mehr)? (?:über|von)"),
    frame("describe", r"de quoi (?:parle|traite)"),
    frame("describe", r"(?:de qué|sobre qué) (?:trata|va|habla)"),
    frame("describe", r"(?:háblame|cuéntame) (?:de|sobre)"),
    frame("describe", r"(?:parlami|raccontami) (?:di|del|della)"),
)

REVIEWS = (
    frame(
        "reviews",
        (
            rf"what (?:do|did|does|are|is) (?:{_PEOPLE}) (?:think|thinking|say|saying|feel|"
            r"make|like)(?: (?:of|about))?"
        ),
    ),
    frame(
        "reviews",
        (
            r"what(?:'s| is) the (?:general )?(?:consensus|opinion|verdict|word|rating|"
            r"reception) (?:on|of|for|about)"
        ),
    ),
    frame(
        "reviews",
        (
            rf"(?:(?:show|give|find|get|read)(?: me| us)? |{WHAT_IS} |are there |any |do you have |"
            r"have you got |see |i(?:'d| would) like(?: to see| to read)? |i want(?: to see|"
            r" to read)? |how are )?(?:me )?(?:(?:the|some|any|a|all|good|bad|reader|readers'|"
            rf"critics'|critical|honest) )*{_OPINIONS} (?:of|for|on|about)"
        ),
    ),
    frame("reviews", r"how(?: well)? (?:is|are|was|were)", r"\s+(?:rated|reviewed|received|regarded|liked)"),
    frame("reviews", r"wie gut ist"),
    frame("reviews", r"how (?:good|bad|popular|well rated|well liked|highly rated|well received) (?:is|was|are)"),
    frame(
        "reviews",
        r"(?:is|are|was)",
        (
            r"\s+(?:any good|good|worth (?:reading|it|my time|a read|the hype|buying)|recommended|"
            r"well (?:rated|reviewed|liked)|popular|overrated|a good (?:book|read|novel))"
        ),
    ),
    frame("reviews", r"(?:should i|would you) (?:read|recommend|bother (?:with|reading))"),
    frame("reviews", r"(?:any |your )?(?:thoughts|views|opinions?|take) (?:on|of|about)"),
    frame("reviews", r"(?:lohnt sich|lohnt es sich,?)", r"(?:\s+zu lesen)?"),
    frame("reviews", r"ist", r"\s+(?:(?:sehr |wirklich )?(?:gut|lesenswert|empfehlenswert)|ein gutes buch)"),
    frame("reviews", r"(?:vale la pena|merece la pena|ne vale la pena)(?: leer| leggere)?"),
    frame("reviews", r"(?:è bello|è buono|es bueno|qué tal(?: es| está)?|com'è)"),
    frame(
        "reviews",
        r"(?:does|do|did|has|have)",
        rf"\s+(?:have|got|get|gotten|had)?\s*(?:any |good |bad |positive |negative )+{_OPINIONS}",
    ),
    frame("reviews", r"(?:how )?(?:do|did) (?:people|readers|critics|you) (?:like|enjoy|love|recommend|hate)"),
    frame("reviews", "", r",?\s+(?:reviews?|ratings?|opinions|critiques)"),
    frame("reviews", r"(?:rezensionen|bewertungen|kritiken|meinungen) (?:zu|von|über)"),
    frame("reviews", r"(?:critiques|avis|les avis)(?: des lecteurs)? (?:de|sur|du)"),
    frame("reviews", r"(?:que pensent les (?:gens|lecteurs)|qu'est-ce que les gens pensent) de"),
    frame("reviews", r"(?:reseñas|opiniones|críticas) (?:de|sobre)"),
    frame("reviews", r"(?:recensioni|opinioni|critiche) (?:di|su|sul|sulla)"),
)
