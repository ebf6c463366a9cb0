"""How questions look that only the conversation explains: "another one", "by the same author", "older ones"."""

from __future__ import annotations

import re

from archivist.librarian.reading.values import Fact

_PERSON = (
    r"(?:he|she|they|him|her|them|his|hers|theirs?|that (?:author|writer)|this (?:author|"
    r"writer)|the (?:same )?(?:author|writer)|(?:the )?same (?:author|writer|person|"
    r"guy|woman|man)|ihm|ihr|er|sie)"
)
SAME_AUTHOR = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        rf"\b(?:by|from|of)\s+{_PERSON}$",
        (
            rf"^(?:what|which)\b.*\b(?:has|have|did|does|do|had)\s+{_PERSON}\b.*\b(?:written|"
            r"write|wrote|publish|published)\b.*$"
        ),
        (
            r"^(?:(?:what are|show me|any|list|and|are there|tell me about) )*(?:all )?(?:of )?(?:his|"
            r"her|their|this author's|that author's|the author's)\s+(?:\w+ ){0,2}(?:books?|"
            r"novels?|works?|titles|stories|poems|stuff|bibliography)$"
        ),
        rf"^(?:has|have|did)\s+{_PERSON}\s+(?:written|write|publish\w*)\b.*$",
        (
            r"\b(?:vom selben autor|von derselben autorin|von (?:ihm|ihr)|du même auteur|"
            r"de la même auteure?|del mismo autor|de la misma autora|dello stesso autore|"
            r"della stessa autrice)$"
        ),
    )
)
LIKE_IT = re.compile(
    r"^(?:(?:show|give|find|recommend|suggest|i want|i'd like|do you have|have you got|"
    r"any|is there|are there|got)(?: me)?(?: any)? ?)?(?:(?:something|anything|books?|"
    r"more|others?|novels?|ones?|what else is)\b\s*)*"
    r"(?:like|similar to|in the (?:vein|style) of|along the lines of)\s+(?P<which>.+)$|"
    r"^(?:(?:something|anything|more|some|any|others?|other|find|show me|give me|"
    r"do you have|recommend)\s+)*(?:similar|alike|comparable)(?:\s+(?:ones?|books?|"
    r"novels?|titles))?$|^(?:more of the same|etwas ähnliches|ähnliche bücher|quelque chose de semblable|"
    r"algo parecido|algo similar|qualcosa di simile)$",
    re.IGNORECASE,
)
MORE = re.compile(
    r"^(?:(?:can|could) i (?:have|get|see) |(?:do you have|have you got|show me|give me|"
    r"find me|find|any|are there|is there|i want|i'd like|list|suggest|recommend|"
    r"let's see|and|tell me) ?(?:me )?)?(?:any |some |a few |yet )?"
    r"(?:another(?: (?:one|book|novel|suggestion|recommendation))?|one more|more(?: (?:of them|"
    r"of these|of those|books|novels|results|titles|options|suggestions|like (?:this|"
    r"that|these|those)))?|others?|other (?:ones|books|novels|options|suggestions|"
    r"titles)|(?:something|anything|someone|what|nothing) (?:else|different|other)|"
    r"different (?:ones?|books?)|next(?: (?:one|page|ones))?|the next one|the rest|"
    r"additional ones)$"
    r"|^(?:again|try again|once more|retry|repeat(?: that)?|go on|continue|keep going|"
    r"yes|yes please|yeah|yep|sure|ok|okay|do it|go ahead|sounds good|no|nope|not (?:that one|"
    r"those|these|that))$"
    r"|^(?:i(?:'ve| have) (?:already )?read (?:it|that|those|that one|them)(?: already)?|"
    r"already read (?:it|that|those))$"
    r"|^(?:noch (?:eins|eines|einer|mehr|welche)|mehr|andere|weitere|un autre|une autre|"
    r"encore(?: un| une)?|d'autres|otro|otra|más|otros|un altro|un'altra|altri|ancora|"
    r"di più)$",
    re.IGNORECASE,
)
OLDER = re.compile(
    r"\b(?:older|earlier|less recent|ältere|älter|plus anciens?|más antiguos?|più vecchi)\b", re.IGNORECASE
)
NEWER = re.compile(
    r"\b(?:newer|more recent|later|more modern|neuere|neuer|plus récents?|más recientes?|más nuevos?|più recenti)\b",
    re.IGNORECASE,
)
SHORTER = re.compile(
    r"\b(?:shorter|less long|thinner|quicker|kürzere?[rs]?|dünnere?[rs]?|plus courts?|plus court[es]*|más cort[oa]s?|"
    r"più (?:brev[ei]|cort[oaie]))\b",
    re.IGNORECASE,
)
LONGER = re.compile(
    r"\b(?:longer|thicker|bigger|längere?[rs]?|dickere?[rs]?|plus longs?|plus longues?|más larg[oa]s?|più "
    r"lungh?[oaie])\b",
    re.IGNORECASE,
)
SOMEBODY_ELSE = re.compile(
    r"\b(?:by|from)\s+(?:someone|somebody|anyone|anybody|another|other|a different|different|some other)(?:\s+(?:else|"
    r"author|authors|writer|writers|people|one))?$|^(?:another|a different|different|other) (?:author|writer)s?$|"
    r"\b(?:von (?:jemand(?:em)? ander(?:e[mn]|s)|ander(?:en|er|em) autor(?:en|in)?|einem anderen autor)|"
    r"d'un autre auteur|d'une autre auteure|d'autres auteurs|de otros? autor(?:es)?|de otra autora|"
    r"di (?:un )?altr[oi] autor[ei]|di qualcun altro)$",
    re.IGNORECASE,
)
BETTER = re.compile(r"\b(?:best|better|top|highest|highly)[\s-]*(?:rated|ones?|reviewed)?\b", re.IGNORECASE)
ONLY_WORDS = re.compile(
    (
        r"^(?:and |but |any |only |just |what about |how about |do you have |is there |"
        r"are there |show me |give me |something |anything |the |some |maybe |also |ones? |"
        r"them |it |that |those |these |books? |published |written |available )*"
    ),
    re.IGNORECASE,
)
ONES = re.compile(
    r"^(?:ones?|books?|them|those|it|available|please|only|ones only|too|as well|version|edition)?[\s?!.]*$",
    re.IGNORECASE,
)
INSTEAD = re.compile(
    (
        r"^(?:and |but |or |then )?(?:what about|how about|and|and what about|und|et|"
        r"y|e)\s+(?:(?:books?|novels?|some|something|one|any)\s+)*(?P<link>about |on |"
        r"by |with |von |über |de |sur |sobre |di |su )?(?P<what>.+?)(?: instead)?[\s?!.]*$"
    ),
    re.IGNORECASE,
)
INSTEAD_AFTER = re.compile(
    r"^(?!.*\b(?:one|ones|it|them|that|those)\b)(?:rather\s+)?(?:(?:books?|novels?|something|anything)\s+)?"
    r"(?P<link>about |on |by )?(?P<what>.+?)\s+(?:instead|stattdessen)$",
    re.IGNORECASE,
)
FACT_ALONE: tuple[tuple[re.Pattern[str], Fact], ...] = (
    (
        re.compile(
            (
                r"^(?:who(?:'s| is| was)? (?:the |its )?(?:author|writer)|(?:and )?(?:the |its )?author|"
                r"by whom|who by|who wrote that|wer (?:hat es geschrieben|ist der autor)|qui l'a écrit|"
                r"quién lo escribió|chi l'ha scritto)$"
            ),
            re.IGNORECASE,
        ),
        "author",
    ),
    (
        re.compile(
            (
                r"^(?:and )?(?:when|what year|which year|from when|how old is it|when did it come out|"
                r"when is it from|published when|what date|wann|wann erschien es|wann war das|quand|cuándo|"
                r"quando)(?: was (?:it|that)(?: published| written)?)?$"
            ),
            re.IGNORECASE,
        ),
        "year",
    ),
    (
        re.compile(
            r"^(?:and )?(?:how (?:long|thick|big) is (?:it|that one|this one)|(?:how many )?pages(?: (?:does it "
            r"have|are there|is it))?|"
            r"is (?:it|that|this) (?:a )?(?:very |really )?(?:long|short|thick)(?: (?:book|one|read))?|length|page "
            r"count|"
            r"wie (?:lang|dick) ist es|wie viele seiten(?: hat es)?|combien de pages|cuántas páginas(?: tiene)?|"
            r"quante pagine(?: ha)?)$",
            re.IGNORECASE,
        ),
        "pages",
    ),
    (re.compile(r"^(?:and )?(?:what(?:'s| is) )?(?:the |its )?isbn$", re.IGNORECASE), "isbn"),
)
TELL = re.compile(
    (
        r"^(?:tell me more|(?:the |its )?(?:plot|summary|synopsis|story|blurb|description)|what happens(?: in it)?|"
        r"more about (?:it|this|that)|(?:give me )?more (?:details|information|"
        r"info)|details|what(?:'s| is) (?:it|that|this) about|worum geht es|de quoi ça parle|"
        r"de qué trata|di cosa parla|go into detail|elaborate)$"
    ),
    re.IGNORECASE,
)
WORTH = re.compile(
    (
        r"^(?:is (?:it|this|that)(?: book| one)?(?: any)? (?:good|worth reading|worth it)|"
        r"any good|(?:any |the )?reviews|(?:what(?:'s| is| are) )?(?:the |its )?(?:ratings?|reviews?|scores?)(?: "
        r"like)?|what do people (?:think|say)(?: (?:of|about) (?:it|"
        r"this|that))?|ratings?|how (?:good|well rated) is it)$"
    ),
    re.IGNORECASE,
)
