"""The words that a model may put between facts: they connect, and say nothing of a book.

No negation, no judgement, no comparison and no word for what a book is about: a sentence of these words and of a
record's own values cannot say more than the record does.
"""

from __future__ import annotations

from archivist.books import words

_ENGLISH = (
    "a an and are also as at begin book books by called could did do either enjoy find first for found from further "
    "given has have here him his her hers how i if in is it its let like liked look looking made may me might more "
    "next novel novels of on one or other others out over published rate rated rating ratings read readers reading "
    "recommend record records say says see she he so some start story such suggest take that the their them then "
    "there these they this those title titles to too try two three try under was were what when which who with would "
    "wrote written year years you your another after average came catalogue holds names gives give going worth "
    "stars votes quote quotes describes described description according"
)
_GERMAN = (
    "ein eine einen einem einer und oder auch als am an auf aus bei beginnen buch bücher das dem den der des die dies "
    "diese dieser dieses er es sie erschien erschienen erst zuerst fand finden für gefunden geben gibt hat haben hier "
    "ich ihr ihre im in ist sind war waren kann könnte lesen leser man mit nach nehmen passt passen roman romane sein "
    "seine schrieb geschrieben siehe so titel um von vom vor wer wie würde weitere weiteres wurde zu zum zur zwei drei "
    "jahr jahre bewerten bewertung bewertungen durchschnitt sterne sagt schreibt dazu dann außerdem ebenfalls noch "
    "anfangen versuchen gefiel gefallen mag mögen sie ihnen verzeichnet nennt eintrag katalog beschreibung"
)
_FRENCH = (
    "un une des le la les l de du d et ou a à au aux aussi avec ce cet cette ces c est sont était il elle ils elles on "
    "je vous votre vos en dans par pour que qui qu se son sa ses si sur livre livres roman romans titre titres paru "
    "parue parut publié publiée première fois premier année ans lecteurs lire donne donnent note notes avis moyenne "
    "étoiles écrit écrite auteur commencer commencerais essayez trouvé voici voir plus autre autres deux trois aimé "
    "dit selon notice catalogue description puis ensuite également"
)
_SPANISH = (
    "un una unos unas el la los las lo de del y e o u a al también con este esta estos estas es son era fue en por "
    "para que quien se su sus si sobre libro libros novela novelas título títulos publicó publicado publicada primera "
    "vez año años lectores leer dan da puntuación valoraciones media estrellas escribió escrito escrita autor empezar "
    "empezaría pruebe encontré aquí ver otro otros otra otras dos tres gustó dice según registro catálogo descripción "
    "luego además le usted yo"
)
_ITALIAN = (
    "un uno una il lo la i gli le l di del dello della dei degli delle d e ed o a al alla anche con questo questa "
    "questi queste è sono era fu in da dal dalla per che chi si suo sua suoi sue se su sul libro libri romanzo romanzi "
    "titolo titoli uscito uscita pubblicato pubblicata prima volta anno anni lettori leggere danno dà voto voti media "
    "stelle scritto scritta autore cominciare comincerei provi trovato ecco vedere altro altri altra altre due tre "
    "piaciuto dice secondo scheda catalogo descrizione poi inoltre io lei"
)

CONNECTING = frozenset(words(f"{_ENGLISH} {_GERMAN} {_FRENCH} {_SPANISH} {_ITALIAN}"))
"""Folded, all five languages together: titles and visitors mix them."""

NEGATING = frozenset(
    words(
        "not no never nor without nicht kein keine keiner nie ohne pas jamais sans aucun nunca sin ningún non mai senza"
    )
)
"""Words that turn a fact into its opposite; a visitor may use them, a sentence about a record may not."""
