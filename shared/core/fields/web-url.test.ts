import { describe, expect, it } from 'vitest'
import { linkUrlProblem, parsePublicUrl, parseUserUrl } from './web-url.ts'

/** Addresses of loopback, private, link-local and other special ranges, in all notations. */
const numbers = [
  ...['127.0.0.1', '10.1.2.3', '172.16.0.9', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['8.8.8.8', '0x7f.0.0.1', '0177.0.0.1', '127.1', '2130706433', '127.0.0.1.', '１２７.０.０.１'],
  ...['[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:127.0.0.1]', '[64:ff9b::10.0.0.1]', '[2001:db8::1]'],
]
const namesOfAddresses = [
  ...[
    '127.0.0.1.nip.io',
    'app.10.0.0.1.nip.io',
    '7f000001.nip.io',
    '127-0-0-1.sslip.io',
    'www.192-168-0-1.example.com',
  ],
  ...['localtest.me', 'shop.lvh.me', '*.com', '*.example.com'],
]
const names = [
  ...[
    'localhost',
    'localhost.',
    'router',
    'printer.local',
    'PRINTER.LOCAL.',
    'db.internal',
    'app.localhost',
    'nas.lan',
  ],
  ...['nas.home.arpa', 'shop.home', 'wiki.corp', 'x.onion', 'a.test', 'a.invalid', '%6cocalhost', 'а.local'],
]

describe('hosts of the public internet [VE05]', () => {
  it.each([...numbers, ...names, ...namesOfAddresses])('rejects %s', (host) => {
    for (const url of [`https://${host}/`, `http://${host}/bag?x=1`, `https://${host}:443/`]) {
      expect(parsePublicUrl(url), url).toBeUndefined()
      expect(linkUrlProblem(url), url).toBeDefined()
    }
  })

  it.each([
    'rimba.example',
    'www.rimba.example.',
    'чай.рф',
    'local.rimba.example',
    '10.rimba.example',
    'a.co',
    'v1-2-3.example',
  ])('accepts %s', (host) => {
    expect(parsePublicUrl(`https://${host}/bag`)).toBeInstanceOf(URL)
    expect(linkUrlProblem(`https://${host}/bag`)).toBeUndefined()
  })

  it('accepts default ports only', () => {
    expect(parsePublicUrl('https://rimba.example:443/')?.href).toBe('https://rimba.example/')
    expect(parsePublicUrl('http://rimba.example:80/')?.href).toBe('http://rimba.example/')
    for (const url of ['https://rimba.example:8443/', 'http://rimba.example:22/', 'http://rimba.example:443/']) {
      expect(parsePublicUrl(url), url).toBeUndefined()
    }
  })

  it('reports the error of a private network address, and still reads pages that contain one', () => {
    expect(linkUrlProblem('http://192.168.0.1/')).toBe('This address is not on the public internet')
    expect(linkUrlProblem('rimba')).toBe('Invalid URL format')
    expect(linkUrlProblem('')).toBeUndefined()
    expect(parseUserUrl('http://192.168.0.1/')).toBeInstanceOf(URL)
  })
})
