"""The Archivist's sentences, one catalogue a language.

Templates take named values through `str.format`; values are text and never templates. A language that is not here is
answered in English. Titles stand in the language's own quotation marks, so that a page can set them as titles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archivist.librarian.composing.wording import TITLE, grouped, worded


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Everything the Archivist says by itself; whatever else an answer holds comes from a record."""

    quote: tuple[str, str]
    conjunction: str
    by: str
    year_mark: str
    named: str
    named_year: str
    named_bare: str
    wrote: str
    wrote_unknown: str
    published: str
    published_unknown: str
    pages: str
    pages_unknown: str
    isbn: str
    isbn_unknown: str
    rated: str
    rated_never: str
    described: str
    described_never: str
    filed: str
    topic: str
    topic_reason: str
    also: str
    closest: str
    closest_to: str
    author: str
    author_newest: str
    rated_next: str
    rated_mark: str
    similar: str
    recommend: str
    recommend_first: str
    recalled: str
    recalled_some: str
    recalled_asked: str
    recalled_nothing: str
    nothing: str
    nothing_hint: str
    alone: str
    about: str
    hint_name: str
    hint_more: str
    failed: str
    failed_hint: str
    searched: str
    silent: str
    unconnected: str
    partly: str
    nobody: str
    unasked: str
    bad_isbn: str
    decline: str
    greeting: str
    thanks: str
    help: str
    examples: tuple[str, ...]
    empty: str
    more_by: str
    more_like: str
    what_about: str
    statuses: dict[str, str]
    sources: dict[str, str]
    decimal: str = ","
    thousands: str = "."
    elides: str = ""

    def say(self, template: str, **values: str) -> str:
        """The template with its values; "de" loses its vowel before a name that begins with one, where it does so."""
        for name in ("author", "authors"):
            if self.elides and values.get(name, "")[:1].casefold() in self.elides:
                template = template.replace(f"de {{{name}}}", f"d'{{{name}}}")
                template = template.replace(f"De {{{name}}}", f"D'{{{name}}}")
        return template.format(**values)

    def title(self, title: str) -> str:
        """The title in this language's quotation marks, without anything in it that reads as a mark of ours."""
        opening, closing = self.quote
        return f"{opening}{worded(title, TITLE)}{closing}"

    def count(self, number: int) -> str:
        """A whole number: `12,900`, `12.900`."""
        return grouped(number, self.thousands)

    def average(self, number: str) -> str:
        """A number with one decimal: `3.9`, `3,9`."""
        return number.replace(".", self.decimal)

    def source(self, name: str) -> str:
        """A source's name as a reader knows it; a name that is not known here stands for itself."""
        return self.sources.get(name, name)

    def listing(self, items: Sequence[str]) -> str:
        """The items as a list in a sentence: `a, b and c`."""
        if len(items) < 2:  # noqa: PLR2004  two items make a list
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.conjunction} {items[-1]}"


_ENGLISH = Phrases(
    quote=("“", "”"),
    conjunction="and",
    by="{title} by {authors}",
    year_mark="({year})",
    named="{title} is by {authors}.",
    named_year="{title} is by {authors} and was first published in {year}.",
    named_bare="{title} is on record, though without an author.",
    wrote="{title} was written by {authors}.",
    wrote_unknown="No record I found names the author of {title}.",
    published="{title} was first published in {year}.",
    published_unknown="No record I found gives a year for {title}.",
    pages="{title} has {pages} pages.",
    pages_unknown="No record I found gives a number of pages for {title}.",
    isbn="The ISBN of {title} is {isbn}.",
    isbn_unknown="No record I found gives an ISBN for {title}.",
    rated="Readers give {title} {average} out of 5, over {count} ratings.",
    rated_never="Nobody has rated {title} in the sources I asked.",
    described="{source} says of it: {quote}",
    described_never="The records I have seen do not tell what it is about.",
    filed="It is filed under {subjects}.",
    topic="On {topic}, I would start with {book}.",
    topic_reason="It comes first because: {reason}.",
    also="Also worth a look: {books}.",
    closest="The closest I found is {book}.",
    closest_to="I did not find {title} itself; the closest is {book}.",
    author="By {author}, oldest first: {books}.",
    author_newest="By {author}, newest first: {books}.",
    rated_next="Then come {books}.",
    rated_mark="{book} with {average} ({count} ratings)",
    similar="If you liked {anchor}, try {books}.",
    recommend="Readers think highly of {books}.",
    recommend_first="I would start with {book}: readers give it {average} out of 5, over {count} ratings.",
    recalled="I have shown you {books}.",
    recalled_some="Among others, I have shown you {books}.",
    recalled_asked="You asked me: {questions}.",
    recalled_nothing="We have not talked about any book yet, so there is nothing to remember.",
    nothing="I found no book that fits {wanted}.",
    nothing_hint="Try fewer words, another spelling, or the author's name alone.",
    hint_name="Try another spelling of the name, or the title of one of the books.",
    hint_more="Tell me a little more, such as an author or a subject.",
    alone="There are books on {subjects} alone.",
    about="Books about {subject}",
    failed="I could not find out about {wanted}.",
    failed_hint="That does not mean that there is none; please try again in a little while.",
    searched="I asked {sources}.",
    silent="{source} gave no answer ({status}).",
    unconnected="There seems to be no connection: I could reach none of the services.",
    partly="{source} answered only part of what I asked.",
    nobody="I have asked no source, so I cannot say whether there is such a book.",
    unasked="{source} was not asked: {detail}.",
    bad_isbn="{isbn} cannot be an ISBN: its check digit does not fit. Please look at the number again.",
    decline=(
        "I only help with books: finding them, telling who wrote them, or what to read next. Name a "
        "title, an author or a subject and I will look."
    ),
    greeting="Hello! Tell me a title, an author or a subject, and I will look for it.",
    thanks="You're welcome. Just ask when you look for another book.",
    help=(
        "I look books up in open catalogues: by title, author, subject or ISBN, what a book is about, "
        "what readers think of it, and what to read next. Ask in your own words."
    ),
    examples=("Who wrote Middlemarch?", "Novels about the sea", "Books like Dune"),
    empty="Ask me for a title, an author, a subject or an ISBN, in your own words.",
    more_by="More by {author}",
    more_like="Books like {title}",
    what_about="What is {title} about?",
    statuses={
        "refused": "it refused, or could not be reached",
        "throttled": "too many requests, perhaps",
        "timed-out": "it took too long",
        "failed": "something went wrong, there or on the way",
    },
    sources={
        "openlibrary": "Open Library",
        "openlibrary-subjects": "Open Library subjects",
        "googlebooks": "Google Books",
        "wikipedia": "Wikipedia",
        "shelf": "your own shelf",
        "memory": "earlier visits",
    },
    decimal=".",
    thousands=",",
)

_GERMAN = Phrases(
    quote=("„", "“"),
    conjunction="und",
    by="{title} von {authors}",
    year_mark="({year})",
    named="{title} ist von {authors}.",
    named_year="{title} ist von {authors} und erschien zuerst {year}.",
    named_bare="{title} ist verzeichnet, aber ohne Verfasser.",
    wrote="{title} hat {authors} geschrieben.",
    wrote_unknown="Kein Eintrag, den ich fand, nennt den Verfasser von {title}.",
    published="{title} erschien zuerst {year}.",
    published_unknown="Kein Eintrag, den ich fand, nennt ein Erscheinungsjahr von {title}.",
    pages="{title} hat {pages} Seiten.",
    pages_unknown="Kein Eintrag, den ich fand, nennt die Seitenzahl von {title}.",
    isbn="Die ISBN von {title} ist {isbn}.",
    isbn_unknown="Kein Eintrag, den ich fand, nennt eine ISBN von {title}.",
    rated="Leser geben {title} {average} von 5, bei {count} Bewertungen.",
    rated_never="In den gefragten Quellen hat niemand {title} bewertet.",
    described="{source} schreibt dazu: {quote}",
    described_never="Die Einträge, die ich gesehen habe, sagen nicht, worum es geht.",
    filed="Verzeichnet unter {subjects}.",
    topic="Zum Thema {topic} würde ich mit {book} anfangen.",
    topic_reason="Es steht vorn, weil: {reason}.",
    also="Ebenfalls lesenswert: {books}.",
    closest="Am nächsten kommt {book}.",
    closest_to="{title} selbst habe ich nicht gefunden; am nächsten kommt {book}.",
    author="Von {author}, die ältesten zuerst: {books}.",
    author_newest="Von {author}, die neuesten zuerst: {books}.",
    rated_next="Es folgen {books}.",
    rated_mark="{book} mit {average} ({count} Bewertungen)",
    similar="Wer {anchor} mochte, dem könnte gefallen: {books}.",
    recommend="Leser schätzen besonders {books}.",
    recommend_first="Ich würde mit {book} anfangen: Leser geben dem Buch {average} von 5, bei {count} Bewertungen.",
    recalled="Gezeigt habe ich Ihnen bisher {books}.",
    recalled_some="Gezeigt habe ich Ihnen unter anderem {books}.",
    recalled_asked="Sie haben mich gefragt: {questions}.",
    recalled_nothing="Wir haben noch über kein Buch gesprochen, also gibt es nichts zu erinnern.",
    nothing="Ich habe kein Buch gefunden, auf das {wanted} passt.",
    nothing_hint="Versuchen Sie weniger Wörter, eine andere Schreibweise oder nur den Namen des Verfassers.",
    hint_name="Versuchen Sie eine andere Schreibweise des Namens oder den Titel eines der Bücher.",
    hint_more="Sagen Sie mir etwas mehr, etwa einen Verfasser oder ein Thema.",
    alone="Zu {subjects} allein gibt es Bücher.",
    about="Bücher über {subject}",
    failed="Über {wanted} konnte ich nichts herausfinden.",
    failed_hint="Das heißt nicht, dass es nichts gibt; bitte versuchen Sie es gleich noch einmal.",
    searched="Gefragt habe ich {sources}.",
    silent="{source} hat nicht geantwortet ({status}).",
    unconnected="Es scheint keine Verbindung zu geben: Keiner der Dienste war zu erreichen.",
    partly="{source} hat nur einen Teil der Fragen beantwortet.",
    nobody="Ich habe keine Quelle gefragt und kann daher nicht sagen, ob es ein solches Buch gibt.",
    unasked="{source} wurde nicht gefragt: {detail}.",
    bad_isbn="{isbn} kann keine ISBN sein: Die Prüfziffer stimmt nicht. Bitte sehen Sie die Nummer noch einmal an.",
    decline=(
        "Ich helfe nur bei Büchern: sie finden, sagen, wer sie schrieb, oder was als Nächstes zu lesen "
        "wäre. Nennen Sie einen Titel, einen Verfasser oder ein Thema, dann suche ich."
    ),
    greeting="Guten Tag! Nennen Sie mir einen Titel, einen Verfasser oder ein Thema, dann suche ich danach.",
    thanks="Gern geschehen. Fragen Sie, wenn Sie ein weiteres Buch suchen.",
    help=(
        "Ich schlage Bücher in offenen Katalogen nach: nach Titel, Verfasser, Thema oder ISBN, worum es darin "
        "geht, was "
        "Leser davon halten und was als Nächstes zu lesen wäre. Fragen Sie in Ihren eigenen Worten."
    ),
    examples=("Wer hat Buddenbrooks geschrieben?", "Romane über das Meer", "Bücher wie Momo"),
    empty="Fragen Sie mich nach einem Titel, einem Verfasser, einem Thema oder einer ISBN, in Ihren eigenen Worten.",
    more_by="Mehr von {author}",
    more_like="Bücher wie {title}",
    what_about="Worum geht es in {title}?",
    statuses={
        "refused": "abgelehnt oder nicht erreichbar",
        "throttled": "vielleicht zu viele Anfragen",
        "timed-out": "es dauerte zu lange",
        "failed": "dort oder unterwegs ging etwas schief",
    },
    sources={
        "openlibrary": "Open Library",
        "openlibrary-subjects": "Open Library (Themen)",
        "googlebooks": "Google Books",
        "wikipedia": "Wikipedia",
        "shelf": "Ihr eigenes Regal",
        "memory": "frühere Besuche",
    },
)

_FRENCH = Phrases(
    quote=("« ", " »"),
    conjunction="et",
    elides="aeiouàâéèêëîïôöùûü",
    by="{title} de {authors}",
    year_mark="({year})",
    named="{title} est de {authors}.",
    named_year="{title} est de {authors} et a paru pour la première fois en {year}.",
    named_bare="{title} est au catalogue, mais sans auteur.",
    wrote="{title} a été écrit par {authors}.",
    wrote_unknown="Aucune notice trouvée ne nomme l'auteur de {title}.",
    published="{title} a paru pour la première fois en {year}.",
    published_unknown="Aucune notice trouvée ne donne d'année pour {title}.",
    pages="{title} compte {pages} pages.",
    pages_unknown="Aucune notice trouvée ne donne le nombre de pages de {title}.",
    isbn="L'ISBN de {title} est {isbn}.",
    isbn_unknown="Aucune notice trouvée ne donne d'ISBN pour {title}.",
    rated="Les lecteurs donnent à {title} {average} sur 5, pour {count} avis.",
    rated_never="Personne n'a noté {title} dans les sources consultées.",
    described="{source} en dit : {quote}",
    described_never="Les notices que j'ai vues ne disent pas de quoi il parle.",
    filed="Classé sous {subjects}.",
    topic="À propos de {topic}, je commencerais par {book}.",
    topic_reason="Il vient en tête parce que : {reason}.",
    also="À voir aussi : {books}.",
    closest="Le plus proche que j'aie trouvé est {book}.",
    closest_to="Je n'ai pas trouvé {title} même ; le plus proche est {book}.",
    author="De {author}, du plus ancien au plus récent : {books}.",
    author_newest="De {author}, du plus récent au plus ancien : {books}.",
    rated_next="Viennent ensuite {books}.",
    rated_mark="{book} avec {average} ({count} avis)",
    similar="Si vous avez aimé {anchor}, essayez {books}.",
    recommend="Les lecteurs apprécient beaucoup {books}.",
    recommend_first="Je commencerais par {book} : les lecteurs lui donnent {average} sur 5, pour {count} avis.",
    recalled="Je vous ai montré {books}.",
    recalled_some="Je vous ai montré, entre autres, {books}.",
    recalled_asked="Vous m'avez demandé : {questions}.",
    recalled_nothing="Nous n'avons encore parlé d'aucun livre ; il n'y a rien à se rappeler.",
    nothing="Je n'ai trouvé aucun livre qui corresponde à {wanted}.",
    nothing_hint="Essayez avec moins de mots, une autre orthographe, ou le seul nom de l'auteur.",
    hint_name="Essayez une autre orthographe du nom, ou le titre d'un des livres.",
    hint_more="Dites-m'en un peu plus, par exemple un auteur ou un sujet.",
    alone="Il y a des livres sur {subjects} seul.",
    about="Des livres sur {subject}",
    failed="Je n'ai rien pu apprendre sur {wanted}.",
    failed_hint="Cela ne veut pas dire qu'il n'y en a pas ; réessayez dans un instant.",
    searched="J'ai interrogé {sources}.",
    silent="{source} n'a pas répondu ({status}).",
    unconnected="Il semble n'y avoir aucune connexion : aucun des services n'a pu être joint.",
    partly="{source} n'a répondu qu'à une partie des questions.",
    nobody="Je n'ai interrogé aucune source ; je ne peux donc pas dire si un tel livre existe.",
    unasked="{source} n'a pas été interrogé : {detail}.",
    bad_isbn="{isbn} ne peut pas être un ISBN : la clé de contrôle est fausse. Vérifiez le numéro.",
    decline=(
        "Je ne m'occupe que de livres : les trouver, dire qui les a écrits, ou quoi lire ensuite. "
        "Donnez-moi un titre, un auteur ou un sujet et je chercherai."
    ),
    greeting="Bonjour ! Donnez-moi un titre, un auteur ou un sujet, et je chercherai.",
    thanks="Avec plaisir. Revenez quand vous chercherez un autre livre.",
    help=(
        "Je cherche des livres dans des catalogues ouverts : par titre, auteur, sujet ou ISBN, de quoi ils "
        "parlent, ce qu'en pensent les lecteurs et quoi lire ensuite. Demandez avec vos propres mots."
    ),
    examples=("Qui a écrit Germinal ?", "Des romans sur la mer", "Des livres comme Le Petit Prince"),
    empty="Demandez-moi un titre, un auteur, un sujet ou un ISBN, avec vos propres mots.",
    more_by="Plus de livres de {author}",
    more_like="Des livres comme {title}",
    what_about="De quoi parle {title} ?",
    statuses={
        "refused": "refus, ou impossible à joindre",
        "throttled": "trop de demandes, peut-être",
        "timed-out": "trop lent",
        "failed": "une erreur, là-bas ou en chemin",
    },
    sources={
        "openlibrary": "Open Library",
        "openlibrary-subjects": "Open Library (sujets)",
        "googlebooks": "Google Books",
        "wikipedia": "Wikipedia",
        "shelf": "vos propres rayons",
        "memory": "les visites précédentes",
    },
    thousands="\u202f",
)

_SPANISH = Phrases(
    quote=("«", "»"),
    conjunction="y",
    by="{title} de {authors}",
    year_mark="({year})",
    named="{title} es de {authors}.",
    named_year="{title} es de {authors} y se publicó por primera vez en {year}.",
    named_bare="{title} está en el catálogo, pero sin autor.",
    wrote="{title} lo escribió {authors}.",
    wrote_unknown="Ningún registro que encontré nombra al autor de {title}.",
    published="{title} se publicó por primera vez en {year}.",
    published_unknown="Ningún registro que encontré da un año para {title}.",
    pages="{title} tiene {pages} páginas.",
    pages_unknown="Ningún registro que encontré da el número de páginas de {title}.",
    isbn="El ISBN de {title} es {isbn}.",
    isbn_unknown="Ningún registro que encontré da un ISBN de {title}.",
    rated="Los lectores dan a {title} {average} de 5, con {count} valoraciones.",
    rated_never="Nadie ha valorado {title} en las fuentes consultadas.",
    described="{source} dice: {quote}",
    described_never="Los registros que he visto no cuentan de qué trata.",
    filed="Clasificado en {subjects}.",
    topic="Sobre {topic}, yo empezaría por {book}.",
    topic_reason="Va primero porque: {reason}.",
    also="También merecen una mirada: {books}.",
    closest="Lo más parecido que encontré es {book}.",
    closest_to="No encontré {title} en sí; lo más parecido es {book}.",
    author="De {author}, del más antiguo al más reciente: {books}.",
    author_newest="De {author}, del más reciente al más antiguo: {books}.",
    rated_next="Le siguen {books}.",
    rated_mark="{book} con {average} ({count} valoraciones)",
    similar="Si le gustó {anchor}, pruebe {books}.",
    recommend="Los lectores aprecian mucho {books}.",
    recommend_first="Yo empezaría por {book}: los lectores le dan {average} de 5, con {count} valoraciones.",
    recalled="Le he mostrado {books}.",
    recalled_some="Le he mostrado, entre otros, {books}.",
    recalled_asked="Me preguntó: {questions}.",
    recalled_nothing="Aún no hemos hablado de ningún libro, así que no hay nada que recordar.",
    nothing="No encontré ningún libro que corresponda a {wanted}.",
    nothing_hint="Pruebe con menos palabras, otra grafía o solo el nombre del autor.",
    hint_name="Pruebe con otra grafía del nombre o con el título de uno de los libros.",
    hint_more="Dígame algo más, por ejemplo un autor o un tema.",
    alone="Hay libros sobre {subjects} por separado.",
    about="Libros sobre {subject}",
    failed="No pude averiguar nada sobre {wanted}.",
    failed_hint="Eso no significa que no lo haya; inténtelo de nuevo dentro de un momento.",
    searched="Pregunté a {sources}.",
    silent="{source} no respondió ({status}).",
    unconnected="Parece que no hay conexión: no pude llegar a ninguno de los servicios.",
    partly="{source} respondió solo a una parte de lo que pregunté.",
    nobody="No pregunté a ninguna fuente, así que no puedo decir si existe tal libro.",
    unasked="No se preguntó a {source}: {detail}.",
    bad_isbn="{isbn} no puede ser un ISBN: el dígito de control no cuadra. Revise el número.",
    decline=(
        "Solo ayudo con libros: encontrarlos, decir quién los escribió o qué leer después. Deme un "
        "título, un autor o un tema y buscaré."
    ),
    greeting="¡Hola! Deme un título, un autor o un tema y lo buscaré.",
    thanks="De nada. Pregunte cuando busque otro libro.",
    help=(
        "Busco libros en catálogos abiertos: por título, autor, tema o ISBN, de qué tratan, "
        "qué opinan los lectores y qué leer después. Pregunte con sus propias palabras."
    ),
    examples=("¿Quién escribió Rayuela?", "Novelas sobre el mar", "Libros como Don Quijote"),
    empty="Pídame un título, un autor, un tema o un ISBN, con sus propias palabras.",
    more_by="Más de {author}",
    more_like="Libros como {title}",
    what_about="¿De qué trata {title}?",
    statuses={
        "refused": "se negó o no se pudo llegar a él",
        "throttled": "quizá demasiadas peticiones",
        "timed-out": "tardó demasiado",
        "failed": "algo falló, allí o por el camino",
    },
    sources={
        "openlibrary": "Open Library",
        "openlibrary-subjects": "Open Library (temas)",
        "googlebooks": "Google Books",
        "wikipedia": "Wikipedia",
        "shelf": "su propio estante",
        "memory": "visitas anteriores",
    },
)

_ITALIAN = Phrases(
    quote=("«", "»"),
    conjunction="e",
    by="{title} di {authors}",
    year_mark="({year})",
    named="{title} è di {authors}.",
    named_year="{title} è di {authors} ed è uscito per la prima volta nel {year}.",
    named_bare="{title} è in catalogo, ma senza autore.",
    wrote="{title} è stato scritto da {authors}.",
    wrote_unknown="Nessuna scheda trovata nomina l'autore di {title}.",
    published="{title} è uscito per la prima volta nel {year}.",
    published_unknown="Nessuna scheda trovata dà un anno per {title}.",
    pages="{title} ha {pages} pagine.",
    pages_unknown="Nessuna scheda trovata dà il numero di pagine di {title}.",
    isbn="L'ISBN di {title} è {isbn}.",
    isbn_unknown="Nessuna scheda trovata dà un ISBN per {title}.",
    rated="I lettori danno a {title} {average} su 5, con {count} voti.",
    rated_never="Nessuno ha votato {title} nelle fonti consultate.",
    described="{source} ne dice: {quote}",
    described_never="Le schede che ho visto non dicono di che cosa parla.",
    filed="Classificato sotto {subjects}.",
    topic="A proposito di {topic}, comincerei da {book}.",
    topic_reason="Viene per primo perché: {reason}.",
    also="Da vedere anche: {books}.",
    closest="Il più vicino che ho trovato è {book}.",
    closest_to="Non ho trovato proprio {title}; il più vicino è {book}.",
    author="Di {author}, dal più vecchio: {books}.",
    author_newest="Di {author}, dal più recente: {books}.",
    rated_next="Seguono {books}.",
    rated_mark="{book} con {average} ({count} voti)",
    similar="Se le è piaciuto {anchor}, provi {books}.",
    recommend="I lettori apprezzano molto {books}.",
    recommend_first="Comincerei da {book}: i lettori gli danno {average} su 5, con {count} voti.",
    recalled="Le ho mostrato {books}.",
    recalled_some="Le ho mostrato, tra gli altri, {books}.",
    recalled_asked="Mi ha chiesto: {questions}.",
    recalled_nothing="Non abbiamo ancora parlato di nessun libro: non c'è nulla da ricordare.",
    nothing="Non ho trovato nessun libro che corrisponda a {wanted}.",
    nothing_hint="Provi con meno parole, un'altra grafia o solo il nome dell'autore.",
    hint_name="Provi un'altra grafia del nome o il titolo di uno dei libri.",
    hint_more="Mi dica qualcosa di più, per esempio un autore o un argomento.",
    alone="Ci sono libri su {subjects} da solo.",
    about="Libri su {subject}",
    failed="Non ho potuto sapere nulla di {wanted}.",
    failed_hint="Questo non significa che non ce ne sia; riprovi tra poco.",
    searched="Ho chiesto a {sources}.",
    silent="{source} non ha risposto ({status}).",
    unconnected="Sembra che non ci sia connessione: non ho potuto raggiungere nessuno dei servizi.",
    partly="{source} ha risposto solo a una parte delle domande.",
    nobody="Non ho interrogato nessuna fonte, quindi non posso dire se un tale libro esista.",
    unasked="{source} non è stata interrogata: {detail}.",
    bad_isbn="{isbn} non può essere un ISBN: la cifra di controllo non torna. Ricontrolli il numero.",
    decline=(
        "Mi occupo solo di libri: trovarli, dire chi li ha scritti o che cosa leggere dopo. Mi dia un "
        "titolo, un autore o un argomento e cercherò."
    ),
    greeting="Buongiorno! Mi dica un titolo, un autore o un argomento e lo cercherò.",
    thanks="Prego. Chieda pure quando cerca un altro libro.",
    help=(
        "Cerco libri in cataloghi aperti: per titolo, autore, argomento o ISBN, di che cosa parlano, che "
        "cosa ne pensano i lettori e che cosa leggere dopo. Chieda con parole sue."
    ),
    examples=("Chi ha scritto Il Gattopardo?", "Romanzi sul mare", "Libri come Il nome della rosa"),
    empty="Mi chieda un titolo, un autore, un argomento o un ISBN, con parole sue.",
    more_by="Altro di {author}",
    more_like="Libri come {title}",
    what_about="Di che cosa parla {title}?",
    statuses={
        "refused": "ha rifiutato o non era raggiungibile",
        "throttled": "forse troppe richieste",
        "timed-out": "troppo lenta",
        "failed": "qualcosa è andato storto, lì o lungo la strada",
    },
    sources={
        "openlibrary": "Open Library",
        "openlibrary-subjects": "Open Library (soggetti)",
        "googlebooks": "Google Books",
        "wikipedia": "Wikipedia",
        "shelf": "il suo scaffale",
        "memory": "visite precedenti",
    },
)

_CATALOGUE = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH, "it": _ITALIAN}

LANGUAGES = tuple(_CATALOGUE)
"""ISO 639-1 codes of the languages the Archivist speaks."""


def phrases(language: str) -> Phrases:
    """The sentences in `language` (ISO 639-1); English for a language that is not here."""
    return _CATALOGUE.get(language, _ENGLISH)
