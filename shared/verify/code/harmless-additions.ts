/**
 * Removes what programs add to a code or put in its place on the way from one person to another, and what looks the same to a
 * person: encodings of links and mails, invisible and full-width characters, digits of other scripts, and look-alike letters.
 * The result is upper-case letters and digits. Other letters are kept, because a code with one of them is damaged.
 */
export function withoutAdditions(text: string): string {
  return [...decoded(text).normalize('NFKD')]
    .map((letter) => digitOf(letter) ?? lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** Text of links and pages, with its encodings undone. */
export function decoded(text: string): string {
  let plain = text
  // A link that is passed on may be encoded again each time.
  for (let times = 0; times < 3 && /%[0-9a-f]{2}/i.test(plain); times++)
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (part) => textOfBytes(part.slice(1).split('%')))
  return plain.replace(entity, (_, hex?: string, number?: string, name?: string) => {
    if (name) return name.toLowerCase() === 'amp' ? '&' : ' '
    const letter = hex ? Number.parseInt(hex, 16) : Number(number)
    return letter <= 0x10ffff ? String.fromCodePoint(letter) : ' '
  })
}

/** References of HTML. Those with a name are spaces, dashes and quotes, so which one it is does not matter. */
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi

/**
 * Text of a mail without its encoding (quoted-printable), in which long lines end with `=` and other characters are written as
 * bytes. Of ASCII only signs are decoded. A link can have the same characters without this encoding.
 */
export const withoutMailEncoding = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[89A-F][0-9A-F]){2,}/g, (part) => textOfBytes(part.slice(1).split('=')))
    .replace(/=(?:0[9AD]|2[0-9A-F]|3[A-F]|5F)/g, (part) => textOfBytes([part.slice(1)]))

const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')

function textOfBytes(hex: readonly string[]): string {
  const bytes = Uint8Array.from(hex, (byte) => Number.parseInt(byte, 16))
  try {
    return strict.decode(bytes)
  } catch {
    return western.decode(bytes)
  }
}

/** A decimal digit of any script. Each script has its ten digits in a row. */
function digitOf(letter: string): string | undefined {
  if (letter <= '9' || !/\p{Nd}/u.test(letter)) return undefined
  const place = letter.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(place - value - 1))) value++
  return String(value)
}

const pairs = (from: string, to: string) => [...from].map((letter, at) => [letter, to[at]!] as const)
/** Cyrillic and Greek letters with the shape of a Latin letter or of a digit. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries([
  ...pairs('АВСЕНКМОРТХУЅІЈЗҮԚԜ', 'ABCEHKMOPTXYSIJ3YQW'),
  ...pairs('авсенкмортхуѕіјзүԛԝ', 'ABCEHKMOPTXYSIJ3YQW'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('αβεζηικμνορτυχ', 'ABEZHIKMNOPTYX'),
])
