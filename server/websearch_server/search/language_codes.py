"""What people and models write for a language, as the code that was meant.

Data and one pure function: two-letter codes (ISO 639-1), three-letter ones (ISO 639-2/3), names in English and in
the language itself, locale spellings (`de_DE.UTF-8`, `zh-Hant-TW`) and country codes taken for languages (`jp`).
SearXNG answers 400 to most of these, so only what `language_code` returns is ever sent. Called by
`language.py`.
"""

import re

__all__ = ["ALL", "AUTO", "language_code"]

ALL = "all"
AUTO = "auto"

_ISO_639_1 = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
    en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja
    jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd
    ne ng nl nn nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st
    su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"""

# code: three-letter codes (bibliographic, terminological) and names, in English and its own.
_SPOKEN = {
    "ar": "ara arabic العربية",
    "bg": "bul bulgarian български",
    "ca": "cat catalan català",
    "cs": "cze ces czech čeština",
    "cy": "wel cym welsh cymraeg",
    "da": "dan danish dansk",
    "de": "ger deu german deutsch",
    "el": "gre ell greek ελληνικά",
    "en": "eng english",
    "es": "spa spanish español castellano",
    "et": "est estonian eesti",
    "eu": "baq eus basque euskara",
    "fa": "per fas persian farsi فارسی",
    "fi": "fin finnish suomi",
    "fil": "fil tl tgl filipino tagalog",  # what SearXNG's engines know is Filipino
    "fr": "fre fra french français",
    "gl": "glg galician galego",
    "he": "heb iw hebrew עברית",  # iw, in, ji: ISO codes until 1989
    "hi": "hin hindi हिन्दी",
    "hr": "hrv croatian hrvatski",
    "hu": "hun hungarian magyar",
    "hy": "arm hye armenian",
    "id": "ind in indonesian",
    "is": "ice isl icelandic íslenska",
    "it": "ita italian italiano",
    "ja": "jpn japanese 日本語",
    "ka": "geo kat georgian",
    "ko": "kor korean 한국어",
    "lt": "lit lithuanian lietuvių",
    "lv": "lav latvian latviešu",
    "mi": "mao mri maori māori",
    "mk": "mac mkd macedonian",
    "ms": "may msa malay",
    "nb": "no nor nob norwegian norsk bokmål",  # what SearXNG's engines know is Bokmål
    "nl": "dut nld dutch nederlands flemish",
    "pl": "pol polish polski",
    "pt": "por portuguese português",
    "ro": "rum ron romanian română moldovan",
    "ru": "rus russian русский",
    "sk": "slo slk slovak slovenčina",
    "sl": "slv slovenian slovene slovenščina",
    "sq": "alb sqi albanian shqip",
    "sr": "srp serbian српски srpski",
    "sv": "swe swedish svenska",
    "th": "tha thai ไทย",
    "tr": "tur turkish türkçe",
    "uk": "ukr ukrainian українська",
    "vi": "vie vietnamese",
    "yi": "yid ji yiddish",
    "zh": "chi zho cmn chinese mandarin 中文",
}
# Country codes that are no language codes. `br`, `se`, `uk` are (Breton, Northern Sámi, Ukrainian) and stay.
_COUNTRIES = {
    "at": "de-AT",
    "au": "en-AU",
    "cn": "zh-CN",
    "cz": "cs",
    "dk": "da",
    "gb": "en-GB",
    "gr": "el",
    "hk": "zh-HK",
    "il": "he",
    "ir": "fa",
    "jp": "ja",
    "mx": "es-MX",
    "nz": "en-NZ",
    "ua": "uk",
    "us": "en-US",
    "vn": "vi",
}
_KNOWN = {code: code for code in _ISO_639_1.split()} | {
    spelling: code for code, spellings in _SPOKEN.items() for spelling in (code, *spellings.split())
}
_ANY = frozenset({"", "*", ALL, "any", "und", "mul", "none", "null"})
_REGION = re.compile(r"[a-z]{2}")


def language_code(spelling: str) -> str:
    """Return what SearXNG takes for `spelling`: `"de"`, `"pt-BR"`, `"all"` (also for what is unknown) or `"auto"`."""
    text = re.split(r"[.@,;]", spelling.strip().lower(), maxsplit=1)[0].strip()
    if text == AUTO:
        return AUTO
    if text in _ANY:
        return ALL
    first, *rest = re.split(r"[-_ ]+", text)
    if not rest and first in _COUNTRIES:
        return _COUNTRIES[first]
    language = _KNOWN.get(first)
    if language is None:
        return ALL
    region = _region(language, rest)
    return f"{language}-{region}" if region and len(language) == 2 else language


def _region(language: str, subtags: list[str]) -> str:
    """Find the country among BCP 47 subtags; for Chinese the script says as much."""
    for subtag in subtags:
        if _REGION.fullmatch(subtag):
            return subtag.upper()
    if language == "zh" and subtags:
        return {"hans": "CN", "hant": "TW", "simplified": "CN", "traditional": "TW"}.get(subtags[0].strip("()"), "")
    return ""
