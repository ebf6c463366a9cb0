"""Questions for what somebody wrote, and for who somebody is."""

from __future__ import annotations

from archivist.librarian.reading.frame import frames

_SETS = {
    "has": "has|have|had|did|does|do",
    "works": "books|novels|works|titles|stories|plays|poems",
    "wrote": "write|wrote|written|publish|published|author|authored",
    "ever": "[ever|also|already|all]",
    "so_far": "[so far|in (his|her|their) life]",
    "had_written": "[has|have|had] [ever] (wrote|written|published|authored) [so far]",
    "list": "[show|give|list|find] [me] [the|a] [full|complete]",
    "things": "book|books|novel|novels|works|titles|things|stories",
    "opus": "bibliography|oeuvre|œuvre|backlist",
    "geschrieben": "geschrieben|veröffentlicht|verfasst",
    "zuletzt": "[alles|noch|sonst noch|zuletzt|zuerst|als letztes|als erstes]",
    "soll": "(soll|sollte|kann|könnte) (ich|man|wir)",
    "écrit": "écrit|écrits|écrites",
}

AUTHOR = (
    *frames(
        "author",
        """
        what [else|all] {has} _ {ever} {wrote} (after|before|besides|apart from|other than) !(1*|2*|the) ...
        what [all] {has} _ {ever} {wrote} {so_far}
        what (else|more|other {things}) ({has}|by) _ [[ever] {wrote}]
        (which|what) [other|of the] {works} ({has}|were written by|are written by) _ [[ever] {wrote}]
        how many {works} {has} _ [ever] {wrote}
        (wie viele|welche|was für) (bücher|romane|werke) hat _ [alles|noch] {geschrieben}
        combien de (livres|romans|œuvres) a [{écrit}] _ [[a] [-t-(il|elle)] {écrit}]
        (quels|quelles) (livres|romans|œuvres) a {écrit} _
        (cuántos|cuántas|cuantos|cuantas|qué|que) (libros|novelas|obras) (ha escrito|escribió) _
        (quanti|quali|quante|che) (libri|romanzi|opere) ha scritto _
        (has|have|did) _ [ever] {wrote} (anything|something|(any|other|more) [other] (books|novels)) [else]
        {list} ({opus}|list of (books|works|novels)) (of|for|by) _
        {list} (all [of] [the]|the|every) {things} [that] _ {had_written}
        {things} [that] _ {had_written}
        [the] (author|writer|novelist|poet|autor|auteur|autrice|autore) _
        what _ {had_written}
        what ('s|is|was) _ [best|mostly] (known|famous) for
        [[a|the] [full|complete] list of] (everything|all) [that|which] _ {had_written}
        _ ['s|'] ({opus}|complete works|reading order)
        what did _ (write|publish|release) (first|last|before that|after that)
        which (books|novels) did _ (write|publish|release) (first|last|before that|after that)
        (has|have) _ [got|published|released] (anything|something|any [*] (book|books)) (new|else|recent) [out]
        (i'm|i am|we're) (on|in) (a|an) _ (kick|binge|phase|mood|streak)
        was (gibt es|haben sie|habt ihr|hast du) [alles|noch|sonst noch] von _
        was hat _ {zuletzt} {geschrieben}
        qu'(a|est-ce que) _ [a] écrit
        qu'a écrit _
        (tout|que (proposez|avez)-vous|qu'avez-vous|qu'est-ce que vous avez) [d'autre] (de|d') _
        qué (tienes|tiene|tenéis|tienen|hay) [más] de _
        [che] (cosa|che) (avete|hai|c'è) [altro] di _
        was (soll|kann|sollte) ich von _ lesen
        (which|what) (book|books|novel|novels|one) (by|of) _ should [i|we|you|one] (read|start with) [first|next]
        (welches|welche|welchen) (buch|bücher|roman|romane) von _ {soll} [zuerst|als erstes|als nächstes] lesen
        (quel|quels) (livre|livres|roman|romans) (de|d') _ [dois-je|faut-il|devrais-je] lire [en premier|d'abord]
        (qué|que|cuál|cuáles) (libro|libros|novela|novelas) de _ [debo|debería|puedo|hay que] leer [primero]
        (che|quale|quali) (libro|libri|romanzo|romanzi) di _ [devo|dovrei|posso|conviene] leggere [per primo|prima]
        (which|what) ('s|is) the (latest|newest|most recent|first|earliest) _
        whats the (latest|newest|most recent|first|earliest) _
        [the] (latest|newest|most recent) _
        (qué|que) (ha escrito|escribió) _
        [che] cosa ha scritto _
        """,
        _SETS,
    ),
    *frames(
        "person",
        """
        [do you know] who ('s|is|was) _
        wer (ist|war) _
        qui est _
        (quién es|quién fue|chi è|chi era) _
        """,
    ),
)
