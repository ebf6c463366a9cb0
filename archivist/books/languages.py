"""Languages under every name that a source or a visitor gives them, kept as ISO 639-2/B codes.

Open Library writes 639-2/B ("ger"), Google 639-1 ("de"), others 639-3 or 639-2/T ("deu"), people "German" or
"allemand". Both written standards of Norwegian (nb, nn) are filed under Norwegian, so that a wish for it finds all of
it.
"""

from __future__ import annotations

from typing import Final

from archivist.books.folding import fold
from archivist.books.record import Language

# 639-2/B, 639-1, other codes (639-2/T, 639-3, withdrawn); then names: its own, English, German, French, Spanish,
# Italian.
_TABLE: Final = """
afr af | afrikaans
alb sq sqi | shqip, albanian, albanisch, albanais, albanes, albanese
amh am | amharic, amharisch, amharique, amharico, amarico
ara ar arb arz | العربية, arabic, arabisch, arabe, arabo
arm hy hye | hayeren, armenian, armenisch, armenien, armenio, armeno
aze az azj | azerbaijani, aserbaidschanisch, azeri, azerbaidjanais
baq eu eus | euskara, basque, baskisch, vasco, basco, euskera
bel be | беларуская, belarusian, weissrussisch, belarussisch, bielorusse, bielorruso, bielorusso
ben bn | বাংলা, bengali, bangla, bengalisch, bengalese
bos bs | bosanski, bosnian, bosnisch, bosniaque, bosnio, bosniaco
bre br | brezhoneg, breton, bretonisch, bretone
bul bg | български, bulgarian, bulgarisch, bulgare, bulgaro
bur my mya | burmese, birmanisch, birman, birmano
cat ca | català, catalan, valencian, katalanisch, catalano
chi zh zho cmn yue wuu | 中文, 汉语, 漢語, chinese, mandarin, chinesisch, chinois, chino, cinese
cze cs ces | čeština, czech, tschechisch, tchèque, checo, ceco
dan da | dansk, danish, dänisch, danois, danés, danese
dut nl nld vls | nederlands, dutch, flemish, niederländisch, néerlandais, neerlandés, holandés, olandese
eng en | english, englisch, anglais, inglés, inglese
epo eo | esperanto
est et ekk | eesti, estonian, estnisch, estonien, estonio, estone
fao fo | faroese, färöisch, feroien
fin fi | suomi, finnish, finnisch, finnois, finlandés, finlandese
fre fr fra | français, french, französisch, francés, francese
fry fy | frysk, frisian, friesisch, frison
geo ka kat | ქართული, georgian, georgisch, géorgien, georgiano
ger de deu gsw | deutsch, german, allemand, alemán, tedesco
gla gd | scottish gaelic, gaelic, gälisch, gaelique
gle ga | gaeilge, irish, irisch, irlandais, irlandés, irlandese
glg gl | galego, galician, galicisch, galicien, gallego
grc | ancient greek, altgriechisch, grec ancien, griego antiguo, greco antico
gre el ell | ελληνικά, greek, griechisch, neugriechisch, grec, griego, greco
guj gu | gujarati
hau ha | hausa
heb he iw | עברית, hebrew, hebräisch, hébreu, hebreo, ebraico
hin hi | हिन्दी, hindi
hrv hr scr | hrvatski, croatian, kroatisch, croate, croata, croato
hun hu | magyar, hungarian, ungarisch, hongrois, húngaro, ungherese
ice is isl | íslenska, icelandic, isländisch, islandais, islandés, islandese
ind id in | bahasa indonesia, indonesian, indonesisch, indonésien, indonesio, indonesiano
ita it | italiano, italian, italienisch, italien
jpn ja | 日本語, japanese, japanisch, japonais, japonés, giapponese
kan kn | kannada
kaz kk | kazakh, kasachisch, kazako
khm km | khmer, cambodian
kor ko | 한국어, korean, koreanisch, coréen, coreano
kur ku kmr | kurdish, kurdisch, kurde, kurdo, curdo
lao lo | lao
lat la | latina, latin, lateinisch, latein, latín, latino
lav lv lvs | latviešu, latvian, lettisch, letton, letón, lettone
lit lt | lietuvių, lithuanian, litauisch, lituanien, lituano
ltz lb | luxembourgish, luxemburgisch, luxembourgeois
mac mk mkd | македонски, macedonian, mazedonisch, macédonien, macedonio, macedone
mal ml | malayalam
mao mi mri | maori
mar mr | marathi
may ms msa zsm | malay, bahasa melayu, malaiisch, malais, malayo, malese
mlt mt | maltese, maltesisch, maltais, maltés
mon mn khk | mongolian, mongolisch, mongol, mongolo
nep ne npi | nepali
nor no nob nb nno nn | norsk, norwegian, norwegisch, norvégien, noruego, norvegese, bokmål, nynorsk
oci oc | occitan, provençal, okzitanisch, occitano
ori or ory | odia, oriya
pan pa | punjabi, panjabi
per fa fas pes | فارسی, persian, farsi, persisch, persan, persa, persiano
pol pl | polski, polish, polnisch, polonais, polaco, polacco
por pt | português, portuguese, portugiesisch, portugais, portugués, portoghese
pus ps | pashto
roh rm | romansh, rätoromanisch
rum ro ron mo mol | română, romanian, moldovan, rumänisch, roumain, rumano, rumeno
rus ru | русский, russian, russisch, russe, ruso, russo
san sa | sanskrit
sin si | sinhala, sinhalese
slo sk slk | slovenčina, slovak, slowakisch, slovaque, eslovaco, slovacco
slv sl | slovenščina, slovene, slovenian, slowenisch, slovène, esloveno, sloveno
som so | somali
spa es | español, castellano, spanish, castilian, spanisch, espagnol, spagnolo
srp sr scc | српски, srpski, serbian, serbisch, serbe, serbio, serbo
swa sw swh | kiswahili, swahili
swe sv | svenska, swedish, schwedisch, suédois, sueco, svedese
syr | syriac
tam ta | தமிழ், tamil
tat tt | tatar
tel te | telugu
tgl tl fil | tagalog, filipino
tha th | ไทย, thai, thailändisch, thaï, tailandés
tib bo bod | tibetan, tibetisch, tibétain
tur tr | türkçe, turkish, türkisch, turc, turco
ukr uk | українська, ukrainian, ukrainisch, ukrainien, ucraniano, ucraino
urd ur | اردو, urdu
uzb uz uzn | uzbek, usbekisch
vie vi | tiếng việt, vietnamese, vietnamesisch, vietnamien, vietnamita
wel cy cym | cymraeg, welsh, walisisch, gallois, galés, gallese
xho xh | xhosa
yid yi ji ydd | ייִדיש, yiddish, jiddisch, yidis
yor yo | yoruba
zul zu | zulu
"""
_TWO, _THREE = 2, 3


def _read_table() -> tuple[dict[str, Language], dict[str, Language], dict[Language, tuple[str | None, str]]]:
    codes: dict[str, Language] = {}
    names: dict[str, Language] = {}
    told: dict[Language, tuple[str | None, str]] = {}
    for line in _TABLE.strip().splitlines():
        left, right = line.split(" | ")
        known = left.split()
        bibliographic = Language(known[0])
        codes.update(dict.fromkeys(known, bibliographic))
        spoken = [fold(name) for name in right.split(", ")]
        names.update(dict.fromkeys(spoken, bibliographic))
        two = known[1] if len(known) > 1 and len(known[1]) == _TWO else None
        told[bibliographic] = (two, _english(right.split(", ")))
    return codes, names, told


def _english(names: list[str]) -> str:
    native_first = len(names) > 1 and names[0] not in ("afrikaans", "english", "scottish gaelic", "ancient greek")
    shown = next((name for name in names[native_first:] if name.isascii()), names[0])
    return shown.title()


_CODES, _NAMES, _TOLD = _read_table()


def language(code_or_name: str | None) -> Language | None:
    """The 639-2/B code for a code of any part of ISO 639, a tag ("pt-BR"), a key ("/languages/eng") or a name.

    Names are known in the language itself, English, German, French, Spanish and Italian. None for anything else, and
    for "und", "mul" and "zxx", which name no language.
    """
    if not code_or_name:
        return None
    text = code_or_name.strip().rsplit("/", 1)[-1]
    tag = text.replace("_", "-").split("-")[0].lower()
    if len(tag) in (_TWO, _THREE) and tag in _CODES:
        return _CODES[tag]
    return _NAMES.get(fold(text))


def two_letters(code: Language) -> str | None:
    """The 639-1 code ("de" for "ger"), or None where that part of the standard has none."""
    return _TOLD[code][0] if code in _TOLD else None


def language_name(code: Language) -> str:
    """The language's English name, or the code itself when it is not one of ours."""
    return _TOLD[code][1] if code in _TOLD else code
