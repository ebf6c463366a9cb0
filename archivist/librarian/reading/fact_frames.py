"""Questions for one fact of one book: "who wrote…", "when was… published?", and whether it is there at all."""

from __future__ import annotations

from archivist.librarian.reading.frame import WHAT_IS, frame

_CAME_OUT = (
    r"\s+(?:(?:first|originally)\s+)?(?:been\s+)?(?:published|written|released|printed|"
    r"come out|appear|issued)(?:\s+first)?(?:\s+in)?"
)

FACTS = (
    frame(
        "fact",
        (
            r"(?:do you know |tell me |can i ask )?who(?: was it that| is it that|ever)? (?:wrote|"
            r"has written|had written|writes|authored|penned)"
        ),
        fact="author",
    ),
    frame(
        "fact",
        (
            rf"(?:{WHAT_IS}|who(?:'s| is| was| are| were)) the (?:name of the )?(?:authors?|"
            r"writers?|creator|poet|novelist) (?:of|behind|who wrote)"
        ),
        fact="author",
    ),
    frame("fact", r"(?:the )?(?:author|writer|name of the author) of", fact="author"),
    frame("fact", r"(?:which|what) (?:author|writer|novelist|poet|person) (?:wrote|penned|is behind)", fact="author"),
    frame("fact", r"whose (?:book|novel|work|story) is", fact="author"),
    frame("fact", r"when did .{3,40}? (?:write|publish|release)", fact="year", holds_name=True),
    frame("fact", r"by whom (?:is|was)", r"(?:\s+written)?", fact="author"),
    frame("fact", r"who(?:'s| is| was)", r"\s+(?:written )?by", fact="author"),
    frame("fact", "", r"\s+(?:is|was) (?:written )?by (?:who|whom)", fact="author"),
    frame("fact", "", r",?\s+who(?:'s| is| was) the (?:author|writer)", fact="author"),
    frame("fact", "", r",?\s+(?:author|writer)", fact="author"),
    frame("fact", "", r",?\s+isbn(?: number)?", fact="isbn"),
    frame("fact", r"(?:the )?year of (?:publication|release) (?:of|for)", fact="year"),
    frame("fact", r"wer (?:hat|schrieb)", r"(?:\s+geschrieben)?", fact="author"),
    frame("fact", r"von wem (?:ist|stammt)", r"(?:\s+geschrieben)?", fact="author"),
    frame("fact", r"qui (?:a écrit|est l'auteur de|est l'auteure de)", fact="author"),
    frame("fact", r"qui[ée]n (?:escribió|escribio|es el autor de|es la autora de)", fact="author"),
    frame("fact", r"chi (?:ha scritto|scrisse|è l'autore di|è l'autrice di)", fact="author"),
    frame("fact", r"(?:do you know |tell me )?when (?:was|were|did|is)", _CAME_OUT, fact="year"),
    frame("fact", r"(?:in )?(?:what|which) year (?:was|were|did)", _CAME_OUT, fact="year"),
    frame(
        "fact",
        (
            rf"(?:{WHAT_IS} )?(?:the )?(?:original )?(?:publication|release|publishing) (?:date|"
            r"year) (?:of|for)"
        ),
        fact="year",
    ),
    frame("fact", r"the year(?: in which)?", _CAME_OUT, fact="year"),
    frame("fact", r"when", rf"\s+(?:was|were){_CAME_OUT}", fact="year"),
    frame("fact", r"how old is (?:the (?:book|novel|story))", fact="year"),
    frame("fact", r"wann (?:ist|wurde|erschien)", r"(?:\s+(?:erschienen|veröffentlicht|geschrieben))?", fact="year"),
    frame("fact", r"quand (?:a été publié|est paru|est sorti)", fact="year"),
    frame("fact", r"cuándo se (?:publicó|escribió)", fact="year"),
    frame("fact", r"quando è (?:stato pubblicato|uscito)", fact="year"),
    frame(
        "fact",
        r"how many pages (?:does|do|are there in|are in|has|is|in)",
        r"(?:\s+(?:have|has|long|contain))?",
        fact="pages",
    ),
    frame("fact", r"how (?:long|thick) is (?:the (?:book|novel))", fact="pages"),
    frame("fact", rf"(?:{WHAT_IS} )?(?:the )?isbns?(?: number)?(?: numbers)? (?:of|for)", fact="isbn"),
    frame(
        "fact",
        r"(?:in )?(?:what|which) language (?:is|was)",
        r"\s+(?:originally )?(?:written|published)(?: in)?",
        fact="language",
    ),
    frame("fact", r"who (?:published|publishes)", fact="publisher"),
    frame("fact", r"who(?:'s| is| was) the publisher of", fact="publisher"),
    frame("fact", r"(?:what|which) series (?:is|does)", r"(?:\s+(?:belong to|part of|in|from))?", fact="series"),
    frame("fact", r"is", r"\s+(?:part of|in|from) an? (?:series|trilogy)", fact="series"),
)

AVAILABLE = (
    frame(
        "request",
        r"(?:is|are)",
        (
            r"\s+(?:(?:still |currently )?available|in stock|on (?:the|your) shel(?:f|ves)|"
            r"in (?:your|the) (?:library|collection|catalog(?:ue)?|database)|to be found|"
            r"something you have)(?: here| now)?"
        ),
    ),
    frame(
        "request",
        r"(?:do you |can you )?(?:know|tell me) (?:if|whether)",
        r"\s+(?:exists|is a (?:real )?(?:book|novel))",
    ),
    frame("request", r"does", r"\s+exist"),
)
