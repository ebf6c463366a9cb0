"""Why a book was chosen, in the visitor's language.

The ranking gives its reasons in English, and memory keeps them so; a reason that is not known here stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from archivist.librarian.composing.phrases import phrases

LANGUAGES: Final = ("de", "fr", "es", "it")

_TABLE: Final = """
ISBN matches | ISBN stimmt | l'ISBN correspond | el ISBN coincide | l'ISBN corrisponde
title matches | Titel stimmt | le titre correspond | el título coincide | il titolo corrisponde
title matches, with a subtitle of its own | Titel stimmt, mit eigenem Untertitel | le titre correspond, avec un \
sous-titre | el título coincide, con subtítulo propio | il titolo corrisponde, con un sottotitolo
title matches, with another subtitle | Titel stimmt, mit anderem Untertitel | le titre correspond, avec un autre \
sous-titre | el título coincide, con otro subtítulo | il titolo corrisponde, con un altro sottotitolo
title nearly matches | Titel stimmt fast | le titre correspond presque | el título casi coincide | il titolo quasi \
corrisponde
title matches in other order | Titel stimmt in anderer Reihenfolge | le titre correspond dans un autre ordre | el \
título coincide en otro orden | il titolo corrisponde in altro ordine
title and author match | Titel und Verfasser stimmen | titre et auteur correspondent | título y autor coinciden | \
titolo e autore corrispondono
title begins with these words | Titel beginnt mit diesen Wörtern | le titre commence par ces mots | el título \
empieza con estas palabras | il titolo comincia con queste parole
title holds these words | Titel enthält diese Wörter | le titre contient ces mots | el título contiene estas \
palabras | il titolo contiene queste parole
title matches the first words | Titel stimmt mit den ersten Wörtern | le titre correspond aux premiers mots | el \
título coincide con las primeras palabras | il titolo corrisponde alle prime parole
title matches but for a word | Titel stimmt bis auf ein Wort | le titre correspond à un mot près | el título \
coincide salvo una palabra | il titolo corrisponde tranne una parola
title and author hold these words | Titel und Verfasser enthalten diese Wörter | titre et auteur contiennent ces \
mots | título y autor contienen estas palabras | titolo e autore contengono queste parole
title and subjects hold these words | Titel und Themen enthalten diese Wörter | titre et sujets contiennent ces mots \
| título y temas contienen estas palabras | titolo e soggetti contengono queste parole
a book about it | ein Buch darüber | un livre à son sujet | un libro sobre ella | un libro che ne parla
volume {x} of that title | Band {x} dieses Titels | volume {x} de ce titre | volumen {x} de ese título | volume {x} \
di questo titolo
part of the series {x} | aus der Reihe {x} | dans la série {x} | de la serie {x} | della serie {x}
author matches | Verfasser stimmt | l'auteur correspond | el autor coincide | l'autore corrisponde
author nearly matches: {x} | Verfasser stimmt fast: {x} | l'auteur correspond presque : {x} | el autor casi \
coincide: {x} | l'autore quasi corrisponde: {x}
a record names the author | ein Eintrag nennt den Verfasser | une notice nomme l'auteur | un registro nombra al \
autor | una scheda nomina l'autore
its article names the author | sein Artikel nennt den Verfasser | son article nomme l'auteur | su artículo nombra al \
autor | la sua voce nomina l'autore
edited by {x} | herausgegeben von {x} | édité par {x} | editado por {x} | a cura di {x}
translated by {x} | übersetzt von {x} | traduit par {x} | traducido por {x} | tradotto da {x}
illustrated by {x} | illustriert von {x} | illustré par {x} | ilustrado por {x} | illustrato da {x}
read by {x} | gelesen von {x} | lu par {x} | leído por {x} | letto da {x}
by {x} | von {x} | de {x} | de {x} | di {x}
with {x} | mit {x} | avec {x} | con {x} | con {x}
subject matches: {x} | Thema stimmt: {x} | le sujet correspond : {x} | el tema coincide: {x} | l'argomento \
corrisponde: {x}
both subjects: {a} and {b} | beide Themen: {a} und {b} | les deux sujets : {a} et {b} | ambos temas: {a} y {b} | \
entrambi gli argomenti: {a} e {b}
all {x} subjects | alle {x} Themen | les {x} sujets | los {x} temas | tutti i {x} argomenti
its title names {x} | sein Titel nennt {x} | son titre nomme {x} | su título nombra {x} | il suo titolo nomina {x}
its subtitle or description speaks of {x} | Untertitel oder Beschreibung sprechen von {x} | le sous-titre ou la \
description parle de {x} | el subtítulo o la descripción habla de {x} | il sottotitolo o la descrizione parla di {x}
about {x} | über {x} | sur {x} | sobre {x} | su {x}
mentions {x} | erwähnt {x} | mentionne {x} | menciona {x} | menziona {x}
same author, {rest} | gleicher Verfasser, {rest} | même auteur, {rest} | mismo autor, {rest} | stesso autore, {rest}
same author | gleicher Verfasser | même auteur | mismo autor | stesso autore
shares the subject {x} | gleiches Thema: {x} | même sujet : {x} | comparte el tema {x} | stesso argomento: {x}
shares {n} subjects: {x} | {n} gleiche Themen: {x} | {n} sujets communs : {x} | comparte {n} temas: {x} | {n} \
argomenti in comune: {x}
published {x} | erschienen {x} | paru en {x} | publicado en {x} | uscito nel {x}
shown on an earlier visit | bei einem früheren Besuch gezeigt | montré lors d'une visite précédente | mostrado en \
una visita anterior | mostrato in una visita precedente
shown before, for “{x}” | schon gezeigt, für „{x}“ | déjà montré, pour « {x} » | ya mostrado, para «{x}» | già \
mostrato, per «{x}»
novel | Roman | roman | novela | romanzo
short stories | Erzählungen | nouvelles | cuentos | racconti
poetry | Lyrik | poésie | poesía | poesia
play | Theaterstück | théâtre | teatro | teatro
comic | Comic | bande dessinée | cómic | fumetto
non-fiction | Sachbuch | documentaire | no ficción | saggistica
biography | Biografie | biographie | biografía | biografia
for children | für Kinder | pour enfants | para niños | per bambini
{average} from {count} ratings | {average} bei {count} Bewertungen | {average} pour {count} avis | {average} con \
{count} valoraciones | {average} con {count} voti
{average} from {count} rating | {average} bei {count} Bewertung | {average} pour {count} avis | {average} con \
{count} valoración | {average} con {count} voto
in {x} | in der gewünschten Sprache | dans la langue demandée | en el idioma pedido | nella lingua richiesta
"""
"""A reason in English and in each of `LANGUAGES`, the first that fits counts; what stands in braces is taken over."""


def _rows() -> Iterator[tuple[re.Pattern[str], dict[str, str]]]:
    for line in _TABLE.strip().splitlines():
        english, *others = (cell.strip() for cell in line.split("|"))
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(english))
        yield re.compile(pattern, re.DOTALL), dict(zip(LANGUAGES, others, strict=True))


_ROWS: Final = tuple(_rows())


def reason_in(language: str, reason: str) -> str:
    """The reason as `language` says it; as it is where the language or the reason is not known."""
    if language not in LANGUAGES:
        return reason
    for pattern, templates in _ROWS:
        found = pattern.fullmatch(reason)
        if found:
            return templates[language].format(**_values(language, found.groupdict()))
    return reason


def _values(language: str, values: dict[str, str]) -> dict[str, str]:
    """Numbers as the language writes them, and a reason within a reason in its words."""
    words = phrases(language)
    told = dict(values)
    if "average" in told:
        told |= {"average": words.average(told["average"]), "count": words.count(int(told["count"].replace(",", "")))}
    if "rest" in told:
        told["rest"] = reason_in(language, told["rest"])
    return told
