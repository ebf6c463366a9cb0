"""Questions for one fact of one book: "who wrote…", "when was… published?", and whether it is there at all."""

from __future__ import annotations

from archivist.librarian.reading.frame import WHAT_IS, Frame, frame
from archivist.librarian.reading.values import Fact

_CAME_OUT = (
    r"\s+(?:(?:first|originally)\s+)?(?:been\s+)?(?:published|written|released|printed|"
    r"come out|appear|issued)(?:\s+first)?(?:\s+in)?"
)

_PAGES = (
    (r"how many pages (?:does|do|are there in|are in|has|is|in)", r"(?:\s+(?:have|has|long|contain))?"),
    (r"(?:what(?:'s| is) the )?(?:number of pages|page count|page number|length) (?:of|in|for)", ""),
    (r"how (?:long|thick|big) (?:is|was)(?: the (?:book|novel))?", ""),
    (r"how many pages long is", ""),
    (r"(?:tell me |do you know )?how (?:long|thick|many pages)", r"\s+(?:is|has)"),
    (r"is", r"\s+(?:a |an )?(?:very |really )?(?:long|short|thick|quick) (?:book|read|novel|one)"),
    (
        "",
        (
            r"[,:]?\s+(?:page count|length|number of pages|how many pages|seitenzahl|wie viele seiten|combien de pages|"
            r"cuántas páginas|quante pagine)"
        ),
    ),
    ("", r"\s+(?:es|è|est) (?:muy |molto |très )?(?:largo|lungo|long)"),
    (r"wie viele seiten (?:hat|haben|umfasst)|wie (?:lang|dick|umfangreich) ist|seitenzahl von", ""),
    (r"(?:de )?cu[aá]ntas p[aá]ginas (?:tiene|son|hay en)|(?:cómo|qué tan|cuán) (?:de )?largo es", ""),
    (r"quante pagine (?:ha|ci sono in|sono)|quanto è lungo", ""),
)
_ISBN = (
    (rf"(?:{WHAT_IS} )?(?:the )?isbns?(?: number)?(?: numbers)? (?:of|for)", ""),
    ("", r",?\s+isbn(?: number)?"),
    (r"(?:welche isbn hat|(?:wie lautet |was ist )?die isbn (?:von|zu)|isbn von)", ""),
    (r"quel est l'isbn d(?:e|u)", ""),
    (r"(?:cuál|cual) es el isbn de", ""),
)
_WHO = (
    (r"wer", r"\s+(?:geschrieben|verfasst) hat"),
    (r"who(?:'s| is) behind", ""),
    (r"c'est de qui", ""),
    (r"wer (?:hat|schrieb|verfasste)", r"(?:\s+(?:geschrieben|verfasst))?"),
    (r"von wem (?:ist|stammt|wurde)", r"(?:\s+geschrieben)?"),
    (r"qui (?:a écrit|est l'auteure? d[eu']|est l'auteur du livre|écrivit)", ""),
    (r"(?:de qui est|quel est l'auteur de|l'auteur de)", ""),
    (r"qui[ée]n (?:escribió|escribio|ha escrito|es el autor de|es la autora de|fue el autor de)", ""),
    (r"de qui[ée]n es|(?:el )?autor de", ""),
    (r"chi (?:ha scritto|scrisse|è l'autore di|è l'autrice di)|di chi è|(?:l')?autore di", ""),
)
_WHEN = (
    ("", r",?\s+(?:(?:first |original )?(?:release|publication|publishing) (?:year|date)|year of publication)"),
    (
        r"wann (?:ist|wurde|erschien|kam)",
        r"(?:\s+(?:(?:zum ersten mal |zuerst )?(?:erschienen|veröffentlicht|geschrieben|heraus|herausgekommen|raus)))?",
    ),
    (r"how old is(?=\s+(?-i:[A-Z\ue000-\ue03f]))", ""),
    (r"(?:aus welchem jahr (?:ist|stammt)|in welchem jahr (?:erschien|ist|wurde)|von wann ist)", r"(?:\s+erschienen)?"),
    (r"quand (?:a été publié|est paru|est sorti|a paru|fut publié)", ""),
    (r"(?:quand|en quelle année)", r"\s+(?:est-(?:il|elle) (?:sortie?|parue?)|a-t-(?:il|elle) (?:été publiée?|paru))"),
    (r"(?:cuándo|en qué año|qué año) (?:se (?:publicó|escribió|editó)|fue publicad[oa]|salió|apareció)", ""),
)


def _asking(fact: Fact, forms: tuple[tuple[str, str], ...]) -> tuple[Frame, ...]:
    return tuple(frame("fact", before, after, fact=fact) for before, after in forms)


FACTS = (
    *_asking("author", _WHO),
    *_asking("year", _WHEN),
    *_asking("pages", _PAGES),
    *_asking("isbn", _ISBN),
    frame(
        "fact",
        (
            r"(?:do you know |tell me |can i ask )?who(?: was it that| is it that|ever)? (?:wrote(?! about| on)|"
            r"has written|had written|writes(?! about| on)|authored|penned)"
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
    frame("fact", r"(?:the )?year of (?:publication|release) (?:of|for)", fact="year"),
    frame("fact", r"(?:do you know |tell me )?when (?:was|were|did|is)", _CAME_OUT, fact="year"),
    frame("fact", r"(?:in )?(?:what|which) year (?:was|were|did)", _CAME_OUT, fact="year"),
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
