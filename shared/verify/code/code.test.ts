import { expect, test } from 'vitest'
import { formatAddress, parseCode, readCode } from './code.ts'

const letters = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const secret = 'K7M2XQ9PDW4HTZ3R'
const address = '01563e3a-b5d3-d676-4c61-efb99302bd5b'

test.each([
  ['the printed URL', `HTTPS://ASSAY.EXAMPLE/V/${letters}${secret}`, secret],
  ['the printed URL in small letters', `https://assay.example/v/${letters}${secret}`.toLowerCase(), secret],
  ['a slash at its end', `https://assay.example/V/${letters}${secret}/`, secret],
  ['the long URL', `https://assay.example/verify?a=${letters}&p=${secret}`, secret],
  ['the long URL without its secret', `https://assay.example/verify?address=${letters}`, undefined],
  ['the bare code', `${letters}${secret}`, secret],
  ['the bare address', letters, undefined],
  ['the address as a uuid', address, undefined],
])('CO06 %s is parsed', (_, text, expected) => {
  expect(parseCode(text)).toEqual({ address, secret: expected })
})

test.each(['https://assay.example/', `https://assay.example/${letters}`, 'https://', 'https://assay.example/V/', ''])(
  'CO06 %j is not a code',
  (text) => {
    expect(parseCode(text)).toBeUndefined()
  },
)

test('CO06 formats an address as it was printed', () => {
  expect(formatAddress(address)).toBe(letters)
  for (const uuid of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
    expect(parseCode(formatAddress(uuid))).toEqual({ address: uuid, secret: undefined })
})

const whole = letters + secret
const site = 'https://assay.example/V/'
const inside = (added: string) => whole.slice(0, 13) + added + whole.slice(13)
const between = (added: string) => whole.match(/.{1,4}/g)!.join(added)
const each = (change: (letter: string) => string) => [...whole].map(change).join('')
const fullWidth = each((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))

test.each([
  ...['.', ',', ')', ').', '!', ';', '"', '”', '»', '。', '、', '）', '】', '؟', '।', '>', '*', '…'].map((mark) => [
    `${mark} at its end`,
    site + whole + mark,
  ]),
  ...['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u200e', '\ufe0f'].map((hidden) => [
    `U+${hidden.charCodeAt(0).toString(16)} inside`,
    inside(hidden),
  ]),
  ...[' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\t', '\r\n'].map((space) => [
    `the space U+${space.charCodeAt(0).toString(16)} between groups`,
    between(space),
  ]),
  ...['-', '‐', '‑', '‒', '–', '—', '−', '－', '·', '_'].map((dash) => [`${dash} between groups`, between(dash)]),
  ['brackets around it', `<${site}${whole}>`],
  ['a byte order mark before it', `\ufeff${site}${whole}`],
  ['the marks of bold text', `**${whole}**`],
  ['emoji around it', `✅${whole}✅`],
  ['full-width letters', fullWidth],
  ['full-width letters, encoded twice in a link', site + encodeURIComponent(encodeURIComponent(fullWidth))],
  ['a tracking parameter', `${site}${whole}?fbclid=IwAR0abc&utm_source=ig`],
  ['an encoded tracking parameter', `${site}${whole}%3Futm_source=ig`],
  ['a tracking parameter without a question mark', `${site}${whole}&utm_source=ig`],
  ['a fragment', `${site}${whole}#top`],
  ['slashes', `https://assay.example//V//${whole}//`],
  ['no scheme', `assay.example/V/${whole}`],
  ['a sentence around it', `Look: ${site}${whole} is it real?`],
  ['= of a mail', `https://assay.example/verify?a=3D${whole}`],
  ['= of a mail in both parameters', `https://assay.example/verify?a=3D${letters}&p=3D${secret}`],
  ['the rest of such a mail', `3D${whole}`],
  ['a line break of a mail', site + inside('=\r\n')],
  ['a line break of a mail whose line break was lost', inside('=')],
  ['an invisible letter of a mail', site + inside('=E2=80=8B')],
  ['a numeric reference of HTML', inside('&#8203;')],
  ['a hexadecimal reference of HTML', inside('&#x00AD;')],
  ['a named reference of HTML', inside('&shy;')],
  ['an escaped &', `https://assay.example/verify?a=${letters}&amp;p=${secret}`],
  ['the parameters in mixed case', `https://assay.example/verify?A=${letters.toLowerCase()}&P=${secret}`],
  ['letters that look like digits', each((letter) => ({ 0: 'o', 1: 'l' })[letter] ?? letter)],
  ['Cyrillic look-alikes', each((letter) => ({ A: 'А', K: 'К', T: 'Т', M: 'м' })[letter] ?? letter)],
  ['Greek look-alikes', each((letter) => ({ A: 'Α', Z: 'Ζ', N: 'Ν' })[letter] ?? letter)],
  ['Arabic digits', each((letter) => (letter <= '9' ? String.fromCodePoint(0x660 + Number(letter)) : letter))],
])('CO06 reads a code with %s', (_, text) => {
  expect(readCode(text)).toEqual({ code: { address, secret } })
})

test('CO06 reads parameters that begin like an encoded sign as they are', () => {
  const [like, own] = [`3D${letters.slice(2)}`, `2A${secret.slice(2)}`]
  const read = parseCode(`https://assay.example/verify?a=${like}&p=${own}`)!
  expect([formatAddress(read.address), read.secret]).toEqual([like, own])
})

test.each([
  ['a letter more', `${site}${whole}7`, { kind: 'long', letters: 43 }],
  ['a letter less', `${site}${whole.slice(0, -1)}`, { kind: 'short', letters: 41 }],
  ['a part', `${site}${whole.slice(0, 30)}`, { kind: 'short', letters: 30 }],
  ['itself again', `${site}${whole}${whole}`, { kind: 'doubled', letters: 84 }],
  ['its link again', `${site}${whole}${site}${whole}`, { kind: 'doubled', letters: 102 }],
  ['a U', `${site}U${whole.slice(1)}`, { kind: 'letter', letters: 42 }],
  ['a letter of another alphabet', `${site}Ж${whole.slice(1)}`, { kind: 'letter', letters: 42 }],
])('CO06 a code with %s is damaged', (_, text, damage) => {
  expect(readCode(text)).toEqual({ damage })
})

test('CO06 a secret with a letter more or less is damaged', () => {
  expect(readCode(letters, secret.slice(1))).toEqual({ damage: { kind: 'short', letters: 41 } })
  expect(readCode(letters, `${secret}7`)).toEqual({ damage: { kind: 'long', letters: 43 } })
  expect(readCode(letters, `${secret}.`)).toEqual({ code: { address, secret } })
})
