"""How questions look that are not about books: weather, sums, code, bookings, small talk, orders to the machine."""

from __future__ import annotations

import re

BOOKISH = re.compile(
    r"\b(?:books?|novels?|novella|authors?|writers?|reads?|reading|literature|poems?|"
    r"poetry|stories|isbn|librar\w+|bibliograph\w+|memoirs?|biograph\w+|"
    r"cookbooks?|textbooks?|cop(?:y|ies) of|"
    r"shel(?:f|ves)|bookshops?|bookstores?|(?:begin|start) with|"
    r"fiction|non-?fiction|paperbacks?|written|wrote|publish\w*|"
    r"titles?|titled|plays?(?= by)|trilogy|sequels?|bücher|buch|romane?|krimis?|gelesen|"
    r"lesen|livres?|"
    r"romans?|lire|libros?|novelas?|leer|libri|libro|romanz[oi]|leggere|autor\w*|auteur|autore)\b",
    re.IGNORECASE,
)

ALWAYS = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        # orders to the machine
        (
            r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:instructions?|prompts?|"
            r"rules|guidelines|orders|directions|programming)\b"
        ),
        (
            r"\b(?:print|reveal|show|repeat|tell me|output|display|what (?:is|are|was))\b.{0,30}\b(?:system "
            r"prompt|your (?:hidden |secret |initial |original )?(?:instructions|prompt|rules)|"
            r"api keys?|passwords?)\b"
        ),
        (
            r"^(?:please )?(?:ignore|disregard|forget|repeat|print|output) (?:everything|"
            r"all|the|any|your)(?: \w+)? ?(?:above|below|previous|prior|before|words|text)\b"
        ),
        (
            r"\b(?:delete|erase|wipe) (?:all|everything|your|the)\b.{0,12}\b(?:data|memory|"
            r"files|database|disk)\b|\badmin(?:istrator)? (?:password|rights|access)\b"
        ),
        (
            r"\b(?:you are now|pretend (?:to be|you are|that you)|act as (?:if|an?|my)|from now on you|"
            r"jailbreak|developer mode|dan mode)\b(?!.*\bbooks?\b)"
        ),
        r"^what do(?:es)? .{1,40} mean\b",
        r"^(?:when|what time|until when) (?:does|do|is|are) .{1,40} (?:open|close|closed|shut)\b",
        # "book" as a verb
        (
            r"^(?:please |can you |could you |i(?:'d| would) like to |i (?:want|need) to |"
            r"help me )*(?:book|reserve)\s+(?:me |us )?(?:(?:a|an|the|my|our|two|three|\d+)\s+)*(?:\w+\s+)?(?:tables?|"
            r"flights?|rooms?|hotels?|tickets?|taxis?|cabs?|cars?|trips?|train|seats?|appointments?|"
            r"holidays?|vacations?|restaurants?|meetings?|haircut|massage|court|slot|cruise|"
            r"uber|ride)\b"
        ),
        (
            r"\b(?:order|deliver|buy)\s+(?:me |us )?(?:a |an |some |two )?(?:pizzas?|burgers?|"
            r"sushi|food|groceries|coffee|flowers|beer|taxi)\b"
        ),
        (
            r"^(?:buche|reserviere|bestelle|réserve|réservez|reserva|reserve|pide|prenota|"
            r"ordina)\b.{0,12}\b(?:tisch|flug|hotel|zimmer|table|vol|chambre|mesa|vuelo|habitación|"
            r"tavolo|volo|camera|pizza|taxi)\b"
        ),
        # code
        (
            r"^(?!.*\b(?:books?|textbooks?|novels?)\b)(?:please |can you |could you |help me |"
            r"i need you to |i want you to |i want |i need )*(?:write|give|show|create|generate|"
            r"make|build|code|debug|fix|refactor|implement|optimi[sz]e)\b(?: \w+){0,6} (?:python |"
            r"javascript |java |sql |c\+\+ |rust |shell |bash )?(?:functions?|scripts?|programs?|"
            r"code|class|regex|regular expressions?|algorithms?|quer(?:y|ies)|apps?|websites?|"
            r"unit tests?|api|css|html|loop|spreadsheet|macro)\b"
        ),
        r"(?:\bdef \w+\(|\bimport \w+\n|console\.log|#include|select \* from|</\w+>|traceback \(most recent)",
        # texts to make or to work on
        (
            r"^(?:write|compose|make up)(?: me| us)? (?:an?|some|the) (?:\w+ )?(?:poems?|"
            r"essays?|songs?|haikus?|limericks?|stor(?:y|"
            r"ies)|lyrics|plan|list|review|summary|caption|slogan)\b(?! by)"
        ),
        (
            r"^(?:please |can you |could you )*(?:summari[sz]e|shorten|rewrite|proofread|"
            r"correct|check) (?:this|the following|my)\b"
        ),
        # translation
        r"^(?:please |can you |could you )*translate\b(?!.*\b(?:books?|novels?|translated)\b)",
        r"^(?:how (?:do|would|can) (?:you|i|we) say|how to say)\b.*\bin \w+",
        r"^(?:übersetze|übersetz|traduis|traduisez|traduce|traduci)\b",
        # sums
        (
            r"^(?:what(?:'s| is)|how much is|calculate|compute|solve|work out|evaluate|was ist|"
            r"wie viel ist|combien font|cuánto es|quanto fa)?\s*\(?-?\d+(?:[.,]\d+)?\)?\s*(?:[-+*/x\u00d7÷^%]|"
            r"times|plus|minus|divided by|multiplied by|mal|geteilt durch|fois|por|per|to the power of|"
            r"percent of|% of)\s*\(?-?\d+[\d\s.,+*/x\u00d7÷^%()=?!-]*$"
        ),
        (
            r"^(?:calculate|compute|solve|integrate|differentiate|factori[sz]e|simplify|convert)\b.*(?:\d|"
            r"equation|integral|derivative|\bx\b)"
        ),
        r"\b(?:square|cube) root of\b|\bderivative of\b",
    )
)

UNLESS_BOOKISH = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        # weather
        (
            r"\b(?:what|how)(?:'s| is|s| was| will| are)?\b.{0,20}\b(?:weather|temperature|"
            r"forecast|humidity)\b(?! (?:about|like in the (?:book|novel)))"
        ),
        r"^(?:weather|forecast|temperature)\b.{0,10}\b(?:in|for|at|today|tomorrow)\b(?!.*\b(?:by)\b)",
        r"^(?:will|is|does|did)\s+(?:it|there)\b.{0,20}\b(?:rain|snow|sunny|cold|hot|warm|storm|windy|cloudy)\w*\b",
        r"\b(?:wie (?:ist|wird)(?: denn)? das wetter|quel temps fait-il|qué tiempo hace|che tempo fa)\b",
        # sport, news, money
        r"^who (?:won|is winning|will win|scored|plays|is playing|lost)\b",
        (
            r"\b(?:what(?:'s| is| was)|give me|tell me|latest)\b.{0,20}\b(?:score|results?|"
            r"standings|fixtures|news|headlines|exchange rate|stock price|share price|stock market|"
            r"bitcoin price|price of (?:bitcoin|gold|oil))\b"
        ),
        (
            r"\b(?:stock|share|bitcoin|crypto|exchange) (?:price|rate)s?\b|\bhow much (?:is|"
            r"does|do|are)\b.*\b(?:cost|worth|euros?|dollars?|pounds?)\b"
        ),
        # jokes and compositions
        (
            r"^(?:please |can you |could you )*(?:tell|give|make|know|got)(?: me| us)? (?:(?:a|"
            r"an|another|some|any|your|the best|one more) )*(?:\w+ )?(?:jokes?|riddles?|puns?|"
            r"pick-?up lines?|fun facts?)\b"
        ),
        (
            r"^(?:please |can you |could you )*(?:write|compose|draft|generate)(?: me| us|"
            r" my)? (?:(?:a|an|another|some|my|the) )?(?:\w+ ){0,2}(?:essay|email|e-mail|"
            r"letter|song|rap|haiku|limerick|speech|cv|resume|tweet|post|blog|report|homework|"
            r"cover letter|message|invitation|toast)\b"
        ),
        (
            r"^(?:sing|dance|play|turn (?:on|off)|switch (?:on|off)|set|remind me|wake me|"
            r"call|text|email|message|open|close|start|stop|pause|skip|navigate|drive|cook|"
            r"bake|clean|draw|paint)\b(?=.*\b(?:me|a|an|the|my|to|some|for)\b).*\b(?:song|"
            r"music|light|lights|alarm|timer|reminder|reminded|mum|mom|dad|door|window|tv|"
            r"television|radio|app|browser|dinner|lunch|breakfast|minutes?|o'clock|playlist|"
            r"picture|image|cake|at \d+)\b"
        ),
        (
            r"^(?:please )?(?:remind me (?:to|at|in|on)|wake me|send (?:an? |my |the |this )?(?:e-?mails?|"
            r"texts?|messages?|money|sms)|(?:call|text|email|phone) (?:my|me|mum|mom|dad)|"
            r"add .* to my (?:list|calendar|cart|basket))\b"
        ),
        # how-to questions of daily life
        (
            r"^(?:how|where|why|when|what|which)\b(?: \w+)? (?:do|can|should|could|would|"
            r"must|did|am|shall) (?:i|we|you|one|my)\b(?! (?:read|find\b|get (?:a copy|hold|"
            r"it\b|the (?:book|novel)|(?-i:[A-Z]))|buy|borrow|"
            r"order|see|know about|keep|shelve|put|have\b|recommend|suggest|sell|stock|think))"
        ),
        (
            r"^(?:can|may|could) i\b(?! (?:please )?(?:read|borrow|get|find|see|have|buy|"
            r"reserve|order))|^(?:should|do|am|must|shall|will) i\b(?! read)"
        ),
        (
            r"^how (?:much|many|far|tall|old|long|big|high|deep|fast|heavy|often|late|hot|"
            r"cold)\b.*\b(?:is|are|does|do|did|was|until|to|in|have|has)\b"
        ),
        (
            r"^(?:can|could|will|would) you\b(?!(?: please| kindly| maybe| possibly| perhaps|"
            r" also| quickly| happen to)* (?:know|have|find|get|recommend|suggest|show|look|"
            r"search|tell me about|give|help me find|list))"
        ),
        # facts of the world
        (
            r"^(?:what|which)(?:'s| is| are| was)? (?:the )?(?:capital|population|currency|"
            r"president|prime minister|king|queen|distance|height|weight|size|area|meaning|"
            r"definition|speed|tallest|largest|biggest|smallest|highest|longest|fastest|time|"
            r"date|day|difference|square root|boiling point|freezing point|chemical symbol|"
            r"formula|phone number|address|email|wifi password|best way)\b(?! (?:of|in) .*\b(?:book|"
            r"novel)\b)"
        ),
        (
            r"^who (?:is|was|are) (?:the |your )?(?:current |first |last )?(?:president|prime minister|"
            r"king|queen|chancellor|pope|ceo|mayor|governor|owner|boss|creator|maker|developer|"
            r"captain|coach|fastest|tallest|richest)\b"
        ),
        (
            r"^(?:what|when|where)(?:'s| is| are| does| do| did| will)\b.{0,40}\b(?:the time|"
            r"today's date|the next (?:train|bus|flight|game|match|election|holiday|eclipse)|"
            r"open(?:s|ing)?|close(?:s|ing)?(?: time)?|start|begin|nearest|closest)\b"
        ),
        r"^what (?:time|day|date) (?:is|was|does|do)\b",
        r"^(?:are|were) you \w+[?!.]*$|^(?:do|did|have) you (?:ever )?(?:been|eaten|slept|married|had)\b",
        r"^(?:turn|switch) .* (?:on|off)$",
        r"^what does .{1,40} mean\b",
        r"\b(?:nearest|closest|near me|nearby|around here)\b",
        r"\b(?:quanto fa|wie ?viel ist|combien (?:font|fait)|cuánto es|cuánto son)\b.*\d",
        (
            r"\b(?:my (?:computer|laptop|phone|printer|car|dog|cat|back|head|knee|boss|wife|"
            r"husband|girlfriend|boyfriend|homework|internet|wifi|tax(?:es)?))\b.*\b(?:broken|"
            r"hurts?|sick|ill|slow|won't|doesn't|isn't|not working|help|fix|crash\w*|due|"
            r"refund)\b"
        ),
        (
            r"^(?:when|where) (?:was|were|did|is)\b.*\b(?:born|died?|built|invented|discovered|"
            r"founded|located|live|buried|made|married)\b"
        ),
        (
            r"^who (?:invented|discovered|built|founded|painted|composed|sang|sings|directed|"
            r"starred|stars|created the (?:internet|web|world))\b"
        ),
        r"^(?:do|solve|finish) my (?:homework|assignment|taxes)\b",
        r"^recipes? for\b|\b(?:a|the|good|me a|easy|best) recipe for\b",
        # small talk
        (
            r"^(?:hi|hello|hey|yo|good (?:morning|evening|night|afternoon)|hallo|bonjour|"
            r"hola|ciao|salut|greetings)(?: there| archivist| everyone)?[\s!.,?]*$"
        ),
        (
            r"^(?:how are you|how's it going|what's up|what is up|how do you do|how have you been|"
            r"nice to meet you|who are you|what are you|are you (?:a |an )?(?:human|robot|"
            r"real|bot|ai|alive|there|chatgpt|conscious|sentient|stupid|okay|ok)|what(?:'s|"
            r" is) your name|where are you from|how old are you|do you love me|i love you|"
            r"i hate you|you(?:'re| are) (?:stupid|great|the best|awesome|useless|wrong|cute|"
            r"funny))\b.{0,30}$"
        ),
        (
            r"^(?:thanks|thank you|thx|cheers|danke|merci|gracias|grazie|bye|goodbye|see you|"
            r"good night|lol|haha|ok|okay|cool|great|nice|wow|test|testing|asdf+)(?: (?:so much|"
            r"very much|a lot|you|then|later|for your help|for the help))?[\s!.?,]*$"
        ),
        (
            r"\b(?:hauptstadt von|capitale d(?:e|ella|el)|capital de|capitale de l')\b|^(?:wer ist|"
            r"qui est|quién es|chi è) (?:der|le|la|el|il) "
        ),
        (
            r"^(?:who (?:made|created|built|programmed|trained|owns) you|is \w+ going (?:up|down)|"
            r"do you (?:believe|like|love|want|feel|dream|sleep|eat|speak|have feelings)\b|"
            r"what happened (?:in|at|to)\b.*\b(?:today|yesterday|news|world))"
        ),
        (
            r"^(?:(?:summari[sz]e|shorten|rewrite|proofread|correct|check) (?:this|the following|"
            r"my)|help me (?:with my|debug|fix|code|decide|sleep))\b"
        ),
        r"\b(?:meaning of life|will you marry me|are you single)\b\?",
        (
            r"^(?:wie spät ist es|quelle heure est-il|qué hora es|che ore sono|wie geht(?:'s|"
            r" es)|comment ça va|cómo estás|come stai)\b"
        ),
        (
            r"^(?:erzähl|erzähle|raconte|cuéntame|raccontami)(?:-moi| mir)? (?:einen |une |"
            r"un |una )?(?:witz|blague|chiste|barzelletta)"
        ),
    )
)
