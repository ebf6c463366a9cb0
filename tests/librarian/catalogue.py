"""More real books for the world, so that questions of every kind have right and wrong answers."""

from __future__ import annotations

from tests.browser.shelf import SHELF, Volume

CATALOGUE = (
    *SHELF,
    Volume(
        number=11, title="The Dispossessed", author="Ursula K. Le Guin", year=1974, isbn13="9780061054884",
        subjects=("Science fiction", "Anarchism", "Utopias"), rating=4.2, ratings=800,
        about="A physicist leaves an anarchist moon for the planet it broke away from.",
    ),
    Volume(
        number=12, title="A Wizard of Earthsea", author="Ursula K. Le Guin", year=1968, isbn13="9780547773742",
        subjects=("Fantasy", "Magic", "Wizards"), rating=4.0, ratings=700,
        about="A boy with a gift for magic looses a shadow upon the world.",
    ),
    Volume(
        number=13, title="Dune Messiah", author="Frank Herbert", year=1969, isbn13="9780593098233",
        subjects=("Science fiction", "Deserts", "Prophecies"), rating=3.9, ratings=400,
        about="Twelve years on, the emperor of the desert planet is trapped by his own prophecy.",
    ),
    Volume(
        number=14, title="Typee", author="Herman Melville", year=1846, isbn13="9780140434880",
        subjects=("Sea stories", "Polynesia", "Castaways"), rating=3.5, ratings=40,
        about="Two sailors desert their ship and live among the people of a valley.",
    ),
    Volume(
        number=15, title="Billy Budd", author="Herman Melville", year=1924, isbn13="9780226321325",
        subjects=("Sea stories", "Mutiny", "Justice"), rating=3.3, ratings=60,
        about="A young sailor is accused of mutiny aboard a warship.",
    ),
    Volume(
        number=16, title="Piranesi", author="Susanna Clarke", year=2020, isbn13="9781635575637",
        subjects=("Fantasy", "Memory", "Labyrinths"), rating=4.3, ratings=1100,
        about="A man lives in a house of endless halls and statues, and keeps a journal.",
    ),
    Volume(
        number=17, title="House of Leaves", author="Mark Z. Danielewski", year=2000, isbn13="9780375703768",
        subjects=("Horror", "Haunted houses", "Labyrinths"), rating=4.1, ratings=900,
        about="A house is larger inside than outside, and a film about it drives a reader mad.",
    ),
    Volume(
        number=18, title="The Name of the Rose", author="Umberto Eco", year=1980, isbn13="9780156001311",
        subjects=("Monasteries", "Libraries", "Detective stories", "Labyrinths"), rating=4.1, ratings=1000,
        about="A friar looks into deaths in an abbey whose library is a labyrinth.",
    ),
)  # fmt: skip
