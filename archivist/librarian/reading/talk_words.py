"""Words that people put around what they look for, by language: what is left of a question without them names it.

Plain lists, because they only decide where no frame and no request rule is sure. A word is here when it says something
about the asking, the reading or the reader, and hardly ever what a book is about.
"""

from __future__ import annotations

from archivist.librarian.reading.vocabulary import word_set

TALK = word_set(
    """
    i i'm i'd i've i'll me my mine myself we we're we'd we've us our ours you your yours you're u he she they them him
    his her hers their it's that's there's what's who's here's let's im dont don't doesn't didn't can't isn't who whom
    whose what which where when why how whether if am is are was were be been being do does did doing done have has
    had having can could will would shall should may might must please pls plz thanks thank thx hi hello hey there ok
    okay well so um sure pretty yes no not need needs needed want wants wanted wish liked loved adore adores enjoy
    enjoys enjoyed prefer prefers crave fancy looking look looks search searching seek seeking find finding found get
    getting got give gives show shows tell tells told say says said ask asking help helps recommend recommends
    recommended recommendation recommendations suggest suggests suggested suggestion suggestions mention mentioned
    mentions advise propose lend borrow buy grab track tracking trying try tries hear heard hearing know knows knew
    remember forgot think thinking thinks believe guess suppose wonder wondering curious interested interest interests
    interesting keen fond crazy obsessed     passionate hooked fascinated enough keep keeps kept saw see seen seeing
    came come comes coming go goes going gone bring brings brought put puts holds hold own owns swears swear raves
    raved happen happens happened make makes made swap happy read reads reading reader readers reread finish finished
    start starting begin began beginning cover covers covering dealing deals deal regarding concerning involving
    involves involve featuring features combining combines combine mixes mix mixing blends blend meets touches
    explores explore discusses matter matters feels feel feeling resembles resemble resembling similar alike akin vein
    next else another other others more anything something someone somebody anyone anybody everything everyone nothing
    thing things stuff some any one ones both also too as again already yet still really very quite just only even
    maybe perhaps probably possibly currently recently lately actually book books novel novels story stories title
    titles work works copy copies edition volume paperback hardcover ebook audiobook librarian archivist shelf shelves
    catalogue catalog bookshop list bibliography oeuvre non-fiction nonfiction texts author authors writer writers
    novelist poet wrote write writes writing written penned pen authored published publish publishes release released
    synopsis rundown deal summary summarise summarize plot gist premise explain outline describe description opinion
    opinions good great best better nice decent solid amazing fantastic wonderful brilliant favourite favorite
    favourites favorites worth top rated popular fans fan introduction intro guide overview primer able lying around
    somewhere anywhere here now today tonight tomorrow yesterday last moment back number barcode isbn name named
    called idea ideas clue chance he'd she'd kind sort type few sentences words short quick quickly rec recs rundown
    deal lost finished whos whats wheres hows havent anywhere this that these those it its than then because since
    while although lot lots bit much many most several each every all
    """
)
"""English."""

PERHAPS = word_set(
    """
    love loves like likes time school class term year month week day night morning evening friend friends mother
    father mum mom dad son daughter sister brother wife husband aunt uncle kid kids teacher colleague boss
    professor neighbour neighbor partner grandmother grandfather holiday holidays christmas birthday train bus flight
    beach vacation weekend summer
    plane window shop store club library literature fiction text review reviews collection tale stock hunt
    hunting
    """
)
"""Words that are talk after other talk ("for my sister", "last night"), and elsewhere what a book is about."""

OCCASIONS = word_set(
    "schule uni studium kurs arbeit urlaub sohn tochter mutter vater freund freundin geschenk école lycée cours "
    "fils fille mère "
    "père ami amie vacances classe clase escuela colegio hijo hija madre padre amigo amiga vacaciones scuola corso "
    "figlio "
    "figlia amico amica vacanze geschichte historia historias histoire histoires storia storie"
)
"""The same in other languages."""

IN_TITLES = word_set(
    """
    am is are was were be been being do does did has have had can could will would shall should may might must
    he she they them him his her hers their who whom whose what which where when why how whether if you your
    yours you're it its it's this that these those than then because since while although there there's that's
    what's who's any some anything something everything nothing thing things one ones all every each both many
    much most few more next last else other others another again already yet still really very quite just only
    even too also as well great good best better nice happy able time moment back name named called here now
    today tonight tomorrow yesterday story stories title titles work works come comes coming came go goes going
    gone keep keeps kept make makes made own hold holds lost words sort kind type chance no not yes
    so us we our ours
    comment qui que quoi quand où pourquoi est sont as ont avoir être autre autres plus je tu il elle nous vous
    moi toi
    mon ma mes ton ta tes son sa ses notre votre vos pas ne bien bon bons tout cela ce cet cette ces suis es
    was wer wie wo wann warum ist sind war waren bin bist hat habe haben wird werden kann soll will nicht als so noch
    auch mehr andere anderen ich du er sie es wir ihr mich mir dich dir mein meine dein deine gut gute dass weil wenn
    geschichte geschichten nächste kein keine
    qué quién cuál cuándo cómo dónde es son era fue está he has ha hay no muy más otro otra otros otras yo tú él ella
    me te se mi mis tu tus su sus historia historias también
    chi cosa quale quando dove come perché è sono sei ho hai ha non molto più altro altri altra altre io lui lei noi
    mi ti ci vi mio mia tuo tua suo sua storia storie c'è anche bello
    """
)
"""Talk that titles are made of as well ("the things they carried"), so that it proves no sentence."""

FOREIGN: dict[str, frozenset[str]] = {
    "de": word_set(
        """
        ich du er sie wir ihr es mich mir dich dir uns euch mein meine meinen meiner dein deine unser euer ist
        sind war waren bin bist hat habe haben hast hatte habt wird werden wurde kann kannst können könnte
        könnten soll sollte möchte möchten mag magst will wollen muss gibt geben gib suche suchen sucht finde
        finden brauche brauchen kennst kennen zeig zeige zeigen empfiehl empfehlen empfehle empfehlung lese
        lesen liest gelesen buch bücher büchern roman romane romanen krimi krimis geschichten titel
        autor autorin werk werke wer was wen wem welche welches welcher welchen wann wo wie warum ob bitte danke
        hallo guten tag noch auch mehr andere anderen anderes ähnlich ähnliche ähnliches ähnlicher etwas
        nächstes nächste geschrieben schrieb schreiben veröffentlicht gern gerne gut gute gutes beste besten
        nicht kein keine worum geht handelt davon darum dass weil wenn als so sehr mal denn doch eigentlich
        worüber sowas irgendwas bei ihnen ihre ihrer unserer bräuchte hätte hätten ausleihbar ausleihen leihen
        verfügbar vorrätig da verfasst verfasser verfasserin erschienen erschien heißt neueste neuestes neuester
        erste erstes alles lesenswert lohnt bewertet seiten seite isbn schon jemand halten halte leute hört höre
        suchst lest tipp tipps vorschlag vorschläge vorschlagen empfehlenswert wäre würde würden dieses dieser
        diesem das dies einfach nur ja nein
        ein eine einen neu neue neuen
        jahr jahre seitenzahl verfassers heraussuchen
        leser lesern leserinnen kritiker danach davor nächsten zusammen fass jemals irgendein
        """
    ),
    "fr": word_set(
        """
        je j'ai tu il elle nous vous ils elles moi toi mon ma mes ton ta tes son sa ses notre votre nos vos est
        sont était suis êtes ai as a avez ont avoir être peux peut pouvez pourriez voudrais veux veut aimerais
        aime aimé cherche chercher trouve trouver trouvez lire lis lit lu livre livres romans
        titre titres auteur auteure œuvre œuvres qui que quoi quel quelle quels quelles quand où comment
        pourquoi s'il te plaît merci bonjour salut quelque chose autre autres encore aussi plus bien notés noté
        meilleur meilleurs meilleures bon bons bonne bonnes recommande recommandez recommander conseille
        conseillez conseiller donne donnez montre écrit écrits publié parle semblable semblables comme ça cela
        ce cet cette ces est-ce qu'est-ce c'est y a-t-il avez-vous connais connaissez pas ne très auriez-vous
        auriez aurais as-tu aurait emprunter réserver commander acheter penses pensez pensent gens lecteurs paru
        parue sorti sortie pages combien est-il est-elle y-a-t-il c'était serait pourrait faut-il vaut peine lue
        disponible disponibles dispo rayon avis résumé raconte racontez parlant parlent traite traitant propose
        proposez envie besoin suggérez suggestion suggestions quelqu'un aime-t-on j'aimerais l'ai d'autres
        premier dernier oui non veuillez
        roman autrice un une me nouveau nouveaux quelques
        après avant ensuite dois-je critiques
        """
    ),
    "es": word_set(
        """
        yo tú él ella nosotros ustedes vosotros ellos me se mi mis tus su sus nuestro era fue está están he has
        ha hay haber tengo tiene tienes tenéis tienen puede puedes pueden podría quiero quiere quisiera gustaría
        gusta gustó busco buscar buscando encuentra encontrar leer leo lee leído libro libros novela novelas
          título títulos autora obra obras quién quiénes qué cuál cuáles cuándo dónde cómo
        favor gracias hola buenos días algo otro otra otros otras más también bueno buena buenas mejor mejores
        recomienda recomiéndame recomendar dame muestra muéstrame escribió escrito publicado trata parecido
        parecida parecidos similares no muy tengan tendrán tendría podrían quisiéramos prestar prestado
        disponible disponibles páginas cuántas cuántos año publicó salió opinan opiniones gente lectores vale
        pena alguien alguna alguno algún sabes saben saber conoces conocen sugerencia sugerencias sugiere
        sugieres dime dígame cuéntame habla hable primer primera último última estoy buscaba necesito
        necesitaría sí trate va mismo misma recomiendas recomiendan
        autor buen que un tu te nuevo nuevos nueva algunos
        después antes luego leyendo leí críticos
        """
    ),
    "it": word_set(
        """
        io lui lei noi voi loro ti ci vi mio mia tuo tua suo sua nostro vostro è sono sei siete ero ho hai
        devo dobbiamo deve
        abbiamo avete hanno avere posso puoi può potete potresti vorrei voglio vuole piace piaciuto cerco
        cercare cercando trova trovare trovami leggere leggo letto libri romanzo romanzi racconto racconti
          titolo titoli autore autrice opera opere chi cosa quale quali quando dove come perché
        favore grazie ciao buongiorno qualcosa altro altri altra altre ancora anche più bello bella belli
        migliore migliori consiglia consigliami consigliare dammi mostra mostrami scritto scrisse pubblicato
        parla simile simili non molto c'è avreste avrebbe cercavo prestito prendere disponibile disponibili
        pagine quante quanti anno uscito uscita pubblicò pensano opinioni gente lettori vale pena qualcuno sai
        sapete sapere conosci conoscete suggerimento suggerimenti suggerisci suggerite dimmi raccontami parlami
        primo ultimo sto bisogno sì tratta tratti stesso stessa consigli consigliate consiglieresti potrebbe mi
        piacerebbe stato
        libro buon buono buoni che ha tu me meglio nuovo nuovi ultima alcuni qualche
        dopo prima poi critici serve
        """
    ),
}
"""German, French, Spanish and Italian; looked at in questions that are put in one of these."""

ALSO_ENGLISH = word_set("war dies was hat will mag bin gut tag so pages plus a as era lee serve")
"""Words of `FOREIGN` that English titles are made of: alone they tell no language."""

STEMS: dict[str, tuple[str, ...]] = {
    "de": tuple(
        word_set(
            "such find gefund kenn empf les gelesen schrieb schreib geschrieb veröffentlich erschein erschien "
            "handel interess brauch bräucht möcht könn bewert lohn ausleih verfass gefall gefäll woll würd hätt "
            "erzähl"
        )
    ),
    "fr": tuple(
        word_set(
            "cherch trouv connais recommand conseil écri parl publi aim ador souhait voudr pourr racont intéress "
            "m'intéress emprunt propos suggér trait auri j'aim j'ador"
        )
    ),
    "es": tuple(
        word_set(
            "busc encontr encuentr conoc conozc recom suger sugier escri public habl trat interes gust quier "
            "quisier pued podr mostr muestr cuent cuént encant"
        )
    ),
    "it": tuple(
        word_set(
            "cerc trov conosc consigl raccom sugger scri scritt pubblic parl tratt interess piac vorr voglio poss "
            "potr legg mostr raccont"
        )
    ),
}
"""Beginnings of verbs of asking and reading, whatever their ending."""

SMALL: dict[str, frozenset[str]] = {
    "en": word_set(
        "a an the of in on at to for from by with and or but nor & up out into onto over under through about "
        "between against before after during without within off down upon"
    ),
    "de": word_set(
        "der die das den dem des ein eine einen einem einer und oder von vom zu zum zur im am auf mit für "
        "über aus bei nach"
    ),
    "fr": word_set("le la les l' un une du de des et ou dans sur avec pour par au aux en à d'"),
    "es": word_set("el la los las un una unos unas y o de del al con en para por sobre"),
    "it": word_set(
        "il lo la gli le i un uno una di da dal del della dei delle degli nel nella nello su sul sulla sullo sui "
        "sulle sugli con per e ed tra fra"
    ),
}
SMALL_WORDS = frozenset().union(*SMALL.values())
"""Words that join others; they belong to what is sought only between two of its words, articles also before it."""

ARTICLES = word_set("a an the der die das le la les l' el los las il lo gli un une una")

PLACES = word_set("for in at on")
"""Before a word of `PERHAPS` these say for whom, when and where ("for christmas")."""

LIKE = word_set("like nach après dopo después wie comme como come resembles resembling akin")
BY = word_set("by von de d' par por di da from")
ABOUT = word_set("about on über zu zum zur für sur sobre su à regarding concerning")

ALIKE = word_set(
    """
    similar alike resembles resemble resembling fans vein akin ähnlich ähnliche ähnliches semblable semblables
    parecido
    parecida parecidos simile simili similares
    """
)
"""Where one of these stands, books like one are asked for."""

MORE = word_set("next another more nächstes nächste")
"""Beside a title in capitals these ask for books like it."""

TELLS = word_set(
    """
    synopsis rundown deal summary summarise summarize plot gist premise explain outline describe description worum
    handelt parle trata parla kind happens sentences nutshell
    """
)
"""Where one of these stands beside a title, it is to be told of."""

WRITES = word_set(
    """
    bibliography works titles wrote written books novels oeuvre author's bücher romane werke geschrieben livres
    romans œuvres écrit écrits libros novelas obras escrito escribió libri romanzi opere scritto written pen
    adore
    """
)
"""Where one of these stands beside a name, the works of somebody are asked for."""

WHO = word_set("who wer qui quién chi penned")
"""Where one of these stands beside a title, its author is asked for."""

NEWS = word_set("know learn hear find tell")
"""After one of these "more" is more about the same book."""
