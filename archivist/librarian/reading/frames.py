"""Frames of whole questions: the words around the slot in which a book, an author or a subject is named.

Each frame is one short pattern for what stands before the slot and one for what stands after it. They are tried in order,
the most telling first; a frame whose own words are capitalised like a title ("Who Wrote the Bible?") does not hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from archivist.librarian.reading.text import shouted, tokens
from archivist.librarian.reading.values import Fact

Purpose = Literal["fact", "describe", "reviews", "similar", "author", "person", "recall", "request"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question of this form wants; `fact` for the ones that ask one fact of one book.

    `holds_name` says that the frame's own words include a name, so that capitals in them mean nothing.
    """

    purpose: Purpose
    pattern: re.Pattern[str]
    fact: Fact | None = None
    holds_name: bool = False


@dataclass(frozen=True, slots=True)
class Framed:
    """A frame that holds for a question, and the words in its slot."""

    frame: Frame
    slot: str
    lead: str


_END = r"[\s?!.…]*$"


def _frame(
    purpose: Purpose, before: str, after: str = "", *, fact: Fact | None = None, holds_name: bool = False
) -> Frame:
    start = rf"^(?:{before})[\s:,]+" if before else "^"
    end = rf"(?:{after}){_END}" if after else r"\s*$"
    return Frame(purpose, re.compile(rf"{start}(?P<slot>\S.*?){end}", re.IGNORECASE | re.DOTALL), fact, holds_name)


_WHAT_IS = r"(?:what(?:'s| is| was| are| were|s)|tell me|do you know|give me|i(?:'d| would) like to know|find(?: out)?)"
_CAME_OUT = r"\s+(?:(?:first|originally)\s+)?(?:been\s+)?(?:published|written|released|printed|come out|appear|issued)(?:\s+first)?(?:\s+in)?"
_SUMMARY = r"(?:plot|summary|synopsis|description|overview|premise|blurb|storyline|gist|outline|recap)"
_OPINIONS = r"(?:reviews?|ratings?|opinions?|critiques|verdicts?|feedback|scores?)"
_PEOPLE = r"(?:people|readers|critics|others|everyone|everybody|reviewers|you|they|the critics|most people|goodreads(?: users)?)"
_LIKED = r"(?:(?:really|just|absolutely|quite|so|also|recently|thoroughly)\s+)*(?:loved?|liked?|enjoy(?:ed)?|adored?|finished(?: reading)?|read|devoured)"
_NEXT = (
    r"[.,;:!?]*\s*(?:and\s+|so\s+|now\s+|but\s+)?(?:i(?:'m| am) (?:looking|searching) for|(?:i )?(?:want|need|would like|'d like)|"
    r"what(?:'s| is| to| should| can| could| do| else| would| other| next| shall| might)|which|where|can you|could you|do you|is there|are there|"
    r"any(?:thing)?(?: else)? |something |more |recommend|suggest|please|give me|show me|find me|looking for|who else|how about|help me)[^.]*"
)

_FACTS = (
    _frame("fact", r"(?:do you know |tell me |can i ask )?who(?: was it that| is it that|ever)? (?:wrote|has written|had written|writes|authored|penned)", fact="author"),
    _frame("fact", rf"(?:{_WHAT_IS}|who(?:'s| is| was| are| were)) the (?:name of the )?(?:authors?|writers?|creator|poet|novelist) (?:of|behind|who wrote)", fact="author"),
    _frame("fact", r"(?:the )?(?:author|writer|name of the author) of", fact="author"),
    _frame("fact", r"(?:which|what) (?:author|writer|novelist|poet|person) (?:wrote|penned|is behind)", fact="author"),
    _frame("fact", r"whose (?:book|novel|work|story) is", fact="author"),
    _frame("fact", r"when did .{3,40}? (?:write|publish|release)", fact="year", holds_name=True),
    _frame("fact", r"by whom (?:is|was)", r"(?:\s+written)?", fact="author"),
    _frame("fact", r"who(?:'s| is| was)", r"\s+(?:written )?by", fact="author"),
    _frame("fact", "", r"\s+(?:is|was) (?:written )?by (?:who|whom)", fact="author"),
    _frame("fact", "", r",?\s+who(?:'s| is| was) the (?:author|writer)", fact="author"),
    _frame("fact", r"wer (?:hat|schrieb)", r"(?:\s+geschrieben)?", fact="author"),
    _frame("fact", r"von wem (?:ist|stammt)", r"(?:\s+geschrieben)?", fact="author"),
    _frame("fact", r"qui (?:a écrit|est l'auteur de|est l'auteure de)", fact="author"),
    _frame("fact", r"qui[ée]n (?:escribió|escribio|es el autor de|es la autora de)", fact="author"),
    _frame("fact", r"chi (?:ha scritto|scrisse|è l'autore di|è l'autrice di)", fact="author"),
    _frame("fact", r"(?:do you know |tell me )?when (?:was|were|did|is)", _CAME_OUT, fact="year"),
    _frame("fact", r"(?:in )?(?:what|which) year (?:was|were|did)", _CAME_OUT, fact="year"),
    _frame("fact", rf"(?:{_WHAT_IS} )?(?:the )?(?:original )?(?:publication|release|publishing) (?:date|year) (?:of|for)", fact="year"),
    _frame("fact", r"the year(?: in which)?", _CAME_OUT, fact="year"),
    _frame("fact", r"when", rf"\s+(?:was|were){_CAME_OUT}", fact="year"),
    _frame("fact", r"how old is (?:the (?:book|novel|story))", fact="year"),
    _frame("fact", r"wann (?:ist|wurde|erschien)", r"(?:\s+(?:erschienen|veröffentlicht|geschrieben))?", fact="year"),
    _frame("fact", r"quand (?:a été publié|est paru|est sorti)", fact="year"),
    _frame("fact", r"cuándo se (?:publicó|escribió)", fact="year"),
    _frame("fact", r"quando è (?:stato pubblicato|uscito)", fact="year"),
    _frame("fact", r"how many pages (?:does|do|are there in|are in|has|is|in)", r"(?:\s+(?:have|has|long|contain))?", fact="pages"),
    _frame("fact", r"how (?:long|thick) is (?:the (?:book|novel))", fact="pages"),
    _frame("fact", rf"(?:{_WHAT_IS} )?(?:the )?isbns?(?: number)?(?: numbers)? (?:of|for)", fact="isbn"),
    _frame("fact", r"(?:in )?(?:what|which) language (?:is|was)", r"\s+(?:originally )?(?:written|published)(?: in)?", fact="language"),
    _frame("fact", r"who (?:published|publishes)", fact="publisher"),
    _frame("fact", r"who(?:'s| is| was) the publisher of", fact="publisher"),
    _frame("fact", r"(?:what|which) series (?:is|does)", r"(?:\s+(?:belong to|part of|in|from))?", fact="series"),
    _frame("fact", r"is", r"\s+(?:part of|in|from) an? (?:series|trilogy)", fact="series"),
)  # fmt: skip

_DESCRIBE = (
    _frame("describe", r"(?:so )?what(?:'s| is| was| are| were|s)", r"\s+(?:all |actually |really |mainly |mostly )*(?:about|on about)"),
    _frame("describe", r"(?:explain (?:to me )?|describe |say )?what", r"\s+(?:(?:is|was|are|were)\s+(?:all |actually |really |mainly )*about|deals? with|talks? about|covers?)"),
    _frame("describe", r"what (?:does|do|did)", r"\s+(?:deal with|talk about|tell(?: us)?|cover|discuss)"),
    _frame("describe", r"what (?:happens|goes on) in"),
    _frame("describe", rf"(?:{_WHAT_IS} )?(?:me )?(?:(?:a|an|the|some) )?(?:(?:short|brief|quick|little|detailed|general|main) )*{_SUMMARY} (?:of|for|to|behind|in)"),
    _frame("describe", rf"{_WHAT_IS} (?:the )?(?:main )?(?:story|contents?|themes?) (?:of|behind|in)"),
    _frame("describe", rf"(?:can you |could you |please )?(?:give|write|show|get|provide|tell)(?: me)? (?:(?:a|an|the|some) )?(?:(?:short|brief|quick|little|detailed) )*{_SUMMARY} (?:of|for|to|about)"),
    _frame("describe", r"(?:summari[sz]e|describe|sum up|outline|introduce me to|introduce)"),
    _frame("describe", r"(?:(?:i(?:'d| would) like to (?:know|learn|hear)|i want to (?:know|hear)|let me know|tell (?:me|us)|teach me|talk(?: to me)?)(?: (?:something|anything|more|a bit|a bit more|a little|a little more|everything|all|a few words))*|say something|(?:have|give me|got|need|any|some|find)?(?: (?:some|any|more|the))? ?(?:info|information|details|facts|background)) (?:about|on|regarding)"),
    _frame("describe", r"(?:some |a bit |a little )?more (?:about|on)"),
    _frame("describe", r"what(?:'s| is) (?:in|inside)(?=\s+(?-i:[A-Z\ue000-\ue03f]))"),
    _frame("describe", r"what (?:can|could) you tell me (?:about|on|regarding)"),
    _frame("describe", r"what do you know (?:about|of)"),
    _frame("describe", "", r",?\s+(?:summary|synopsis|plot|overview|plot summary|summarised|summarized|in a nutshell|what is it about|what's it about)"),
    _frame("describe", r"(?:worum|um was) geht(?: es|'s)?(?: eigentlich)? (?:in|bei)"),
    _frame("describe", r"wovon handelt"),
    _frame("describe", r"(?:erzähl|erzähle)(?: mir)?(?: etwas| mehr)? (?:über|von)"),
    _frame("describe", r"de quoi (?:parle|traite)"),
    _frame("describe", r"(?:parle|parlez)-moi (?:de|du|d')"),
    _frame("describe", r"(?:de qué|sobre qué) (?:trata|va|habla)"),
    _frame("describe", r"(?:háblame|cuéntame) (?:de|sobre)"),
    _frame("describe", r"(?:di (?:che )?cosa|di che) (?:parla|tratta)"),
    _frame("describe", r"(?:parlami|raccontami) (?:di|del|della)"),
)  # fmt: skip

_REVIEWS = (
    _frame("reviews", rf"what (?:do|did|does|are|is) (?:{_PEOPLE}) (?:think|thinking|say|saying|feel|make|like)(?: (?:of|about))?"),
    _frame("reviews", r"what(?:'s| is) the (?:general )?(?:consensus|opinion|verdict|word|rating|score|reception) (?:on|of|for|about)"),
    _frame("reviews", rf"(?:(?:show|give|find|get|read)(?: me| us)? |{_WHAT_IS} |are there |any |do you have |have you got |see |i(?:'d| would) like(?: to see| to read)? |i want(?: to see| to read)? |how are )?(?:me )?(?:(?:the|some|any|a|all|good|bad|reader|readers'|critics'|critical|honest) )*{_OPINIONS} (?:of|for|on|about)"),
    _frame("reviews", r"(?:how|what)(?: well| good)? (?:is|are|was|were|did)", r"\s+(?:rated|reviewed|received|do with critics|regarded|liked)"),
    _frame("reviews", r"how (?:good|bad|popular|well rated|well liked|highly rated|well received) (?:is|was|are)"),
    _frame("reviews", r"(?:is|are|was)", r"\s+(?:any good|good|worth (?:reading|it|my time|a read|the hype|buying)|recommended|well (?:rated|reviewed|liked)|popular|overrated|a good (?:book|read|novel))"),
    _frame("reviews", r"(?:should i|would you) (?:read|recommend|bother (?:with|reading))"),
    _frame("reviews", r"(?:does|do|did|has|have)", rf"\s+(?:have|got|get|gotten|had)?\s*(?:any |good |bad |positive |negative )+{_OPINIONS}"),
    _frame("reviews", r"(?:do|did) (?:people|readers|critics|you) (?:like|enjoy|love|recommend|hate)"),
    _frame("reviews", "", r",?\s+(?:reviews?|ratings?|opinions|critiques)"),
    _frame("reviews", r"(?:rezensionen|bewertungen|kritiken|meinungen) (?:zu|von|über)"),
    _frame("reviews", r"(?:was (?:halten|denken|sagen) (?:die )?(?:leute|leser|kritiker) (?:von|über)|wie gut ist)"),
    _frame("reviews", r"wie (?:ist|wurde|wird)", r"\s+(?:bewertet|aufgenommen|besprochen)"),
    _frame("reviews", r"(?:critiques|avis|les avis)(?: des lecteurs)? (?:de|sur|du)"),
    _frame("reviews", r"(?:que pensent les (?:gens|lecteurs)|qu'est-ce que les gens pensent) de"),
    _frame("reviews", r"(?:reseñas|opiniones|críticas) (?:de|sobre)"),
    _frame("reviews", r"qué (?:opinan|opina|piensan|piensa) (?:la gente|los lectores) (?:de|sobre)"),
    _frame("reviews", r"(?:recensioni|opinioni|critiche) (?:di|su|sul|sulla)"),
    _frame("reviews", r"cosa (?:pensano|dicono) (?:le persone|i lettori|la gente) (?:di|su)"),
)  # fmt: skip

_SIMILAR = (
    _frame("similar", rf"(?:hi,? |hello,? )?(?:i|we|my \w+)(?:'ve| have)? {_LIKED}", _NEXT),
    _frame("similar", rf"(?:if|since|because|as|given that) (?:i|you|we|someone|they)(?:'ve| have)? {_LIKED}", rf"(?:{_NEXT}|[.,;]\s*.+)"),
    _frame("similar", rf"(?:(?:what|which)(?: other| else| books?| should i| can i| to)*|anything|something|books?)(?: \w+){{0,5}} if (?:i|you|we)(?:'ve| have)? {_LIKED}"),
    _frame("similar", r"(?:what|which)(?: \w+){0,3} (?:should|can|could|do|shall|would|might|to)(?: i| we| you)?(?: \w+)? (?:read|try|pick up|recommend)(?: next)? (?:after|following|once i(?:'ve)? finished)(?-i: reading| finishing)?"),
    _frame("similar", r"(?:after|having|after having|since)(?-i: (?:read|reading|finished|finishing|loved|loving|enjoyed|enjoying))+", _NEXT),
    _frame("similar", r"what(?:'s| is| to read)? (?:next )?after"),
    _frame("similar", r"(?:what|which)(?: other)?(?: \w+){0,2} (?:is|are|'s|resembles?|reads?|feels?)(?: \w+)? (?:like|similar to|comparable (?:to|with)|akin to)"),
    _frame("similar", r"(?:what|which)(?: other)? (?:books?|novels?|titles?|works?) (?:resemble|match)"),
    _frame("similar", r"(?:something|anything|more|books?|novels?|others?|stuff|reads|titles|stories|works)(?: else)? (?:like|similar to|in the (?:vein|style|spirit|same vein) (?:of|as)|along the lines of|comparable (?:to|with)|akin to|reminiscent of)"),
    _frame("similar", r"(?:similar(?: (?:books|novels|titles|reads|works))? (?:to|as)|comparable to|in the (?:vein|style) of|along the lines of)"),
    _frame("similar", r"(?:(?:a|an|any|some|good|great|the|best) )*(?:read-?alikes?|follow-?ups?|companions?|recommendations?|suggestions?|alternatives?|comparable titles|comps)(?: for (?:fans|readers|lovers) of| for someone who (?:loved|liked|enjoyed)| based on| for| to)"),
    _frame("similar", r"(?:i(?:'m| am) a (?:big |huge )?fan of|my favou?rite (?:book|novel) is|for (?:fans|lovers|readers) of)", rf"(?:{_NEXT})?"),
    _frame("similar", r"if (?:i|you|we)(?:'ve| have)? (?:loved|liked|enjoyed|read)", r",?\s+(?:you|i|we) (?:may|might|will|would|should|could|can)\b.*"),
    _frame("similar", r"(?:people|readers|those|fans|everyone) who (?:liked|loved|enjoyed|read)", r"\s+(?:also|will|would|might|should)\b.*"),
    _frame("similar", r"(?:what|which)(?: \w+){0,2} would (?:an? |any |the )?(?:fans?|lovers?|readers?|admirers?|someone|somebody|people)(?: of| who (?:likes?|loved?|liked|enjoyed?|enjoys))", r"\s+(?:also )?(?:enjoy|like|love|read|appreciate|want|pick).*"),
    _frame("similar", r"(?:fans|lovers|readers) of", r"\s+(?:also|will|would|might|should)\b.*"),
    _frame("similar", "", r",?\s+(?:read-?alikes?|lookalikes?|and similar(?: books| novels)?|or similar(?: books)?|or something (?:similar|like (?:it|that))|but (?:\w+)er)"),
    _frame("similar", r"(?:etwas|bücher|romane|was)?\s*(?:ähnlich(?:es|e)?(?: bücher)? (?:wie|zu))"),
    _frame("similar", r"(?:ich (?:mochte|liebte)|mir gefiel|mir hat)", r"(?:\s+(?:sehr )?(?:gefallen|gelesen))?[.,;!]\s*(?:was|welche|und|kannst|empfiehl).*"),
    _frame("similar", r"j'ai (?:\w+ )?(?:aimé|adoré|lu)", r"[.,;!]\s*(?:que|quoi|quel|qu'|tu|et|peux).*"),
    _frame("similar", r"me (?:gustó|encantó)", r"[.,;!]\s*¿?(?:qué|que|y|puedes|cuál).*"),
    _frame("similar", r"(?:mi è piaciut[oa]|ho (?:amato|adorato|letto))", r"[.,;!]\s*(?:cosa|che|e|puoi|quale).*"),
)  # fmt: skip

_AUTHOR = (
    _frame("author", r"what (?:all )?(?:has|have|had|did|does|do)", r"\s+(?:ever |also |already |all )?(?:written|write|wrote|publish|published|authored)(?: so far| in (?:his|her|their) life)?"),
    _frame("author", r"what (?:else|other (?:books|novels|works|things|titles)|more) (?:has|have|did|does|by)", r"(?:\s+(?:ever )?(?:written|write|wrote|publish|published))?"),
    _frame("author", r"(?:which|what) (?:(?:other |of the )?(?:books|novels|works|titles|stories|plays|poems)) (?:has|have|did|does|were written by|are written by)", r"(?:\s+(?:ever )?(?:written|write|wrote|publish|published|author|authored))?"),
    _frame("author", r"(?:has|have|did)", r"\s+(?:ever )?(?:written|write|published|publish) (?:anything|something|any(?: other)? (?:books|novels)|other books|more books)(?: else)?"),
    _frame("author", r"(?:(?:show|give|list|find)(?: me)? )?(?:(?:the|a|full|complete) )*(?:bibliography|list of (?:books|works|novels)|oeuvre|œuvre|backlist) (?:of|for|by)"),
    _frame("author", r"(?:(?:show|give|list|find)(?: me)? )?(?:all (?:of )?(?:the )?|the |every )(?:books?|novels?|works|titles|things|stories)(?: that)?", r"\s+(?:has |have |had )?(?:ever )?(?:wrote|written|published|authored)"),
    _frame("author", r"(?:books?|novels?|works|titles)(?: that)?", r"\s+(?:has |have |had )?(?:ever )?(?:wrote|written|published|authored)"),
    _frame("author", r"(?:the )?(?:author|writer|novelist|poet|autor|auteur|autrice|autore)"),
    _frame("author", r"what", r"\s+(?:has |have |had )?(?:ever )?(?:wrote|written|published|authored)(?: so far)?"),
    _frame("author", r"what(?:'s| is| was)", r"\s+(?:best |mostly )?(?:known|famous) for"),
    _frame("author", r"everything(?: that| which)?", r"\s+(?:has |ever )?(?:wrote|written|published)"),
    _frame("author", "", r"(?:'s|s')?\s+(?:bibliography|complete works|oeuvre|œuvre|backlist|reading order)"),
    _frame("author", r"was hat", r"\s+(?:alles )?geschrieben"),
    _frame("author", r"qu'(?:a|est-ce que)", r"\s*(?:a )?écrit"),
    _frame("author", r"qu'a écrit"),
    _frame("author", r"qu[ée] (?:ha escrito|escribió)"),
    _frame("author", r"(?:che )?cosa ha scritto"),
    _frame("person", r"(?:do you know )?who(?:'s| is| was)"),
    _frame("person", r"(?:wer (?:ist|war)|qui est|quién es|quién fue|chi è|chi era)"),
)  # fmt: skip

AUTHOR_FRAMES = _AUTHOR
REQUESTED_FRAMES = (*_DESCRIBE, *_REVIEWS, *_SIMILAR)
"""Frames that may follow a wish as well: "do you have reviews of…", "give me read-alikes for…"."""

_AVAILABLE = (
    _frame("request", r"(?:is|are)", r"\s+(?:(?:still |currently )?available|in stock|on (?:the|your) shel(?:f|ves)|in (?:your|the) (?:library|collection|catalog(?:ue)?|database)|to be found|something you have)(?: here| now)?"),
    _frame("request", r"(?:do you |can you )?(?:know|tell me) (?:if|whether)", r"\s+(?:exists|is a (?:real )?(?:book|novel))"),
    _frame("request", r"does", r"\s+exist"),
)  # fmt: skip

FRAMES: tuple[Frame, ...] = (*_FACTS, *_DESCRIBE, *_REVIEWS, *_SIMILAR, *_AUTHOR, *_AVAILABLE)


_NEW_SENTENCE = re.compile(r"[.!?;]\s*\S+")
"""A word that is capitalised because a sentence begins there."""


def framed(text: str, frames: tuple[Frame, ...] = FRAMES) -> Framed | None:
    """The first frame that holds for the question."""
    for frame in frames:
        match = frame.pattern.match(text)
        if match and (frame.holds_name or not written_as_title(text, match)):
            slot = match["slot"].strip(" ,;:")
            if slot:
                return Framed(frame, slot, text[: match.start("slot")].strip())
    return None


def written_as_title(text: str, match: re.Match[str]) -> bool:
    """True when the frame's own words after the first are capitalised, so that they belong to a title."""
    if shouted(text):
        return False
    before, after = text[: match.start("slot")], _NEW_SENTENCE.sub("", text[match.end("slot") :])
    words = [
        word
        for word in [*tokens(before)[1:], *tokens(after)]
        if word[0].isalpha() and word not in {"I", "I'm", "I'd", "I've", "ISBN"}
    ]
    return bool(words) and any(word[0].isupper() for word in words)
