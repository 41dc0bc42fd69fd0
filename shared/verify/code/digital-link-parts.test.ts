import { describe, expect, test } from 'vitest'
import { parseScan } from '#shared/scan/parse-scan.ts'
import { readCode } from './code.ts'

const address = '01563e3a-b5d3-d676-4c61-efb99302bd5b'
const [key, gtin, serial] = ['01ARZ3K7M2XQ9PDW4HTZ3R', '09506000134352', 'NDEKTSV4RRFFQ69G5FAV']
const code = { address, secret: 'K7M2XQ9PDW4HTZ3R', gtin }
const printed = `HTTPS://ASSAY.EXAMPLE/${key}/01/${gtin}/21/${serial}`

describe('reads a printed GS1 Digital Link', () => {
  test.each([
    ['as printed', printed],
    ['in lower case', printed.toLowerCase()],
    ['in mixed case', printed.replace(/[A-Z]/g, (letter, at) => (at % 2 ? letter.toLowerCase() : letter))],
    ['on another host with a port', printed.replace('ASSAY.EXAMPLE', 'codes.brand.example:8443')],
    ['on an address of the local network', printed.replace('HTTPS://ASSAY.EXAMPLE', 'http://192.168.1.5:3000')],
    ['behind a path', printed.replace('EXAMPLE/', 'EXAMPLE/check/')],
    ['without its host', `${key}/01/${gtin}/21/${serial}`],
    ['as a path', `/${key}/01/${gtin}/21/${serial}`],
    ['with a slash at the end', `${printed}/`],
    ['with slashes twice', printed.replaceAll(/(?<!:)\//g, '//')],
    ['with a query', `${printed}?17=261231&linkType=gs1:pip#top`],
    ['with a lot that a partner added', printed.replace('/21/', '/10/LOT%2F7/21/')],
    ['encoded as a parameter', encodeURIComponent(printed)],
    ['encoded twice', encodeURIComponent(encodeURIComponent(printed))],
    ['with encoded letters', printed.replace('/21/N', '/21/%4E').replace(key, `%30${key.slice(1)}`)],
    ['broken by a mail', printed.replace('/01/095', '/01/09\r\n5').replace('FFQ', 'F\n  FQ')],
    ['broken by a mail with its encoding', printed.replace('/21/', '/=\r\n21/')],
    ['with a text behind it', `${printed} is the code`],
    ['with a text before it', `Please check ${printed}`],
    ['with invisible characters', printed.replace('/21/', '/\u200b21/\u2060')],
    [
      'with full-width characters',
      printed.replaceAll('/', '／').replace('09506000134352', '０９５０６０００１３４３５２'),
    ],
    ['with look-alike letters', printed.replace(key, key.replace('A', 'А').replace('01', 'OI'))],
    ['in angle brackets', `<${printed}>`],
  ])('%s', (_, text) => {
    expect(readCode(text)).toEqual({ code })
    expect(parseScan(text)).toEqual({ code })
  })

  test.each([
    ['French', printed.replace('ASSAY.EXAMPLE', 'A'), 'french'],
    ['Russian', printed.replace('ASSAY.EXAMPLE', 'A'), 'russian'],
    ['German', printed, 'german'],
  ] as const)('that a scanner typed on a %s keyboard', (_, link, layout) => {
    const typed = Array.from(link.toLowerCase(), (letter) => typedOn[layout][letter] ?? letter).join('')
    expect(readCode(typed)).toEqual({ code })
  })
})

const layout = (keys: string, own: string) => Object.fromEntries([...keys].map((key, at) => [key, [...own][at]!]))
/** What the keys of a US keyboard write, from pictures of the layouts. */
const typedOn: Record<'french' | 'russian' | 'german', Record<string, string>> = {
  french: { ...layout('qwazm', 'azqw,'), ...layout('0123456789', 'à&é"\'(-è_ç'), ':': 'M', '/': '!', '.': ':' },
  russian: {
    ...layout('qwertyuiopasdfghjklzxcvbnm', 'йцукенгшщзфывапролдячсмить'),
    ':': 'Ж',
    '/': '.',
    '.': 'ю',
  },
  german: { ...layout('yz', 'zy'), ':': 'Ö', '/': '-' },
}

describe('names the damage of a GS1 Digital Link', () => {
  test.each([
    ['without its key', `https://assay.example/01/${gtin}/21/${serial}`, { kind: 'short', letters: 20 }],
    ['with a letter less in the key', printed.replace(key, key.slice(1)), { kind: 'short', letters: 41 }],
    ['with a letter less in the serial number', printed.slice(0, -1), { kind: 'short', letters: 41 }],
    ['with a letter more', `${printed}7`, { kind: 'long', letters: 43 }],
    ['with a letter that no code has', printed.replace('NDEK', 'NDEU'), { kind: 'letter', letters: 42 }],
  ])('%s', (_, text, damage) => {
    expect(readCode(text)).toEqual({ damage })
  })

  test('and calls the link of another page a website', () => {
    const other = `https://id.gs1.org/01/${gtin}/21/SN-1`
    expect(parseScan(other)).toEqual({ problem: { kind: 'website', host: 'id.gs1.org' } })
    expect(parseScan(printed.slice(0, -1))).toMatchObject({ problem: { kind: 'damaged' } })
  })
})
