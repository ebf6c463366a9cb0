"""How questions look that are not about books: weather, sums, code, bookings, small talk, orders to the machine."""

from __future__ import annotations

import re

from archivist.librarian.reading.phrases import Phrases

_SETS = {
    "a": "a|an|another|some|any|my|your|our|the",
    "be": "is|are|was|were|'s|'re",
    "book": "book|books|textbook|textbooks|novel|novels",
    "call": "call|text|email|phone",
    "do": "do|did|can|should|could|would|must|am|shall",
    "kindly": "please|kindly|maybe|possibly|perhaps|also|quickly|happen to",
    "number": "0*|1*|2*|3*|4*|5*|6*|7*|8*|9*",
    "room": "toilet|toilets|restroom|bathroom|loo|exit|entrance|lift|elevator|café|cafe|printer|copier|car park|"
    "parking [lot]|toilette|toiletten|ausgang|drucker",
    "order": "[please|{wish}] [can you|could you] [please|help me]",
    "wish": "i ('d|would) like [you] to|i (want|need) [you to|to]",
}

BOOKISH = Phrases(
    """
    {book}|novella|author|authors|writer|writers|autor*|auteur|autore
    read|reads|reading|written|wrote|publish*|lesen|gelesen|lire|leer|leggere
    title|titles|titled|isbn|copy of|copies of|(begin|start) with
    poem|poems|poetry|story|stories|fiction|non-fiction|nonfiction|literature|memoir|memoirs|biograph*|bibliograph*
    cookbook|cookbooks|paperback|paperbacks|trilogy|sequel|sequels|(play|plays) >by
    librar*|shelf|shelves|bookshop|bookshops|bookstore|bookstores
    buch|bücher|roman|romane|krimi|krimis|livre|livres|romans|libro|libros|novela|novelas|libri|romanzo|romanzi
    """,
    _SETS,
)
"""Where one of these stands, a question may be about books after all."""

NEVER_IN_A_BOOK_QUESTION = Phrases(
    """
    (ignore|disregard|forget|override|bypass) ... {orders}
    {show} ... (system prompt|your [hidden|secret|initial|original] (instructions|prompt|rules)|api key*|password*)
    (delete|erase|wipe) (all|everything|your|the) ... (data|memory|files|database|disk)
    (admin|administrator) (password|rights|access)
    (you are now|pretend (to be|you are|that you)|act as (if|a|an|my)|from now on you) !(... {book})
    (jailbreak|developer mode|dan mode) !(... {book})
    (order|deliver|buy) [me|us] [a|an|some|two] {meal}
    (square root|cube root|derivative) of
    """,
    _SETS
    | {
        "orders": "instruction*|prompt*|rules|guidelines|orders|directions|programming",
        "show": "print|reveal|show|repeat|tell me|output|display|what (is|are|was)",
        "meal": "pizza|pizzas|burger|burgers|sushi|food|groceries|coffee|flowers|beer|taxi",
    },
)
"""What no question about a book contains."""

NEVER_A_BOOK_QUESTION = Phrases(
    """
    where ('s|is|are) (the|a|your) [nearest|next] {room} .
    wo (ist|sind) (die|das|der|hier) [die|das|der] {room} .
    [please] (ignore|disregard|forget|repeat|print|output) (everything|all|the|any|your) [*] {above}
    what (do|does) !mean ... mean
    (when|what time|until when) (does|do|is|are) !{open} ... {open}
    {order} (book|reserve) [me|us] [{a}] [two|three|four|{number}] [*] {seat}
    (buche|reserviere|bestelle|réserve|réservez|reserva|reserve|pide|prenota|ordina) ... {foreign_seat}
    {order} {build} !(... {book}) ... {program}
    (write|compose|make up) [me|us] (a|an|some|the) [*] {text} !by
    {order} (summarise|summarize|shorten|rewrite|proofread|correct|check) (this|the following|my)
    {order} translate !(... ({book}|translated))
    how (to|(do|would|can) (you|i|we)) say ... in *
    übersetze|übersetz|traduis|traduisez|traduce|traduci
    {compute} ... ({number}|equation|integral|derivative|x)
    """,
    _SETS
    | {
        "above": "above|below|previous|prior|before|words|text",
        "seat": "table|tables|flight|flights|room|rooms|hotel|hotels|ticket|tickets|taxi|taxis|cab|cabs|car|cars|trip|"
        "trips|train|seat|seats|appointment*|holiday*|vacation*|restaurant*|meeting*|haircut|massage|court|slot|cruise|"
        "uber|ride",
        "foreign_seat": "tisch|flug|hotel|zimmer|table|vol|chambre|mesa|vuelo|habitación|tavolo|volo|camera|pizza|taxi",
        "build": "write|give|show|create|generate|make|build|code|debug|fix|refactor|implement|optimise|optimize",
        "open": "open|close|closed|shut",
        "program": "function*|script|scripts|program|programs|code|class|regex|regular expression*|algorithm*|query|"
        "queries|app|apps|website*|unit test*|api|css|html|loop|spreadsheet|macro",
        "text": "poem*|essay*|song|songs|haiku*|limerick*|story|stories|lyrics|plan|list|review|summary|caption|slogan",
        "compute": "calculate|compute|solve|integrate|differentiate|factorise|factorize|simplify|convert",
    },
)
"""How no question about a book begins."""

SUM_LEADS = Phrases(
    """
    what ('s|is)|how much is|calculate|compute|solve|work out|evaluate
    was ist|wie viel ist|combien font|cuánto es|quanto fa
    """
)
_OPERATORS = (
    *("times", "plus", "minus", "divided by", "multiplied by", "to the power of", "percent of", "% of"),
    *("mal", "geteilt durch", "fois", "por", "per"),
)
_NUMBER = r"\(?-?\d+(?:[.,]\d+)?\)?"
_OPERATOR = rf"(?:[-+*/x\u00d7÷^%]|{'|'.join(_OPERATORS)})"
SUM = re.compile(rf"{_NUMBER}\s*{_OPERATOR}\s*\(?-?\d[\d\s.,+*/x\u00d7÷^%()=?!-]*$", re.IGNORECASE)
CODE = re.compile(r"\bdef \w+\(|console\.log|#include|select \* from|traceback \(most recent", re.IGNORECASE)

SELDOM_IN_A_BOOK_QUESTION = Phrases(
    """
    (what|how|whats|hows) [{be}|will] ... (weather|temperature|forecast|humidity) !about
    wie (ist|wird) [denn] das wetter|quel temps fait-il|qué tiempo hace|che tempo fa
    (what ['s|is|was]|give me|tell me|latest) ... {news}
    (stock|share|bitcoin|crypto|exchange) (price|prices|rate|rates)
    how much (is|does|do|are) ... (cost|worth|euro|euros|dollar|dollars|pound|pounds)
    (quanto fa|wie viel ist|wieviel ist|combien (font|fait)|cuánto (es|son)) ... {number}
    nearest|closest|near me|nearby|around here
    my {thing} ... {trouble}
    (a|the|good|me a|easy|best) recipe for
    (meaning of life|will you marry me|are you single) ?
    hauptstadt von|capitale (d|de|del|della)|capital de
    """,
    _SETS
    | {
        "news": "score|result|results|standings|fixtures|news|headlines|exchange rate|stock price|share price|"
        "stock market|bitcoin price|price of (bitcoin|gold|oil)",
        "thing": "computer|laptop|phone|printer|car|dog|cat|back|head|knee|boss|wife|husband|girlfriend|boyfriend|"
        "homework|internet|wifi|tax|taxes",
        "trouble": "broken|hurt|hurts|sick|ill|slow|(won|doesn|isn)'t|not working|help|fix|crash*|due|refund",
    },
)
"""What hardly any question about a book contains that mentions no book."""

SELDOM_A_BOOK_QUESTION = Phrases(
    """
    (weather|forecast|temperature) ... (in|for|at|today|tomorrow) !(... by)
    (will|is|does|did) (it|there) ... {rain}
    who (won|is winning|will win|scored|plays|is playing|lost)
    {order} (tell|give|make|know|got) [me|us] [{a}|the best|one more] [{a}] [*] {joke}
    {order} (write|compose|draft|generate) [me|us] [{a}] [*] [*] {letter}
    {switch} >(... (me|a|an|the|my|to|some|for)) ... {switched}
    [please] (remind me (to|at|in|on)|wake me|{call} (my|me|mum|mom|dad))
    [please] send [a|an|my|the|this] (email*|e-mail*|text|texts|message*|money|sms)
    [please] add * ... to my (list|calendar|cart|basket)
    (how|where|why|when|what|which) [*] {do} (i|we|you|one|my) !{lend}
    (can|may|could) i !([please] {lend})
    (should|do|am|must|shall|will) i
    how {much} ... (is|are|does|do|did|was|until|to|in|have|has)
    (can|could|will|would) you !([{kindly}] [{kindly}] {librarian})
    (what|which) [{be}] [the] {known}
    who (is|was|are) [the|your] [current|first|last] {office}
    (what|when|where) ({be}|does|do|did|will) ... {times}
    what (time|day|date) (is|was|does|do)
    (are|were) you * .
    (do|did|have) you [ever] (been|eaten|slept|married|had)
    (turn|switch) * ... (on|off) .
    (when|where) (was|were|did|is) ... {history}
    who (invented|discovered|built|founded|painted|composed|sang|sings|directed|starred|stars)
    who created the (internet|web|world)
    who (made|created|built|programmed|trained|owns) you
    (do|solve|finish) my (homework|assignment|taxes)
    help me (with my|debug|fix|code|decide|sleep)
    (recipe|recipes) for
    is * going (up|down)
    do you (believe|like|love|want|feel|dream|sleep|eat|speak|have feelings)
    what happened (in|at|to) ... (today|yesterday|news|world)
    {hello} [there|archivist|everyone] .
    {smalltalk} ... .
    {thanks} [so much|very much|a lot|you|then|later|for (your|the) help] .
    (wer ist|qui est|quién es|chi è) (der|le|la|el|il) *
    wie spät ist es|quelle heure est-il|qué hora es|che ore sono
    wie geht ('s|es)|comment ça va|cómo estás|come stai
    (erzähl|erzähle|raconte|cuéntame|raccontami) [-moi|mir] [einen|une|un|una] (witz|blague|chiste|barzelletta)
    """,
    _SETS
    | {
        "rain": "rain*|snow*|sunny|cold*|hot*|warm*|storm*|windy|cloudy",
        "joke": "joke|jokes|riddle|riddles|pun|puns|pickup (line|lines)|pick-up (line|lines)|fun (fact|facts)",
        "letter": "essay|email|e-mail|letter|song|rap|haiku|limerick|speech|cv|resume|tweet|post|blog|report|homework|"
        "message|invitation|toast",
        "switch": "sing|dance|play|turn (on|off)|switch (on|off)|set|remind me|wake me|{call}|message|open|close|start|"
        "stop|pause|skip|navigate|drive|cook|bake|clean|draw|paint",
        "switched": "song|music|light|lights|alarm|timer|reminder|reminded|mum|mom|dad|door|window|tv|television|radio|"
        "app|browser|dinner|lunch|breakfast|minute|minutes|o'clock|playlist|picture|image|cake|at {number}",
        "lend": "find|get (a copy|hold|it)|buy|borrow|reserve|order|see|know about|keep|shelve|put|have|recommend|"
        "suggest|sell|stock|think",
        "librarian": "know|have|find|get|recommend|suggest|show|look|search|tell me about|give|help me find|list",
        "much": "much|many|far|tall|old|long|big|high|deep|fast|heavy|often|late|hot|cold",
        "known": "capital|population|currency|president|prime minister|king|queen|distance|height|weight|size|area|"
        "meaning|definition|speed|tallest|largest|biggest|smallest|highest|longest|fastest|time|date|day|difference|"
        "square root|boiling point|freezing point|chemical symbol|formula|phone number|address|email|wifi password|"
        "best way",
        "office": "president|prime minister|king|queen|chancellor|pope|ceo|mayor|governor|owner|boss|creator|maker|"
        "developer|captain|coach|fastest|tallest|richest",
        "times": "the time|today's date|the next {next}|open|opens|opening|close|closes|closing|start|begin|nearest|"
        "closest",
        "next": "train|bus|flight|game|match|election|holiday|eclipse",
        "history": "born|die|died|built|invented|discovered|founded|located|live|buried|made|married",
        "hello": "hi|hello|hey|yo|good (morning|evening|night|afternoon)|hallo|bonjour|hola|ciao|salut|greetings",
        "smalltalk": "how are you|how's it going|what ('s|is) up|how do you do|how have you been|nice to meet you|"
        "who are you|what are you|are you [a|an] {human}|what ('s|is) your name|where are you from|how old are you|"
        "do you love me|i love you|i hate you|you ('re|are) (stupid|great|the best|awesome|useless|wrong|cute|funny)",
        "human": "human|robot|real|bot|ai|alive|there|chatgpt|conscious|sentient|stupid|okay|ok",
        "thanks": "thanks|thank you|thx|cheers|danke|merci|gracias|grazie|bye|goodbye|see you|good night|lol|haha|ok|"
        "okay|cool|great|nice|wow|test|testing|asdf*",
    },
)
"""How hardly any question about a book begins that mentions no book."""
