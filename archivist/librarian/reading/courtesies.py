"""Greetings, thanks and calls for help, each with the language it is said in."""

from __future__ import annotations

from typing import Literal

from archivist.librarian.reading.vocabulary import phrase_set, word_set

Courtesy = Literal["greeting", "thanks", "help"]

_SAID: dict[Courtesy, dict[str, frozenset[str]]] = {
    "greeting": {
        "en": phrase_set(
            "hi, hello, hey, hiya, howdy, greetings, good morning, good afternoon, good evening, good day, hi "
            "there, hello there, hey there, yo, nice to meet you, how are you, how are you doing, how do you "
            "do, what's up, you there, are you there, anyone there, anybody there, is anyone there"
        ),
        "de": phrase_set(
            "hallo, guten tag, guten morgen, guten abend, grüß gott, grüezi, servus, moin, moin moin, grüß "
            "dich, wie geht's, wie geht es dir, wie geht es ihnen, schönen guten tag"
        ),
        "fr": phrase_set("bonjour, bonsoir, salut, coucou, ça va, comment ça va, comment allez-vous"),
        "es": phrase_set(
            "hola, buenos días, buenas tardes, buenas noches, buenas, buen día, qué tal, cómo estás, cómo está"
        ),
        "it": phrase_set("ciao, buongiorno, buonasera, buon giorno, buona sera, salve, come va, come stai, come sta"),
    },
    "thanks": {
        "en": phrase_set(
            "thanks, thank you, thanks help, thank you help, thanks the help, thank you the help, thx, ty, "
            "cheers, ta, many thanks, thank you kindly, much appreciated, great, perfect, that's great, that's "
            "perfect, that's all, that helps, that was helpful, very helpful, awesome, lovely, wonderful, "
            "excellent, brilliant, bye, goodbye, good bye, see you, good night, have a nice day, cool, nice, "
            "got it, i see, understood, alright, sorry, i'm sorry, my bad, no worries, no problem"
        ),
        "de": phrase_set(
            "danke, danke schön, dankeschön, vielen dank, besten dank, herzlichen dank, danke sehr, danke dir, "
            "super, toll, prima, perfekt, tschüss, auf wiedersehen, bis bald, das hilft mir, sehr gut, "
            "alles klar, verstanden, entschuldigung, tut mir leid"
        ),
        "fr": phrase_set(
            "merci, merci beaucoup, merci bien, mille mercis, parfait, super, "
            "au revoir, à bientôt, compris, d'accord, désolé, pardon"
        ),
        "es": phrase_set(
            "gracias, muchas gracias, mil gracias, perfecto, genial, "
            "adiós, hasta luego, hasta pronto, entendido, perdón"
        ),
        "it": phrase_set(
            "grazie, grazie mille, molte grazie, tante grazie, perfetto, "
            "ottimo, arrivederci, a presto, capito, scusa, scusi"
        ),
    },
    "help": {
        "en": phrase_set(
            "help, tell me what you can do, help me, please help, i need help, i need some help, can you help me, "
            "can you help, could "
            "you help me, what can you do, what do you do, what is this, what are you, who are you, how does "
            "this work, how does it work, how do i use this, how do i start, what can i ask, what can i ask "
            "you, what should i ask, what is this site, are you a bot, are you a robot, are you human, are you "
            "an ai, what's your name, what is your name, instructions, usage, examples, how can you help me, "
            "how can you help, tell me about yourself"
        ),
        "de": phrase_set(
            "hilfe, was kannst du, was können sie, wer bist du, wer sind sie, wie funktioniert das, was ist "
            "das, kannst du mir helfen, können sie mir helfen, was kann ich fragen, bist du ein roboter, wie "
            "geht das"
        ),
        "fr": phrase_set(
            "aide, aidez-moi, au secours, que sais-tu faire, que savez-vous faire, qui es-tu, qui êtes-vous, "
            "comment ça marche, c'est quoi, pouvez-vous m'aider, peux-tu m'aider, que puis-je demander"
        ),
        "es": phrase_set(
            "ayuda, ayúdame, qué puedes hacer, quién eres, cómo funciona, cómo funciona esto, puedes ayudarme, "
            "me puedes ayudar, qué puedo preguntar, qué es esto, necesito ayuda"
        ),
        "it": phrase_set(
            "aiuto, aiutami, cosa sai fare, che cosa sai fare, chi sei, come funziona, mi puoi aiutare, puoi "
            "aiutarmi, cosa posso chiedere, cos'è questo, ho bisogno di aiuto"
        ),
    },
}
_MEANT = {
    phrase: (courtesy, language)
    for courtesy, languages in _SAID.items()
    for language, phrases in languages.items()
    for phrase in phrases
}
_ADDRESSED = word_set(
    "archivist librarian there all everyone everybody again so very a lot please dear sir madam ok okay yes no "
    "well oh and"
    " for your then much zusammen alle todos tutti por todo per tutto everything"
)
_WEIGHTIEST: tuple[Courtesy, ...] = ("help", "thanks", "greeting")
_BREAKS = str.maketrans(dict.fromkeys(".!?;:¡¿…)(", ","))
_MOST = 12
"""Words of a message that is nothing but courtesy."""


def courtesy_in(text: str) -> Courtesy | None:
    """What a message says that is nothing but courtesy; the weightiest of several, None for any other message."""
    said = {courtesy for courtesy, _ in _found(text)}
    return next((one for one in _WEIGHTIEST if one in said), None)


def courteous_language(text: str) -> str | None:
    """The language (ISO 639-1) of a message that is nothing but courtesy."""
    found = _found(text)
    return found[0][1] if found else None


def _found(text: str) -> list[tuple[Courtesy, str]]:
    words = text.casefold().replace("\u2019", "'").translate(_BREAKS).split()
    if not 0 < len(words) <= _MOST:
        return []
    parts = [part.strip() for part in " ".join(words).split(",") if part.strip()]
    found = [_courtesy(part) for part in parts if not set(part.split()) <= _ADDRESSED]
    return [one for one in found if one] if all(found) else []


def _courtesy(part: str) -> tuple[Courtesy, str] | None:
    """The courtesy that the part begins with, when only others and words of address follow it."""
    words = [word for word in part.split() if word not in _ADDRESSED] or part.split()
    for length in range(len(words), 0, -1):
        meant = _MEANT.get(" ".join(words[:length]))
        if meant and (length == len(words) or _courtesy(" ".join(words[length:]))):
            return meant
    return _MEANT.get(part)
