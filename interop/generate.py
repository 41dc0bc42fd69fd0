"""Writes the files of this folder, without any code of the project: only the standard library of Python.

    python3 generate.py [FOLDER]

It is a second implementation of the formats, so that a mistake of the first one shows as a difference.
"""

import base64
import hashlib
import hmac
import json
import sys
import warnings
import zipfile
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from uuid import UUID

warnings.filterwarnings("ignore", "Duplicate name")
FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def b64(data):
    return base64.b64encode(data).decode()


def digits(number, count):
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(count)))


def number_of(letters):
    number = 0
    for letter in letters:
        number = number * 32 + ALPHABET.index(letter)
    return number


def write_json(name, value):
    (FOLDER / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


# ---------------------------------------------------------------------------------------------------------------- codes

LETTERS, SECRET = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "K7M2XQ9PDW4HTZ3R"
WHOLE = LETTERS + SECRET
ADDRESS = str(UUID(int=number_of(LETTERS)))
SITE = "https://assay.example/V/"


def inside(added):
    return WHOLE[:13] + added + WHOLE[13:]


def between(added):
    return added.join(WHOLE[at : at + 4] for at in range(0, len(WHOLE), 4))


def each(change):
    return "".join(change(letter) for letter in WHOLE)


FULL_WIDTH = each(lambda letter: chr(ord(letter) + 0xFEE0))

whole_forms = [
    ("the URL in a QR code", f"HTTPS://ASSAY.EXAMPLE/V/{WHOLE}"),
    ("the same in small letters", f"https://assay.example/v/{WHOLE}".lower()),
    ("a slash at its end", f"{SITE}{WHOLE}/"),
    ("the long URL", f"https://assay.example/verify?a={LETTERS}&p={SECRET}"),
    ("the letters alone, as a person types them", WHOLE),
    *[(f"the mark {mark} at its end", SITE + WHOLE + mark) for mark in '. , ) ). ! ; " ” » 。 、 ） 】 ؟ । > * …'.split()],
    *[
        (f"the invisible character U+{ord(hidden):04X} inside", inside(hidden))
        for hidden in "\u200b\u200d\u2060\ufeff\u00ad\u200e\ufe0f"
    ],
    *[
        (f"the space U+{ord(space):04X} between groups", between(space))
        for space in " \u00a0\u2009\u202f\u3000\t"
    ],
    ("line breaks between groups", between("\r\n")),
    *[(f"the dash U+{ord(dash):04X} between groups", between(dash)) for dash in "-‐‑‒–—−－·_"],
    ("brackets around it", f"<{SITE}{WHOLE}>"),
    ("a byte order mark before it", f"\ufeff{SITE}{WHOLE}"),
    ("the marks of bold text", f"**{WHOLE}**"),
    ("emoji around it", f"✅{WHOLE}✅"),
    ("full-width letters", FULL_WIDTH),
    ("full-width letters, encoded twice in a link", SITE + quote(quote(FULL_WIDTH))),
    ("a tracking parameter", f"{SITE}{WHOLE}?fbclid=IwAR0abc&utm_source=ig"),
    ("an encoded tracking parameter", f"{SITE}{WHOLE}%3Futm_source=ig"),
    ("a tracking parameter without a question mark", f"{SITE}{WHOLE}&utm_source=ig"),
    ("a fragment", f"{SITE}{WHOLE}#top"),
    ("more slashes", f"https://assay.example//V//{WHOLE}//"),
    ("no scheme", f"assay.example/V/{WHOLE}"),
    ("a sentence around it", f"Look: {SITE}{WHOLE} is it real?"),
    ("= of a mail in quoted-printable", f"https://assay.example/verify?a=3D{WHOLE}"),
    ("= of a mail in both parameters", f"https://assay.example/verify?a=3D{LETTERS}&p=3D{SECRET}"),
    ("the rest of such a mail", f"3D{WHOLE}"),
    ("a line break of a mail", SITE + inside("=\r\n")),
    ("a line break of a mail that lost its line break", inside("=")),
    ("an invisible letter of a mail", SITE + inside("=E2=80=8B")),
    ("a numeric reference of HTML", inside("&#8203;")),
    ("a hexadecimal reference of HTML", inside("&#x00AD;")),
    ("a named reference of HTML", inside("&shy;")),
    ("an escaped &", f"https://assay.example/verify?a={LETTERS}&amp;p={SECRET}"),
    ("the parameters in mixed case", f"https://assay.example/verify?A={LETTERS.lower()}&P={SECRET}"),
    ("letters that look like digits", each(lambda letter: {"0": "o", "1": "l"}.get(letter, letter))),
    ("Cyrillic look-alikes", each(lambda letter: {"A": "А", "K": "К", "T": "Т", "M": "м"}.get(letter, letter))),
    ("Greek look-alikes", each(lambda letter: {"A": "Α", "Z": "Ζ", "N": "Ν"}.get(letter, letter))),
    ("Arabic digits", each(lambda letter: chr(0x660 + int(letter)) if letter.isdigit() else letter)),
]
address_forms = [
    ("the address without its secret", LETTERS),
    ("the long URL without its secret", f"https://assay.example/verify?address={LETTERS}"),
    ("the address as a UUID", ADDRESS),
]
damaged = [
    ("a letter more", f"{SITE}{WHOLE}7", "long", 43),
    ("a letter less", f"{SITE}{WHOLE[:-1]}", "short", 41),
    ("a part of it", f"{SITE}{WHOLE[:30]}", "short", 30),
    ("itself again", f"{SITE}{WHOLE}{WHOLE}", "doubled", 84),
    ("its link again", f"{SITE}{WHOLE}{SITE}{WHOLE}", "doubled", 102),
    ("a U, which no code has", f"{SITE}U{WHOLE[1:]}", "letter", 42),
    ("a letter of another alphabet", f"{SITE}Ж{WHOLE[1:]}", "letter", 42),
    ("an address above 128 bits", f"{SITE}8{WHOLE[1:]}", "letter", 42),
    ("the link without a code", SITE, "short", 0),
    ("the link of the site", "https://assay.example/", "short", 0),
    ("a code at a path of another page", f"https://assay.example/{LETTERS}", "short", 0),
    ("only a scheme", "https://", "short", 0),
    ("nothing", "", "short", 0),
]
write_json(
    "code.json",
    {
        "valid": [
            *[{"why": why, "text": text, "address": ADDRESS, "secret": SECRET} for why, text in whole_forms],
            *[{"why": why, "text": text, "address": ADDRESS, "secret": None} for why, text in address_forms],
            *[
                {"why": f"the {which} address", "text": digits(number, 26), "address": str(UUID(int=number)), "secret": None}
                for which, number in [("lowest", 0), ("highest", 2**128 - 1)]
            ],
        ],
        "invalid": [
            {"why": why, "text": text, "damage": {"kind": kind, "letters": letters}}
            for why, text, kind, letters in damaged
        ],
    },
)

# --------------------------------------------------------------------------------------------------------------- labels

KEY = sha256(b"the code key of these examples")


def label_url(public_url, address, gtin=None):
    secret = int.from_bytes(hmac.new(KEY, address, hashlib.sha256).digest()[:10], "big")
    letters, secret = digits(int.from_bytes(address, "big"), 26), digits(secret, 16)
    if gtin:
        return f"{public_url.upper()}/{letters[:6]}{secret}/01/{gtin}/21/{letters[6:]}"
    return f"{public_url.upper()}/V/{letters}{secret}"


def qr_modules(text):
    """Modules along a side of the smallest QR code with error correction M in alphanumeric mode (ISO/IEC 18004, table 7)."""
    assert set(text) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    capacities = [20, 38, 61, 90, 122, 154, 178, 221]
    return 21 + 4 * next(at for at, most in enumerate(capacities) if len(text) <= most)


# The GTIN of an example in the standards of GS1.
GTIN = "09506000134352"

labels = []
for why, public_url, address in [
    ("a domain", "https://assay.example", UUID(ADDRESS).bytes),
    ("a port", "https://assay.example:8443", bytes(range(16))),
    ("the lowest address", "https://assay.example", bytes(16)),
    ("the highest address", "https://assay.example", b"\xff" * 16),
    ("a long domain, which needs a larger QR code", "https://genuine.products.highland-tea-company.example", bytes(range(16))),
]:
    url = label_url(public_url, address)
    link = label_url(public_url, address, GTIN)
    labels.append(
        {
            "why": why,
            "publicUrl": public_url,
            "address": address.hex(),
            "url": url,
            "modules": qr_modules(url),
            "gtin": GTIN,
            "digitalLink": link,
            "digitalLinkModules": qr_modules(link),
        }
    )
good = labels[0]["url"]
write_json(
    "label.json",
    {
        "codeKey": KEY.hex(),
        "valid": labels,
        "invalid": [
            {"why": "another path than /V/", "url": good.replace("/V/", "/W/")},
            {"why": "no code", "url": good[: good.index("/V/") + 3]},
            {"why": "a secret without its last letter", "url": good[:-1]},
            {"why": "a letter more", "url": good + "0"},
            {"why": "the hyphens of a UUID in the path, with a wrong digit", "url": f"HTTPS://ASSAY.EXAMPLE/V/{ADDRESS[:-1]}G"},
            {"why": "an address above 128 bits", "url": good.replace("/V/0", "/V/8")},
        ],
    },
)

# ------------------------------------------------------------------------------------------------------------- payloads


def own_payload(shared, address, serial=None):
    code = digits(int.from_bytes(address, "big"), 26)
    prefix = digits(int.from_bytes(address[:5], "big"), 8)
    empty = '{"v":2,"code":"","order":""'
    if not shared.startswith(empty):
        return shared
    rest = shared[len(empty):]
    slot = ',"serial":""'
    if rest.startswith(slot):
        rest = ("" if serial is None else f',"serial":{compact(serial)}') + rest[len(slot):]
    return f'{{"v":2,"code":"{code}","order":"{prefix[:4]}-{prefix[4:]}"{rest}'


ABOUT = {
    "v": 2,
    "code": "",
    "order": "",
    "batch": "A7K2-9QXW",
    "time": "2026-11-24T10:00:00.000Z",
    "merchant": "Highland Tea",
    "trademark": "HIGHLAND",
    "product": "Green tea",
    "sku": "GT-1",
    "keys": "https://assay.example/log/keys",
}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


SERIAL = compact({**{k: ABOUT[k] for k in ("v", "code", "order")}, "serial": "", **ABOUT})
SHARED = compact({**ABOUT, "facts": {"Origin": "Pahang"}})
OWN = bytes.fromhex("00112233445566778899aabbccddeeff")
payloads = []
for why, shared, address, *serial in [
    ("a product with one fact", SHARED, OWN),
    ("another code of the same product: the letters and the digest differ", SHARED, bytes(range(16))),
    ("the highest address", SHARED, b"\xff" * 16),
    ("text outside of ASCII is UTF-8, not escaped", compact({**ABOUT, "product": "Чай «Зелёный» 茶 🍵"}), OWN),
    ("quotes and control characters are escaped as JSON.stringify does", compact({**ABOUT, "product": 'A "B"\\\n\t'}), OWN),
    ("further facts are named by their digest", compact({**ABOUT, "rest": {"parts": 1, "sha256": "0" * 64}}), OWN),
    ("the serial that the item had before follows its order", SERIAL, OWN, '№ 000417 "B"'),
    ("an item without a serial in a batch where others have one", SERIAL, bytes(range(16))),
    ("version 1 is stored complete: nothing is filled in", '{"Origin":"Pahang"}', OWN),
    ("version 1 with keys that look like version 2", '{"v":"2","code":""}', OWN),
    ("an empty payload of version 1", "{}", OWN),
]:
    payload = own_payload(shared, address, *serial)
    payloads.append(
        {
            "why": why,
            "shared": shared,
            "address": address.hex(),
            **({"serial": serial[0]} if serial else {}),
            "payload": payload,
            "sha256": sha256(payload.encode()).hex(),
        }
    )
text = payloads[0]["payload"]
write_json(
    "payload.json",
    {
        "valid": payloads,
        "invalid": [
            {"why": "a space: the bytes are hashed, not the meaning", "of": 0, "payload": text.replace(",", ", ", 1)},
            {"why": "keys in another order", "of": 0, "payload": compact({k: json.loads(text)[k] for k in sorted(json.loads(text))})},
            {"why": "a line break at the end", "of": 0, "payload": text + "\n"},
            {"why": "a byte order mark", "of": 0, "payload": "\ufeff" + text},
            {"why": "small letters in the code", "of": 0, "payload": text.replace("0024H36H", "0024h36h")},
            {"why": "an escape that JSON allows, for the same text", "of": 0, "payload": text.replace("Pahang", "\\u0050ahang")},
        ],
    },
)

# ------------------------------------------------------------------------------------------------- Merkle trees and paths


def leaf_of_code(payload, address):
    return sha256(b"\0", sha256(payload), address)


def root_of(leaves):
    """MTH of RFC 6962, section 2.1, of leaves that are hashed already."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1", root_of(leaves[:split]), root_of(leaves[split:]))


def path_of(index, leaves):
    """PATH of RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    if index < split:
        return path_of(index, leaves[:split]) + [root_of(leaves[split:])]
    return path_of(index - split, leaves[split:]) + [root_of(leaves[:split])]


def hexes(hashes):
    return [one.hex() for one in hashes]


tree = [leaf_of_code(SHARED.encode(), bytes([at]) * 16) for at in range(11)]
inclusions = []
for why, size, index in [
    ("a tree of one leaf: no path, the leaf is the root", 1, 0),
    ("the left one of two", 2, 0),
    ("the right one of two", 2, 1),
    ("the last of three, which is raised by one level", 3, 2),
    ("the last of five, which is raised by two levels", 5, 4),
    ("a leaf in the middle of seven", 7, 3),
    ("the first of a full tree", 8, 0),
    ("the last of a full tree", 8, 7),
    ("the last of eleven", 11, 10),
]:
    leaves = tree[:size]
    inclusions.append(
        {
            "why": why,
            "leaf": leaves[index].hex(),
            "index": index,
            "size": size,
            "path": hexes(path_of(index, leaves)),
            "root": root_of(leaves).hex(),
        }
    )
proof = inclusions[5]
other = "00" * 32
# The entries of the reference tests of certificate transparency; the roots of the first n entries are published with them.
RFC_ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
rfc_leaves = [sha256(b"\0", bytes.fromhex(entry)) for entry in RFC_ENTRIES]
write_json(
    "merkle.json",
    {
        "trees": [
            {
                "why": f"the first {size} entries of the reference tests of certificate transparency",
                "entries": RFC_ENTRIES[:size],
                "root": root_of(rfc_leaves[:size]).hex(),
            }
            for size in range(1, 9)
        ],
        "leaves": {
            "valid": [
                {
                    "why": why,
                    "digest": digest.hex(),
                    "address": address.hex(),
                    "leaf": sha256(b"\0", digest, address).hex(),
                }
                for why, digest, address in [
                    ("a payload and the address of its code", sha256(own_payload(SHARED, OWN).encode()), OWN),
                    ("the same digest with another address", sha256(own_payload(SHARED, OWN).encode()), bytes(range(16))),
                    ("zeros", bytes(32), bytes(16)),
                    ("ones", b"\xff" * 32, b"\xff" * 16),
                ]
            ],
            "invalid": [
                {"why": "a digest of 31 bytes", "digest": "00" * 31, "address": "00" * 16},
                {"why": "a digest of 33 bytes", "digest": "00" * 33, "address": "00" * 16},
                {"why": "an address of 15 bytes", "digest": "00" * 32, "address": "00" * 15},
                {"why": "an address of 17 bytes", "digest": "00" * 32, "address": "00" * 17},
                {"why": "no digest", "digest": "", "address": "00" * 16},
            ],
        },
        "inclusion": {
            "valid": inclusions,
            "invalid": [
                {**proof, "why": "another leaf", "leaf": other},
                {**proof, "why": "another index", "index": 2},
                {**proof, "why": "a negative index", "index": -1},
                {**proof, "why": "an index outside the tree", "index": 7},
                {**proof, "why": "a size that needs a longer path", "size": 11},
                {**proof, "why": "no leaves", "size": 0},
                {**proof, "why": "a path without its last hash", "path": proof["path"][:-1]},
                {**proof, "why": "a path with a hash too many", "path": [*proof["path"], proof["root"]]},
                {**proof, "why": "a path in the order from the root", "path": proof["path"][::-1]},
                {**proof, "why": "a changed hash", "path": [other, *proof["path"][1:]]},
                {**proof, "why": "a hash of 31 bytes", "path": [proof["path"][0][:-2], *proof["path"][1:]]},
                {**proof, "why": "another root", "root": other},
                {**proof, "why": "a root of 31 bytes", "root": proof["root"][:-2]},
            ],
        },
    },
)

# ------------------------------------------------------------------------------------------- Ed25519, RFC 8032, section 6

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def point_add(a, b):
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    u, v = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return (e * f, g * h, f * g, e * h)


def point_mul(scalar, point):
    total = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            total = point_add(total, point)
        point = point_add(point, point)
        scalar >>= 1
    return total


def base_point():
    y = 4 * pow(5, P - 2, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    x = P - x if x & 1 else x
    return (x, y, 1, x * y % P)


BASE = base_point()


def compress(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")


def expand(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    return scalar, digest[32:]


def public_key(seed):
    return compress(point_mul(expand(seed)[0], BASE))


def sign(seed, message):
    scalar, prefix = expand(seed)
    own = compress(point_mul(scalar, BASE))
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % Q
    commitment = compress(point_mul(r, BASE))
    h = int.from_bytes(hashlib.sha512(commitment + own + message).digest(), "little") % Q
    return commitment + ((r + h * scalar) % Q).to_bytes(32, "little")


# ------------------------------------------------------------------------------------------ checkpoints as signed notes

NOTE, COSIGNATURE = 1, 4


class Key:
    def __init__(self, name, kind, seed_of=None):
        self.name, self.kind, self.seed = name, kind, sha256((seed_of or name).encode())
        self.public = public_key(self.seed)
        self.id = sha256(f"{name}\n".encode(), bytes([kind]), self.public)[:4]

    @property
    def vkey(self):
        return f"{self.name}+{self.id.hex()}+{b64(bytes([self.kind]) + self.public)}"

    def line(self, signature):
        return f"— {self.name} {b64(self.id + signature)}\n"


ORIGIN, TIME = "log.example/interop", 1795514460
LOG, WITNESS = Key(ORIGIN, NOTE), Key("witness.example/interop", COSIGNATURE)


def body_of(size, root, origin=ORIGIN, extension=""):
    return f"{origin}\n{size}\n{b64(root)}\n{extension}"


def log_line(body, key=LOG):
    return key.line(sign(key.seed, body.encode()))


def witness_line(body, key=WITNESS, time=TIME):
    return key.line(time.to_bytes(8, "big") + sign(key.seed, f"cosignature/v1\ntime {time}\n{body}".encode()))


def note(body, *lines):
    return body + "\n" + "".join(lines)


ROOT = root_of(tree)
BODY = body_of(11, ROOT)
SIGNED = note(BODY, log_line(BODY))
EXTENDED = body_of(11, ROOT, extension="an extension of a later version\n")
EMPTY = body_of(0, sha256())
STRANGER = Key("log.example/stranger", NOTE)
FORGER = Key(ORIGIN, NOTE, "forger")


def accepted(why, body, size, root, *lines, cosigned=None):
    return {"why": why, "note": note(body, *lines), "size": size, "root": root.hex(), "cosigned": cosigned}


def rejected(why, text, reason):
    return {"why": why, "note": text, "reason": reason}


wrong = bytearray(sign(LOG.seed, BODY.encode()))
wrong[0] ^= 1
write_json(
    "checkpoint.json",
    {
        "origin": ORIGIN,
        "log": LOG.vkey,
        "witness": WITNESS.vkey,
        "valid": [
            accepted("signed by the log", BODY, 11, ROOT, log_line(BODY)),
            accepted("and by a witness", BODY, 11, ROOT, log_line(BODY), witness_line(BODY), cosigned=TIME),
            accepted("the witness first", BODY, 11, ROOT, witness_line(BODY), log_line(BODY), cosigned=TIME),
            accepted("a signature of an unknown key is skipped", BODY, 11, ROOT, log_line(BODY, STRANGER), log_line(BODY)),
            accepted("the name of the log with another key id is an unknown key", BODY, 11, ROOT, log_line(BODY, FORGER), log_line(BODY)),
            accepted("extension lines are signed and not read", EXTENDED, 11, ROOT, log_line(EXTENDED)),
            accepted("the empty log", EMPTY, 0, sha256(), log_line(EMPTY)),
        ],
        "invalid": [
            rejected("nothing", "", "note"),
            rejected("no signature", BODY, "note"),
            rejected("an empty line instead of signatures", BODY + "\n", "note"),
            rejected("no line break at the end", SIGNED[:-1], "note"),
            rejected("line breaks of Windows", SIGNED.replace("\n", "\r\n"), "note"),
            rejected("a hyphen instead of the dash U+2014", SIGNED.replace("—", "-"), "note"),
            rejected("a control character in the text", SIGNED.replace("example", "ex\u0007mple", 1), "note"),
            rejected("a signature that is not base64", note(BODY, f"— {ORIGIN} AA_A\n"), "note"),
            rejected("a signature shorter than a key id", note(BODY, f"— {ORIGIN} AAAA\n"), "note"),
            rejected("101 signatures", note(BODY, *[log_line(BODY)] * 101), "note"),
            *[
                rejected(why, note(body, log_line(body)), "checkpoint")
                for why, body in [
                    ("a leading zero in the size", f"{ORIGIN}\n011\n{b64(ROOT)}\n"),
                    ("a negative size", f"{ORIGIN}\n-1\n{b64(ROOT)}\n"),
                    ("a size above 2^53", f"{ORIGIN}\n99999999999999999\n{b64(ROOT)}\n"),
                    ("no origin", f"\n11\n{b64(ROOT)}\n"),
                    ("no root", f"{ORIGIN}\n11\n"),
                    ("a root of 3 bytes", f"{ORIGIN}\n11\nAAAA\n"),
                    ("a root with other bits behind its end", f"{ORIGIN}\n11\n{b64(ROOT)[:-2]}"
                        f"{chr(ord(b64(ROOT)[-2]) + 1)}=\n"),
                    ("a root without its padding", f"{ORIGIN}\n11\n{b64(ROOT)[:-1]}\n"),
                ]
            ],
            rejected("another size than was signed", SIGNED.replace("\n11\n", "\n12\n"), "signature"),
            rejected("a changed signature", note(BODY, LOG.line(bytes(wrong))), "signature"),
            rejected("a valid and a changed signature of the log", note(BODY, log_line(BODY), LOG.line(bytes(wrong))), "signature"),
            rejected("a signature of 63 bytes", note(BODY, LOG.line(sign(LOG.seed, BODY.encode())[:-1])), "signature"),
            rejected("only signed by another key of this name", note(BODY, log_line(BODY, FORGER)), "unsigned"),
            rejected("only signed by another log", note(BODY, log_line(BODY, STRANGER)), "unsigned"),
            rejected("only signed by the witness", note(BODY, witness_line(BODY)), "unsigned"),
        ],
    },
)

# -------------------------------------------------------------------------------------------------------- proof archives

MERCHANT, BATCH, ACTIVATED = "Highland Tea", "A7K2-9QXW", "2026-11-24T10:00:00.000Z"
CODE = digits(int.from_bytes(OWN, "big"), 26)
POLICY = f"log {LOG.vkey}\nwitness w {WITNESS.vkey}\nquorum w\n"


class Proof:
    """A proof of a code in the first of two batches of a log; each argument changes one of its parts."""

    def __init__(self, shared=SHARED, merchant=MERCHANT, address=OWN, rest=None, cosigned=True, origin=ORIGIN, key=LOG):
        self.payload = own_payload(shared, OWN).encode()
        leaf = leaf_of_code(self.payload, OWN)
        neighbour = leaf_of_code(b"{}", bytes(range(16)))
        entry = compact(
            {
                "v": 1,
                "merchant": {"id": "m1", "name": merchant},
                "batch": BATCH,
                "products": [{"trademark": "HIGHLAND", "sku": "GT-1", "name": "Green tea"}],
                "more": 0,
                "size": 2,
                "root": root_of([leaf, neighbour]).hex(),
                "time": ACTIVATED,
            }
        )
        entries = [sha256(b"\0", entry.encode()), sha256(b"\0", b"another entry")]
        body = body_of(2, root_of(entries), origin)
        self.checkpoint = note(body, log_line(body, key), *([witness_line(body)] if cosigned else []))
        extra = compact({"v": 1, "address": address.hex(), "index": 0, "path": [b64(neighbour)], "entry": entry})
        self.proof = (
            f"c2sp.org/tlog-proof@v1\nextra {b64(extra.encode())}\nindex 0\n{b64(entries[1])}\n\n{self.checkpoint}"
        )
        self.rest = rest

    def files(self):
        files = {
            "payload.json": self.payload,
            "payload.json.tlog-proof": self.proof.encode(),
            "checkpoint.txt": self.checkpoint.encode(),
        }
        return files if self.rest is None else {**files, "rest.json": self.rest}


def packed(files, method=zipfile.ZIP_STORED):
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files if isinstance(files, list) else files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = method
            archive.writestr(entry, content)
    return buffer.getvalue()


archives = []


def archive(name, why, content, **expected):
    (FOLDER / "proof").mkdir(exist_ok=True)
    (FOLDER / "proof" / f"{name}.zip").write_bytes(content if isinstance(content, bytes) else packed(content))
    archives.append({"why": why, "file": f"proof/{name}.zip", **expected})


FILES = Proof().files()
REST = b'{"facts":{"Story":"long"}}'
WITH_REST = compact({**ABOUT, "rest": {"parts": 1, "sha256": sha256(REST).hex()}})
genuine = {"outcome": "genuine", "code": CODE}
archive("stored", "the files as they are", FILES, **genuine)
archive("deflated", "the files compressed", packed(FILES, zipfile.ZIP_DEFLATED), **genuine)
archive("reordered", "the files in another order", dict(reversed(FILES.items())), **genuine)
archive("without-checkpoint", "without the copy of the checkpoint", {k: v for k, v in FILES.items() if k != "checkpoint.txt"}, **genuine)
archive("how-to", "HOW-TO.txt is not checked", {**FILES, "HOW-TO.txt": b"any text"}, **genuine)
archive("rest", "with further facts", Proof(WITH_REST, rest=REST).files(), **genuine)
archive("version-1", "a payload of version 1, which names no code", Proof('{"Origin":"Pahang"}').files(), **genuine)
archive("unwitnessed", "no witness signed", Proof(cosigned=False).files(), outcome="unwitnessed", code=CODE)
archive("foreign", "a log that the policy does not name", Proof(origin="log.example/stranger", key=STRANGER).files(), outcome="foreign")
for name, why, error, files in [
    ("payload", "another payload", "payload", {**FILES, "payload.json": FILES["payload.json"].replace(b"Green", b"Black")}),
    ("payload-line-break", "a line break after the payload", "payload", {**FILES, "payload.json": FILES["payload.json"] + b"\n"}),
    ("address", "the proof of another code", "payload", Proof(address=bytes(range(16))).files()),
    ("payload-not-json", "a payload that is no JSON", "unreadable", {**FILES, "payload.json": b"Green tea"}),
    ("place", "another place in the log", "entry", {**FILES, "payload.json.tlog-proof": FILES["payload.json.tlog-proof"].replace(b"\nindex 0\n", b"\nindex 1\n")}),
    ("line", "a line of the checkpoint that was not signed", "signature", {k: v for k, v in FILES.items() if k != "checkpoint.txt"} | {"payload.json.tlog-proof": Proof().proof.replace("\n\n— ", "\nmore\n\n— ").encode()}),
    ("checkpoint", "another checkpoint beside the proof", "checkpoint", {**FILES, "checkpoint.txt": Proof(cosigned=False).checkpoint.encode()}),
    ("key", "signed by another key in the name of the log", "key", Proof(key=FORGER).files()),
    ("merchant", "a payload of another merchant than the entry", "facts", Proof(merchant="Lowland Tea").files()),
    ("code", "a payload that names another code", "facts", Proof(own_payload(SHARED, bytes(range(16)))).files()),
    ("rest-missing", "without the further facts that the payload names", "rest", Proof(WITH_REST).files()),
    ("rest-changed", "other further facts", "rest", Proof(WITH_REST, rest=b"{}").files()),
    ("rest-extra", "further facts that the payload does not name", "rest", Proof(rest=REST).files()),
    ("version", "another version of the proof", "unreadable", {**FILES, "payload.json.tlog-proof": FILES["payload.json.tlog-proof"].replace(b"@v1", b"@v2")}),
]:
    archive(name, why, files, outcome="broken", error=error)

STORED = packed(FILES)
OTHER_CRC = bytearray(STORED)
OTHER_CRC[STORED.index(b"Green")] ^= 1
for name, why, fault, content in [
    ("empty", "no bytes", "empty", b""),
    ("web-page", "a web page that a proxy sent instead", "message", b"<!doctype html><title>502 Bad gateway</title>"),
    ("picture", "a file of another kind", "notZip", bytes([0x89]) + b"PNG\r\n\x1a\n\0"),
    ("cut", "cut at its end", "truncated", STORED[:-1]),
    ("cut-data", "cut in its data", "truncated", STORED[:200]),
    ("trailing", "a byte after its end", "trailing", STORED + b"\0"),
    ("leading", "a byte before its start", "trailing", b"\0" + STORED),
    ("checksum", "another checksum than the file has", "damaged", bytes(OTHER_CRC)),
    ("unknown", "a file that no proof has", "unknown", packed({**FILES, "readme.txt": b""})),
    ("missing", "without the payload", "missing", packed({k: v for k, v in FILES.items() if k != "payload.json"})),
    ("text", "a proof that is no UTF-8", "text", packed({**FILES, "payload.json.tlog-proof": b"\xff"})),
    ("repeated", "one file twice", "duplicate", packed([*list(FILES.items())[1:], *list(FILES.items())[1:2]])),
]:
    archive(name, why, content, outcome="unread", fault=fault)
write_json("proof.json", {"policy": POLICY, "archives": archives})

# ------------------------------------------------------------------------------------------------------ outbox operations


def identifier(digit):
    return f"0193a000-0000-7000-8000-00000000000{digit}"


OPERATION = {
    "opId": identifier(1),
    "deviceId": identifier(2),
    "n": 1,
    "userId": identifier(3),
    "merchantId": identifier(4),
    "entity": "thing",
    "recordId": identifier(5),
    "kind": "create",
    "baseVer": 0,
    "patch": {"name": {"to": "Café"}, "answers/2": {"to": [1, None]}},
    "deps": [],
    "blobs": [],
    "payloadV": 1,
    "capturedAt": "2026-11-21T08:00:00.000Z",
    "tz": "Asia/Kuala_Lumpur",
}


def sorted_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def operation(why, sent=None, **changes):
    fields = {**OPERATION, **changes}
    text = sorted_json(fields)
    return {"why": why, "operation": sent or fields, "text": text, "sha256": sha256(text.encode()).hex()}


def invalid(why, drop=None, **changes):
    fields = {key: value for key, value in {**OPERATION, **changes}.items() if key != drop}
    return {"why": why, "operation": fields, "sha256": sha256(sorted_json(fields).encode()).hex()}


def patched(value):
    return {"name": {"to": value}}


write_json(
    "operation.json",
    {
        "valid": [
            operation("a new record"),
            operation("keys in another order: they are sorted", sent=dict(reversed(OPERATION.items()))),
            operation("further fields of the device are not hashed", sent={**OPERATION, "state": "ready", "at": 7}),
            operation("another id", opId=identifier(9)),
            operation("the second operation of a device", n=2),
            operation("an edit of version 3", kind="update", baseVer=3, patch={"name": {"from": "Café", "to": "Cafe"}}),
            operation("a field that is removed has no value after", kind="update", baseVer=1, patch={"name": {"from": "Café"}}),
            operation("a change to null is not a removal", kind="update", baseVer=1, patch={"name": {"from": "Café", "to": None}}),
            operation("an empty patch", kind="delete", baseVer=1, patch={}),
            operation("dependencies keep their order", deps=[identifier(8), identifier(7)]),
            operation("files by their digest", blobs=["ab" * 32]),
            operation("a filled-in form, a wrong clock and a replaced operation", formRev=4, deviceTime="2020-01-01T00:00:00.000Z", supersedes=identifier(9)),
            operation("composed and decomposed letters are different texts", patch=patched("Cafe\u0301")),
            operation("quotes, backslashes, line breaks and characters outside the BMP", patch=patched('"\\\n\t🍵')),
            operation("numbers: the shortest form", patch=patched([0, -1, 0.5, 9007199254740991])),
            operation("keys of nested objects are sorted, too", patch=patched({"b": 1, "a": {"d": True, "c": False}})),
        ],
        "invalid": [
            invalid("an id that is no UUID", opId="1"),
            invalid("no device", drop="deviceId"),
            invalid("operations are counted from 1", n=0),
            invalid("a number with a fraction", n=1.5),
            invalid("a version below 0", baseVer=-1),
            invalid("a kind in capital letters", kind="Create"),
            invalid("an entity with a space", entity="two words"),
            invalid("a patch that is a list", patch=[]),
            invalid("a value that is no change", patch={"name": "Café"}),
            invalid("a path that is no path", patch={"name//x": {"to": 1}}),
            invalid("NUL in a text, which PostgreSQL cannot store", patch=patched("a\0b")),
            invalid("a digest in capital letters", blobs=["AB" * 32]),
            invalid("101 dependencies", deps=[identifier(8)] * 101),
            invalid("a time without a date", capturedAt="08:00"),
            {**invalid("a changed operation with the digest of the first one"), "operation": {**OPERATION, "n": 2}},
        ],
    },
)
