"""Polite words and wishes around a question: "Hi, could you please find me…", "do you have…", "… thanks!"."""

from __future__ import annotations

from functools import lru_cache

from archivist.librarian.reading.phrases import Phrases

_SETS = {
    "am": "i'm|i am|im|we're|we are|i was|i've been|been|am|currently",
    "asking": "who|what|when|which|if|how",
    "borrow": "get|borrow|find|have|read|see|buy|reserve|order",
    "can": "can|could|do|might|would|should|shall|must",
    "have": "have|got|stock|carry|own|sell|hold|know [of|about]|offer|keep|possess|lend|"
    "have access to|have information on|have (record|records) of",
    "just": "just|really|also|only|still|now|currently|desperately|recently|once",
    "me": "me|us|him|her|for me|my *",
    "people": "me|us|someone|somebody|people|readers|(a|an) *",
    "read": "read|find|get [hold of|my hands on]|lay my hands on|put my hands on|buy|borrow|see|have|try|locate|order|"
    "check out|look at|obtain|discover|explore",
    "want": "want|need|like|love|wish|fancy|crave|require",
    "who": "wer|wann|ob|wo|wie|von|qui|quand|si|quién|cuándo|chi|quando|se",
}

_LEADS = Phrases(
    """
    hi [there|all]
    (hello|hey) [there]
    good (morning|afternoon|evening|day)
    greetings|hallo|guten tag|bonjour|salut|hola|buenos días|ciao|buongiorno|salve
    [dear] (archivist|librarian)
    out of curiosity
    never mind|nevermind|forget it|forget that|vergiss es|laisse tomber|olvídalo|lascia perdere
    for (my|our|a|an) * [,] >(i|we)
    please|pls|plz|bitte|por favor|per favore|s'il (te|vous) plaît
    ok|okay|well|so|um|umm|uh|uhh|hm|hmm|now|right|yes|no|and|also|oh|ah|then|actually|maybe|perhaps
    (can|could|will) (you|u|anyone|someone|somebody|anybody) {kindly} !(have|be)
    would (you|u|anyone|someone|somebody|anybody) {kindly} !(have|be|recommend)
    [i] (was|am|'m) [just] wondering (if|whether) [you (could|can|might|would)]
    (tell me|let me know|check|see|say) (if|whether) !(you (can|could|would))
    i ['d|would] (like|want|need|wish|love) [you] to (know|find out|ask) [you] [if|whether] !{more}
    i have a question
    my question is
    do you happen to know
    (do you know|tell me) >{asking}
    let me know
    (weißt du|wissen sie|wisst ihr|sais-tu|savez-vous|sabes|sabe usted|sai|sapete|sa) [,] >{who}
    (kannst du|könntest du|können sie|könnten sie) [bitte]
    peux-tu|pouvez-vous|pourriez-vous|puedes|podrías|puede|puoi|potresti|può
    """,
    _SETS
    | {
        "kindly": "[be able to] [please|kindly|perhaps|maybe|possibly|quickly]",
        "more": "more|something|about|a bit|a little|everything",
    },
)
_TAILS = Phrases(
    """
    (please|pls|plz|thanks|thank you|thx|cheers) [a lot|so much|very much|in advance|you]
    (bitte|danke|merci|gracias|grazie|s'il te plaît|s'il vous plaît|por favor|per favore)
    if you (can|could|would|have it|don't mind)
    (by any chance|anywhere|right now|then|though|anyway|i think|i believe|maybe|perhaps|i guess)
    (or so|or something|or whatever)
    (do|can|could|would) you (have|find|know|recommend|help) [it|one|any|me|that|them]
    [is it] (available|in stock)
    (in your (library|catalogue|catalog|collection)|on (your|the) (shelf|shelves))
    (for|to) me
    (roughly|briefly|in short|in a nutshell|ungefähr|en gros|más o menos|più o meno)
    i ('d|would) (like|love) to (read|have|borrow|get) (it|that|one)
    i (want|need) (it|that)
    """
)
_ENGLISH = Phrases(
    """
    (name|list|think of) >(books|novels|authors|writers|titles|stories|poems|plays)
    what ('s|is) (good|there)
    anything good
    what to read
    i (don't|do not) know
    there ('s|is) (a|this) (book|novel) >called
    (the|its) (title|name) [of (it|the book|the novel)] is
    (it is|it's|they're|it was) called
    [a] [reading] list [of (books|novels|titles|works)] >(on|about|by)
    tell me [of] >(some|any|a few|two|three|five)
    who (writes|wrote|has written) about
    what {can} (i|we|one) read to (understand|learn about|know about|study)
    where (are|is) [the|your] [all] [the|your] >(... (books|novels|works))
    where (to|(i|we|one) (can|could|might)) (find|get|buy|borrow)
    (do|does|did|don't) (you|u|the library|your library|the archive|they) {perhaps} {have} [any copies of]
    have (you|u) [guys] [by any chance] [ever] (got|heard of|read|come across|any)
    (can|could|may|might) (i|we) [please|maybe|possibly] {borrow}
    (where|how) {can} (i|we|one) {read}
    {am} [{just}] [{just}] (looking|searching|hunting) [for|to (find|read|get)]
    {am} [{just}] [{just}] {after}
    (i|we) [{just}] ['d|would] [only] {want} [some]
    (i|we) [{just}] ['d|would] {want} [{me}] to {read}
    (i|we) [{just}] ['d|would] {want} [to ({read}|learn|know|study)] [more|all|everything|a bit [more]|something] about
    (i|we) (feel like|could use|could do with) [reading]
    (i|we) [{just}] (heard|read) (about|of)
    (you|u) (have|got) >(... ?)
    help [me] [to] (find|identify|locate|look for|choose|pick|remember)
    (look|search|hunt|check|looking|searching|hunting|checking) (for|up|if you have|whether you have) [{have}]
    in search of|in need of|wanted|searching|search|lookup|seeking|query|find out about|book search
    [please] (find|show|give|get|fetch|bring|locate|pull up|list) [{me}] [to|up|out]
    [please] (name|pick|send|point|bring) (me|us|some|a few|any|several|all) [to|up|out]
    (recommend|suggest|advise|propose) [{me}]
    got
    [does] anyone know [of]
    does anyone have
    any (copies of|copy of|sign of|luck with|idea about|info on)
    any chance (of|to get|[that] you (have|could find|can find))
    (is|are) there [any|some] [chance of] [such a (book|thing) as]
    (what|how) about
    what {can} you (recommend|suggest|advise) [to|for] [{people}] [who ['s|is|are]]
    what (are|is) (people|everyone|everybody|others|readers) reading
    (learn|read|know|study|find out) [more] >about
    need|want|whose
    (which|what) [are|is|'s|'re|were|was] [the|some|your|all|a]
    what do you have
    what have you got
    (surprise|inspire|delight) me [with]
    what [else] {can} (i|we|one) [*] (read|try) [next|now|tonight|today]
    (my|a|our|the|some|one of my) * [*] [*] {told}
    (tell|read) me >((a|an|some|another) [*] [*] (story|stories|tale|tales))
    """,
    _SETS
    | {
        "after": "after|in search of|interested in [reading [about]]|curious about|in the mood for|seeking|in need of|"
        "trying to (find|remember|locate|identify)",
        "perhaps": "[guys|by any chance|happen to|also|still|perhaps]",
        "told": "(recommended|mentioned|suggested|loved|lent me|gave me|swears by|raved about|talked about|"
        "told me about|told me to read|said i should read) [me|to me]",
    },
)
_FOREIGN = {
    "de": Phrases(
        """
        [ich] (suche|brauche|bräuchte|hätte gern|hätte gerne) [nach]
        (was|welches|welche) (ist|sind|wäre|war)
        haben sie|hast du|habt ihr|kennt ihr|kennst du|kennen sie
        gibt es [bei (euch|ihnen)]
        wo (finde ich|finden wir|findet man|gibt es)
        könnt ihr mir
        (zeig|zeige|zeigen sie|empfiehl|empfehle|empfehlen sie|finde) [mir]
        ich (möchte|will)
        welche|was für
        """
    ),
    "fr": Phrases(
        """
        je (cherche|voudrais|veux|souhaite|recherche) [lire|emprunter|réserver|trouver]
        (quel|quelle|quels|quelles) [est|sont]
        (avez|auriez|connaissez)-vous
        (as|aurais|connais)-tu
        est-ce que (vous avez|tu as|vous auriez)
        où (trouver|(puis-je|peut-on|est-ce que je peux) (trouver|acheter|emprunter|lire))
        y a-t-il
        (montre|montrez|recommande|recommandez|conseille|trouve|donne)-moi
        """
    ),
    "es": Phrases(
        """
        [estoy] buscando
        (cuál|cuáles|qué) (es|son)
        tendría|tendrías|tendrían|tendria|tendrias|tendrian
        busco|necesito|me hace falta|hay|qué
        está|están
        me (recomiendas|recomienda|recomendarías)
        dónde (está|(puedo|se puede) (encontrar|comprar|leer))
        tienes|tenéis|tiene|tienen|conoces
        muéstrame|recomiéndame|recomienda|encuentra|dame
        (quiero|quisiera) [leer]
        me gustaría leer
        """
    ),
    "it": Phrases(
        """
        [sto] cercando
        (qual|quali) [è|sono]
        mi (consigli|consiglia|consigliate|suggerisci)
        avreste|cerco|avete|hai|ha|ci sono|c'è|conosci|che
        mostrami|consigliami|trovami|trova|dammi
        (vorrei|voglio) [leggere]
        """
    ),
}
_RECOMMEND = Phrases("recommend*|suggest*|empfiehl*|empfehl*|recommand*|conseill*|recomi*|consigli*")
_QUESTION_WORD = Phrases("which|what|welche|was|quel|quels|quelle|quelles|qué|quali|che|how about")
_ANYTHING = Phrases(
    """
    [and|so] what [else] (to|{can}) [i|we|one] [*] (read|try) [next|now|tonight|today] [this *] .
    (surprise|inspire) me .
    i ('m|am) bored .
    what ('s|is) good .
    pick one [for me] .
    (was soll ich lesen|que lire|qué leo|cosa leggo) !(... (nach|après|después|dopo|von|de|di)) ... .
    """,
    _SETS,
)


@lru_cache(maxsize=8)
def without_leads(text: str) -> str:
    """The question without greetings and polite beginnings, which may be several."""
    while lead := _LEADS.start_of(text, " ,.!:;-"):
        if _titular(lead):
            break
        text = text[len(lead) :]
    return text


@lru_cache(maxsize=8)
def without_tail(text: str) -> str:
    """The question without thanks and polite endings."""
    tail = _TAILS.end_of(text, " ,.!?;-")
    if not tail or _ends_title(tail):
        return text
    return without_tail(text.removesuffix(tail))


@lru_cache(maxsize=8)
def request_in(text: str, spoken: str | None) -> str | None:
    """The wish that the question begins with ("do you have "), the longest that fits its language."""
    foreign = [table for code, table in _FOREIGN.items() if spoken in {None, code}]
    return max((table.start_of(text, " :,") for table in (_ENGLISH, *foreign)), key=len) or None


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


def asks_for_anything(text: str) -> bool:
    """True for "what should I read next?": a recommendation without any condition."""
    return _ANYTHING.begin(text)


def recommends(request: str) -> bool:
    """True when the words ask for a recommendation."""
    return _RECOMMEND.stand_in(request)


def needs_head(request: str) -> bool:
    """True for wishes that only hold when a general noun follows ("which books…", not "What If?")."""
    return _QUESTION_WORD.begin(request)
