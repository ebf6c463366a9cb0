"""Common subjects in German, French, Spanish and Italian, and the English headings that the catalogues file them under.

Open Library and Google Books are filed in English far beyond English books, so a German question for "Drachen" is best
asked as "dragons". What is not here is asked as it was typed.
"""

from __future__ import annotations

_ENGLISH: dict[str, str] = {
    "love": "liebe amour amor amore",
    "war": "krieg guerre guerra",
    "peace": "frieden paix paz pace",
    "obsession": "besessenheit obsession obsesión ossessione",
    "death": "tod mort muerte morte",
    "friendship": "freundschaft amitié amistad amicizia",
    "family": "familie famille familia famiglia",
    "childhood": "kindheit enfance infancia infanzia",
    "history": "geschichte histoire historia storia historisch",
    "philosophy": "philosophie filosofía filosofia",
    "psychology": "psychologie psicología psicologia",
    "religion": "religion religión religione",
    "politics": "politik politique política politica",
    "economics": "wirtschaft économie economía economia",
    "law": "recht droit derecho diritto",
    "education": "bildung éducation educación educazione istruzione",
    "science": "wissenschaft science ciencia scienza",
    "mathematics": "mathematik mathématiques matemáticas matematica",
    "physics": "physik physique física fisica",
    "chemistry": "chemie chimie química chimica",
    "biology": "biologie biología biologia",
    "astronomy": "astronomie astronomía astronomia",
    "medicine": "medizin médecine medicina",
    "music": "musik musique música musica",
    "art": "kunst arte",
    "painting": "malerei peinture pintura pittura",
    "photography": "fotografie photographie fotografía fotografia",
    "architecture": "architektur architecture arquitectura architettura",
    "theater": "theater théâtre teatro",
    "cooking": "kochen cuisine cocina cucina",
    "gardening": "gärtnern garten jardinage jardinería giardinaggio",
    "travel": "reisen reise voyages voyage viajes viaje viaggi viaggio",
    "time travel": "zeitreisen zeitreise",
    "adventure": "abenteuer aventure aventures aventura aventuras avventura avventure",
    "magic": "magie zauberei magia",
    "witches": "hexen sorcières brujas streghe",
    "wizards": "zauberer sorciers magos maghi",
    "dragons": "drachen dragons dragones draghi",
    "ghosts": "gespenster geister fantômes fantasmas fantasmi",
    "vampires": "vampir vampire vampires vampiros vampiri",
    "pirates": "piraten pirates piratas pirati",
    "knights": "ritter chevaliers caballeros cavalieri",
    "queens": "königinnen reines reinas regine",
    "kings": "könige rois reyes",
    "robots": "roboter robots robótica robot",
    "aliens": "außerirdische extraterrestres extraterrestri alieni",
    "space": "weltraum weltall espace espacio spazio",
    "ocean": "ozean océan océano oceano",
    "sea": "meer mer mar mare",
    "mountains": "berge montagnes montañas montagne montagna",
    "nature": "natur nature naturaleza natura",
    "animals": "tiere animaux animales animali",
    "dogs": "hunde chiens perros cani",
    "cats": "katzen chats gatos gatti",
    "horses": "pferde chevaux caballos cavalli",
    "birds": "vögel oiseaux pájaros aves uccelli",
    "wolves": "wölfe loups lobos lupi",
    "whales": "wale baleines ballenas balene",
    "murder": "mord meurtre asesinato omicidio",
    "crime": "verbrechen crime crimen crimine",
    "police": "polizei policía polizia",
    "detective": "detektiv detektive détective detective",
    "spies": "spione espions espías spie",
    "prison": "gefängnis prison prisión cárcel prigione",
    "revenge": "rache vengeance venganza vendetta",
    "slavery": "sklaverei esclavage esclavitud schiavitù",
    "revolution": "revolution révolution revolución rivoluzione",
    "exile": "exil exilio esilio",
    "women": "frauen femmes mujeres donne",
    "feminism": "feminismus féminisme feminismo femminismo",
    "memory": "erinnerung gedächtnis mémoire memoria",
    "dreams": "träume rêves sueños sogni",
    "poetry": "lyrik poésie poesía poesia",
    "horror": "horror horreur terror orrore",
    "chess": "schach échecs ajedrez scacchi",
    "football": "fußball football fútbol calcio",
    "christmas": "weihnachten noël navidad natale",
    "germany": "deutschland allemagne alemania germania",
    "france": "frankreich france francia",
    "italy": "italien italie italia",
    "spain": "spanien espagne españa spagna",
    "england": "england angleterre inglaterra inghilterra",
    "russia": "russland russie rusia",
    "rome": "rome roma",
    "venice": "venedig venise venecia venezia",
    "science fiction": "science-fiction ciencia-ficción fantascienza",
    "mystery": "mystère misterio mistero",
    "marriage": "ehe hochzeit heirat mariage matrimonio nozze",
    "empire": "imperium empire imperio impero",
    "orphans": "waisen waisenkinder orphelins huérfanos orfani",
    "sisters": "schwestern sœurs soeurs hermanas sorelle",
    "jealousy": "eifersucht jalousie celos gelosia",
    "grief": "trauer deuil duelo lutto",
    "survival": "überleben survie supervivencia sopravvivenza",
    "identity": "identität identité identidad identità",
    "immigrants": "einwanderer immigrés inmigrantes immigrati",
    "racism": "rassismus racisme racismo razzismo",
    "poverty": "armut pauvreté pobreza povertà",
    "justice": "gerechtigkeit justice justicia giustizia",
    "courage": "mut courage valor valentía coraggio",
    "nazis": "nationalsozialismus nazis nazisme nazismo nazisti",
    "holocaust": "holocaust shoah holocausto olocausto",
    "plague": "pest peste",
    "sailors": "seeleute matrosen marins marineros marinai",
    "treasure": "schatz trésor tesoro",
    "insects": "insekten insectes insectos insetti",
    "trees": "bäume arbres árboles alberi",
    "libraries": "bibliotheken bibliothèques bibliotecas biblioteche",
    "language": "sprache langue lenguaje lingua linguaggio",
    "computers": "computer ordinateurs ordenadores informatica",
    "technology": "technik technologie tecnología tecnologia",
    "evolution": "evolution évolution evolución evoluzione",
    "genetics": "genetik génétique genética genetica",
    "mythology": "mythologie mitología mitologia",
    "gods": "götter dieux dioses dei",
    "monsters": "monster ungeheuer monstres monstruos mostri",
    "school": "schule école escuela scuola",
    "business": "geschäft entreprise negocios affari",
    "terrorism": "terrorismus terrorisme terrorismo",
    "dystopia": "dystopie dystopien distopía distopia",
    "utopia": "utopie utopía",
    "sports": "sport deporte deportes",
    "sex": "sex sexe sexo sesso",
    "solitude": "einsamkeit solitude soledad solitudine",
    "dinosaurs": "dinosaurier dinosaures dinosaurios dinosauri",
    "islands": "inseln îles islas isole",
    "wilderness": "wildnis nature-sauvage naturaleza-salvaje",
    "old age": "alter vieillesse vejez vecchiaia",
    "farming": "landwirtschaft agriculture agricultura agricoltura",
    "food": "essen nourriture comida cibo",
    "wine": "wein vin vino",
    "health": "gesundheit santé salud salute",
    "climate change": "klimawandel",
    "colonialism": "kolonialismus colonialisme colonialismo",
}
_EDGES = '.,;:!?()"«»“”„'
_SHORTEST_STEM = 5
_HEADINGS = {word: english for english, line in _ENGLISH.items() for word in line.split()}


def heading(subject: str) -> str | None:
    """The English heading for a subject in another language, or None when we know none."""
    folded = subject.casefold()
    return _HEADINGS.get(folded) or _BY_STEM.get(_stem(folded))


def _stem(word: str) -> str:
    """The word without its ending for number and gender; itself where little is left."""
    stem = word.rstrip("aeiosnx")
    return stem if len(stem) >= _SHORTEST_STEM else word


def as_said(subject: str, text: str) -> str:
    """The subject as the visitor said it, where the text has a word for it in another language, else as it stands."""
    words = (word.strip(_EDGES) for word in text.replace("'", " ").replace("\u2019", " ").split())
    return next((word for word in words if heading(word.casefold()) == subject and word.casefold() != subject), subject)


_BY_STEM = {_stem(word): english for word, english in _HEADINGS.items() if _stem(word) != _stem(english)}
