"""Questions for one fact of one book: "who wrote…", "when was… published?", and whether it is there at all."""

from __future__ import annotations

from archivist.librarian.reading.frame import ASKED_FOR, frame, frames

_SETS = {
    "asked": ASKED_FOR,
    "tell": "[do you know|tell me|can i ask]",
    "is": "'s|is|was|are|were",
    "who": "who [was it that|is it that]|whoever",
    "writer": "author|authors|writer|writers|creator|poet|novelist|person",
    "pages": "page count|length|number of pages|how many pages|seitenzahl|wie viele seiten|combien de pages|"
    "cuántas páginas|quante pagine",
    "came_out": "[first|originally] [been] (published|written|released|printed|come out|appear|issued) [first] [in]",
    "erschienen": "[[zum ersten mal|zuerst] (erschienen|veröffentlicht|geschrieben|heraus|herausgekommen|raus)]",
}

FACTS = (
    *frames(
        "fact",
        """
        wer _ (geschrieben|verfasst) hat
        who ('s|is) behind _
        c'est de qui _
        wer (hat|schrieb|verfasste) _ [geschrieben|verfasst]
        von wem (ist|stammt|wurde) _ [geschrieben]
        qui (a écrit|écrivit|est (l'auteur|l'auteure) (de|du|d')|est l'auteur du livre) _
        [de qui est|quel est] l'auteur (de|du|d') _
        de qui est _
        (quién|quien) (escribió|escribio|ha escrito|(es|fue) el autor de|es la autora de) _
        de (quién|quien) es _
        [el] autor de _
        chi (ha scritto|scrisse|è (l'autore|l'autrice) di) _
        di chi è _
        [l'] autore di _
        """,
        fact="author",
    ),
    *frames(
        "fact",
        """
        _ [first|original] (release|publication|publishing) (year|date)
        _ year of publication
        wann (ist|wurde|erschien|kam) _ {erschienen}
        (aus welchem jahr (ist|stammt)|in welchem jahr (erschien|ist|wurde)|von wann ist) _ [erschienen]
        quand (a été publié|est paru|est sorti|a paru|fut publié) _
        (quand|en quelle année) _ est-(il|elle) (sorti|sortie|paru|parue)
        (quand|en quelle année) _ a-t-(il|elle) (été (publié|publiée)|paru)
        (cuándo|en qué año|qué año) (se (publicó|escribió|editó)|fue (publicado|publicada)|salió|apareció) _
        """,
        _SETS,
        fact="year",
    ),
    frame("fact", r"how old is(?=\s+(?-i:[A-Z\ue000-\ue03f]))", fact="year"),
    *frames(
        "fact",
        """
        how many pages (does|do|are there in|are in|has|is|in) _ [have|has|long|contain]
        [what ('s|is) the] (number of pages|page count|page number|length) (of|in|for) _
        how (long|thick|big) (is|was) [the (book|novel)] _
        how many pages long is _
        [tell me|do you know] how (long|thick|many pages) _ (is|has)
        is _ [a|an] [very|really] (long|short|thick|quick) (book|read|novel|one)
        _ {pages}
        _ (es|è|est) [muy|molto|très] (largo|lungo|long)
        wie viele seiten (hat|haben|umfasst) _
        wie (lang|dick|umfangreich) ist _
        seitenzahl von _
        [de] (cuántas|cuantas) (páginas|paginas) (tiene|son|hay en) _
        (cómo|qué tan|cuán) [de] largo es _
        combien de pages (fait|a|compte|comporte|y a-t-il dans|dans) _
        quante pagine (ha|ci sono in|sono) _
        quanto è lungo _
        """,
        _SETS,
        fact="pages",
    ),
    *frames(
        "fact",
        """
        [{asked}] [the] (isbn|isbns) [number|numbers] (of|for) _
        _ isbn [number]
        welche isbn hat _
        [wie lautet|was ist] [die] isbn (von|zu) _
        quel est l'isbn (de|du|d') _
        (cuál|cual) es el isbn de _
        """,
        _SETS,
        fact="isbn",
    ),
    *frames(
        "fact",
        """
        {tell} {who} (wrote|writes) !(about|on) _
        {tell} {who} (has written|had written|authored|penned) _
        ({asked}|who {is}) the [name of the] {writer} (of|behind|who wrote) _
        [the] (author|writer|name of the author) of _
        (which|what) {writer} (wrote|penned|is behind) _
        whose (book|novel|work|story) is _
        """,
        _SETS,
        fact="author",
    ),
    *frames("fact", "when did * ... (write|publish|release) _", fact="year", holds_name=True),
    *frames(
        "fact",
        """
        by whom (is|was) _ [written]
        who ('s|is|was) _ [written] by
        _ (is|was) [written] by (who|whom)
        _ [written] by (who|whom)
        _ who ('s|is|was) the (author|writer)
        _ (author|writer)
        """,
        fact="author",
    ),
    *frames(
        "fact",
        """
        [the] year of (publication|release) (of|for) _
        (what ['s|is|was]|whats|which is) the [publication|release|publishing] (year|date) (of|for) _
        [do you know|tell me] when (was|were|did|is) _ {came_out}
        [in] (what|which) year (was|were|did) _ {came_out}
        _ [first] (published|written|released|printed) [in] (when|which year|what year)
        """,
        _SETS,
        fact="year",
    ),
    *frames(
        "fact",
        "[in] (what|which) language (is|was) _ [originally] (written|published) [in]",
        fact="language",
    ),
    *frames(
        "fact",
        """
        who (translated|translates|did the translation of) _ [into (english|german|french|spanish|italian)]
        who ('s|is|was|are) the (translator|translators) (of|for) _
        (wer hat|von wem wurde) _ übersetzt
        qui a traduit _
        (quién|quien) (tradujo|ha traducido) _
        chi ha tradotto _
        """,
        fact="translator",
    ),
    *frames(
        "fact",
        """
        who (published|publishes) _
        who ('s|is|was) the publisher of _
        """,
        fact="publisher",
    ),
    *frames(
        "fact",
        """
        (what|which) series (is|does) _ [belong to|part of|in|from]
        is _ (part of|in|from) (a|an) (series|trilogy)
        """,
        fact="series",
    ),
)

AVAILABLE = frames(
    "request",
    """
    (which|what) (library|of your) (book|books) (is|are) [called] _
    (is|are) _ [still|currently] available [here|now]
    (is|are) _ (in stock|to be found|something you have) [here|now]
    (is|are) _ on (the|your) (shelf|shelves) [here|now]
    (is|are) _ in (your|the) (library|collection|catalog|catalogue|database) [here|now]
    [do you|can you] (know|tell me) (if|whether) _ (exists|is a [real] (book|novel))
    does _ exist
    """,
)
