"""Polite words and wishes around a question: "Hi, could you please find me…", "do you have…", "… thanks!"."""

from __future__ import annotations

import re

_LEADS = tuple(
    re.compile(rf"^(?:{lead})(?:[\s,.!:;-]+|$)", re.IGNORECASE)
    for lead in (
        (
            r"hi(?: there| all)?|hello(?: there)?|hey(?: there)?|good (?:morning|afternoon|"
            r"evening|day)|greetings|dear (?:archivist|librarian)|hallo|guten tag|bonjour|"
            r"salut|hola|buenos días|ciao|buongiorno|salve"
        ),
        r"archivist|librarian|out of curiosity|for (?:my|our|a|an) \w+,?(?= (?:i|we)\b)",
        r"please|pls|plz|bitte|por favor|per favore|s'il (?:te|vous) plaît",
        r"ok(?:ay)?|well|so|um+|uh+|hm+|now|right|yes|no|and|also|oh|ah|then|actually|maybe|perhaps",
        (
            r"(?:can|could|would|will) (?:you|u|anyone|someone|somebody|anybody)(?: be able to)?(?: please|"
            r" kindly| perhaps| maybe| possibly| quickly)?(?! (?:have|be)\b)(?<!would you(?= recommend))"
        ),
        r"(?:i was|i am|i'm|was) (?:just )?wondering (?:if|whether)(?: you (?:could|can|might|would))?",
        r"(?:tell me|let me know|check|see|say) (?:if|whether)(?! you (?:can|could|would))",
        (
            r"i(?:'d| would)? (?:like|want|need|wish|love) (?:you )?to (?:know|find out|ask)(?: you)?(?: (?:if|"
            r"whether))?(?! (?:more|something|about|a bit|a little|everything))|i have a question|"
            r"my question is|do you happen to know|do you know(?= (?:who|what|when|which|"
            r"if|how)\b)|tell me(?= (?:who|what|when|which|if|how)\b)|let me know"
        ),
        (
            r"(?:weißt du|wissen sie|wisst ihr|sais-tu|savez-vous|sabes|sabe usted|sai|sapete|sa),?"
            r"(?= (?:wer|wann|ob|wo|wie|von|qui|quand|si|quién|cuándo|chi|quando|se)\b)|(?:kannst|könntest) du(?: "
            r"bitte)?|können sie(?: bitte)?|könnten sie(?: bitte)?|"
            r"(?:peux-tu|pouvez-vous|pourriez-vous)|(?:puedes|podrías|puede)|(?:puoi|potresti|"
            r"può)"
        ),
    )
)
_TAIL = re.compile(
    r"[\s,.!?;-]+(?:(?:please|pls|plz|thanks|thank you|thx|cheers)(?: (?:a lot|so much|"
    r"very much|in advance|you))?|bitte|danke|merci|gracias|grazie|"
    r"s'il (?:te|vous) plaît|por favor|per favore|if you (?:can|could|would|have it|"
    r"don't mind)|by any chance|anywhere|right now|"
    r"(?:do|can|could|would) you (?:have|find|know|recommend|help)(?: (?:it|one|any|"
    r"me|that|them))?|is it (?:available|in stock)|"
    r"in your (?:library|catalogue|catalog|collection)|in stock|available|on (?:your|"
    r"the) shel(?:f|ves)|for me|to me|i(?:'d| would) (?:like|love) to (?:read|have|"
    r"borrow|get) (?:it|that|one)|i (?:want|need) (?:it|that)|then|though|anyway|"
    r"i think|i believe)[\s.!?]*$",
    re.IGNORECASE,
)
_HAVE = (
    r"(?:have|got|stock|carry|own|sell|hold|know(?: of| about)?|offer|keep|possess|"
    r"lend|have (?:access to|information on|records? of))"
)
_READ = (
    r"(?:read|find|get (?:hold of|my hands on)|get|buy|borrow|see|have|try|locate|"
    r"order|check out|look at|obtain|discover|explore)"
)
_TO_ME = r"(?: me| us| my \w+| for me| him| her)?"

_REQUESTS = (
    r"(?:name|list|think of)(?= (?:books|novels|authors|writers|titles|stories|poems|plays)\b)",
    (
        r"what(?:'s| is) good|anything good|what to read|i (?:don't|do not) know|there(?:'s|"
        r" is) (?:a|this) (?:book|novel)(?= called)"
    ),
    r"(?:the|its) (?:title|name)(?: of (?:it|the book|the novel))? is|(?:it is|it's|they're|it was) called",
    r"(?:an? )?(?:reading )?list(?: of (?:books|novels|titles|works))?(?= (?:on|about|by)\b)",
    r"tell me(?: of)?(?= (?:some|any|a few|two|three|five) )",
    r"who (?:writes|wrote|has written) about",
    r"what (?:should|can|could|do) (?:i|we|one) read to (?:understand|learn about|know about|study)",
    r"where (?:are|is)(?: (?:the|your|all))*(?= .*\b(?:books|novels|works)\b)",
    r"where (?:(?:i|we|one) (?:can|could|might) (?:find|get|buy|borrow)|to (?:find|get|buy|borrow))",
    (
        r"(?:do|does|did|don't) (?:you|u|the library|your library|the archive|they)(?: guys|"
        rf" by any chance| happen to| also| still| perhaps)* {_HAVE}(?: any copies of)?"
    ),
    r"have (?:you|u)(?: guys)?(?: by any chance)?(?: ever)? (?:got|heard of|read|come across|any)",
    (
        r"(?:can|could|may|might) (?:i|we)(?: please| maybe| possibly)? (?:get|borrow|"
        r"find|have|read|see|buy|reserve|order)"
    ),
    (
        r"(?:where|how) (?:can|could|do|might|would|should) (?:i|we|one) (?:(?:get|lay|"
        rf"put) (?:hold of|my hands on)|find|get|buy|borrow|{_READ})"
    ),
    (
        r"(?:i'm|i am|im|we're|we are|i was|i've been|been|am|currently)(?: currently|"
        r" just| still| also| now| desperately| really)* (?:looking|searching|hunting)(?: (?:for|"
        r"to (?:find|read|get)))?"
    ),
    (
        r"(?:i'm|i am|im|we're|we are|i was)(?: currently| just| still| also| really)* (?:after|"
        r"in search of|interested in(?: reading(?: about)?)?|curious about|in the mood for|"
        r"trying to (?:find|remember|locate|identify)|seeking|in need of)"
    ),
    (
        r"(?:i|we)(?: really| just| also)?(?:'d| would)? (?:want|need|like|love|wish|"
        rf"fancy|crave)(?: to (?:{_READ}|learn|know|study))?(?: (?:more|all|everything|"
        r"a bit|a bit more|something))? about"
    ),
    rf"(?:i|we)(?: really| just| also)?(?:'d| would)? (?:want|need|like|love|wish|fancy)(?: {_TO_ME})? to {_READ}",
    (
        r"(?:i|we)(?: really| just| also| only)?(?:'d| would)?(?: only)? (?:want|need|"
        r"like|love|wish|fancy|require)(?: some)?"
    ),
    r"(?:i|we) (?:feel like|could use|could do with) (?:reading)?",
    r"(?:i|we)(?: once| just| recently)? (?:heard|read) (?:about|of)",
    r"(?:you|u) (?:have|got)(?= .*\?)",
    r"help(?: me)?(?: to)? (?:find|identify|locate|look for|choose|pick|remember)",
    (
        r"(?:look(?:ing)?|search(?:ing)?|hunt(?:ing)?|check(?:ing)?)(?: for| up| if you have|"
        rf" whether you have)(?: {_HAVE})?"
    ),
    r"(?:in search of|in need of|wanted|searching|search|lookup|seeking|query|find out about|book search)",
    (
        rf"(?:please )?(?:(?:find|show|give|get|fetch|bring|locate|pull up|list){_TO_ME}|"
        r"(?:name|pick|send|point|bring)(?: me| us| some| a few| any| several| all))(?: to| up| out)?(?=\s)"
    ),
    rf"(?:recommend|suggest|advise|propose)(?:{_TO_ME})?",
    (
        r"got|anyone know(?: of)?|does anyone (?:know(?: of)?|have)|any (?:chance (?:of|"
        r"(?:that )?you (?:have|could find|can find)|to get)|copies of|copy of|sign of|"
        r"luck with|idea about|info on)"
    ),
    r"(?:is|are) there(?: any| some)?(?: chance of)?(?: such a (?:book|thing) as)?",
    r"(?:what|how) about",
    (
        r"what (?:would|do|can|could|should) you (?:recommend|suggest|advise)(?: (?:to|"
        r"for))?(?: me| us| someone| somebody| people| readers| an? \w+)?(?: who(?:'s|"
        r" is| are)?)?"
    ),
    (
        r"what (?:are|is) (?:people|everyone|everybody|others|readers) reading|(?:learn|"
        r"read|know|study|find out)(?: more)?(?= about)|need|want|whose"
    ),
    r"(?:which|what)(?: are| is|'s|'re| were| was)?(?: (?:the|some|your|all|a))?(?= )",
    r"what do you have|what have you got|what(?:'s| is) there",
    (
        r"(?:surprise|inspire|delight) me(?: with)?|what(?: else)? (?:should|can|could|"
        r"shall|do|would|might|must) (?:i|we|one)(?: \w+)? (?:read|try)(?: next| now|"
        r" tonight| today)?"
    ),
    (
        r"(?:my|a|our|the|some|one of my) (?:\w+ ){1,3}(?:recommended|mentioned|suggested|"
        r"told me (?:about|to read)|swears by|raved about|talked about|lent me|gave me|"
        r"loved|said i should read)(?: me| to me)?"
    ),
    r"(?:tell|read) me(?= (?:an?|some|another) (?:[\w-]+ ){0,2}(?:story|stories|tale|tales)\b)",
)
_FOREIGN = {
    "de": (
        r"(?:ich )?(?:suche|brauche|bräuchte|hätte gerne?)(?: nach)?|(?:was|welches|welche) (?:ist|sind|wäre|war)|"
        r"haben sie|hast du|habt ihr|kennt ihr|gibt es bei euch|gibt es bei ihnen|wo find(?:e|en|et) (?:ich|wir|"
        r"man)|wo gibt es|könnt ihr mir|"
        r"gibt es|kennst du|kennen sie|zeig(?:e|en sie)?(?: mir)?|(?:empfiehl|empfehlen sie|"
        r"empfehle)(?: mir)?|finde(?: mir)?|wo finde ich|ich (?:möchte|will)|welche|was für"
    ),
    "fr": (
        r"je (?:cherche|voudrais|veux|souhaite|recherche)(?: lire| emprunter| réserver| trouver)?|(?:quel|quelle|"
        r"quels|quelles) (?:est|sont)|auriez-vous|aurais-tu|avez-vous|as-tu|est-ce que (?:vous avez|tu as|vous "
        r"auriez)|où (?:puis-je|peut-on|est-ce que je peux) (?:trouver|acheter|emprunter|lire)|où trouver|"
        r"y a-t-il|connais-tu|connaissez-vous|montre-moi|montrez-moi|recommande-moi|recommandez-moi|"
        r"conseille-moi|trouve-moi|quels?|quelles?|donne-moi"
    ),
    "es": (
        r"(?:estoy )?buscando|(?:cuál|cuáles|qué) (?:es|son)|tendr[íi]a[ns]?|busco|necesito|me hace falta|está|"
        r"están|me (?:recomiendas|recomienda|recomendarías)|dónde (?:puedo|se puede) "
        r"(?:encontrar|comprar|leer)|dónde está|tienes|tenéis|tiene|tienen|hay|"
        r"conoces|muéstrame|recomiéndame|"
        r"recomienda|quiero(?: leer)?|quisiera(?: leer)?|me gustaría leer|encuentra|dame|"
        r"qué"
    ),
    "it": (
        r"(?:sto )?cercando|(?:qual|quali) (?:è|sono)|mi (?:consigli|consiglia|consigliate|suggerisci)|avreste|"
        r"cerco|avete|hai|ha|ci sono|c'è|conosci|mostrami|consigliami|"
        r"vorrei(?: leggere)?|voglio(?: leggere)?|trovami|trova|dammi|quali|che"
    ),
}


def _start(request: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{request})(?:[\s:,]+)(?=\S)", re.IGNORECASE)


_ENGLISH = tuple(map(_start, _REQUESTS))
_IN = {code: (_start(request),) for code, request in _FOREIGN.items()}
_RECOMMEND = re.compile(r"\b(?:recommend|suggest|empfiehl|empfehl|recommand|conseill|recomi|consigli)", re.IGNORECASE)
_QUESTION_WORD = re.compile(
    r"^(?:which|what|welche|was|quels?|quelles?|qué|quali|che|how about|what about)\b", re.IGNORECASE
)


def without_leads(text: str) -> str:
    """The question without greetings and polite beginnings, which may be several."""
    before = None
    while text != before:
        before = text
        for lead in _LEADS:
            match = lead.match(text)
            if match and match.end() < len(text) and not _titular(match.group()):
                text = text[match.end() :]
    return text


def without_tail(text: str) -> str:
    """The question without thanks and polite endings."""
    before = None
    while text != before:
        before = text
        match = _TAIL.search(text)
        if match and match.start() > 0 and not _ends_title(match.group()):
            text = text[: match.start()]
    return text


def _titular(words: str) -> bool:
    """True when a word after the first is capitalised, as in a title."""
    return any(word[0].isupper() and not word.isupper() for word in words.split()[1:])


def _ends_title(words: str) -> bool:
    """True for a capitalised ending that begins no sentence ("Yes Please")."""
    return (
        not words.isupper()
        and not words.lstrip().startswith((".", "!", "?", ";"))
        and any(word[0].isupper() for word in words.strip(" ,-").split() if word != "I")
    )


def request_in(text: str, spoken: str | None) -> re.Match[str] | None:
    """The wish that the question begins with ("do you have "), the longest that fits its language."""
    foreign = _IN.get(spoken, ()) if spoken else [pattern for patterns in _IN.values() for pattern in patterns]
    requests = (*_ENGLISH, *foreign)
    return max(filter(None, (request.match(text) for request in requests)), key=lambda match: match.end(), default=None)


_ANYTHING = re.compile(
    r"^(?:(?:and |so )?what(?: else)? (?:should|can|could|shall|do|would|might|to) ?(?:i|"
    r"we|one)?(?: \w+)? (?:read|try)(?: next| now| tonight| today| this \w+)*"
    r"|surprise me|inspire me|i(?:'m| am) bored|what(?:'s| is) good|pick one(?: for me)?|"
    r"(?:was soll ich lesen|que lire|qué leo|cosa leggo)\b(?!.* (?:nach|après|después|dopo|von|de|di) ).*)[\s?!.]*$",
    re.IGNORECASE,
)


def asks_for_anything(text: str) -> bool:
    """True for "what should I read next?": a recommendation without any condition."""
    return _ANYTHING.match(text) is not None


def recommends(request: str) -> bool:
    """True when the words ask for a recommendation."""
    return _RECOMMEND.search(request) is not None


def needs_head(request: str) -> bool:
    """True for wishes that only hold when a general noun follows ("which books…", not "What If?")."""
    return _QUESTION_WORD.match(request) is not None
