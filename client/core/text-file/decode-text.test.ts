// @vitest-environment node
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const utf8 = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array, languages = ['en']) => decodeText(bytes, { languages })
const inFile = (hex: string) => Uint8Array.from([...utf8('Name;SKU\r\n'), ...bytesOf(hex)])

/** Words as text, and as bytes of an encoding. */
const samples: readonly (readonly [encoding: string, text: string, hex: string])[] = [
  [
    'windows-1252',
    'Thé à la menthe;Crème brûlée;Gruyère râpé',
    '5468e920e0206c61206d656e7468653b4372e86d65206272fb6ce9653b47727579e872652072e270e9',
  ],
  ['windows-1252', 'Kräutertee;Größe;Süßholz;½ kg', '4b72e4757465727465653b4772f6df653b53fcdf686f6c7a3bbd206b67'],
  ['windows-1252', 'Piña;Té de limón;Jamón ibérico', '5069f1613b54e9206465206c696df36e3b4a616df36e206962e97269636f'],
  ['windows-1250', 'Żółty ser;Śliwka;Łosoś wędzony', 'aff3b37479207365723b8c6c69776b613ba36f736f9c2077ea647a6f6e79'],
  [
    'windows-1250',
    'Žluťoučký sýr;Řepa;Švestkový koláč',
    '8e6c759d6f75e86bfd2073fd723bd86570613b8a766573746b6f76fd206b6f6ce1e8',
  ],
  [
    'windows-1251',
    'Чай зелёный;Молоко;Сыр российский',
    'd7e0e920e7e5ebb8edfbe93bcceeebeeeaee3bd1fbf020f0eef1f1e8e9f1eae8e9',
  ],
  ['koi8-r', 'Чай зелёный;Молоко;Сыр российский', 'fec1ca20dac5cca3ced9ca3bedcfcccfcbcf3bf3d9d220d2cfd3d3c9cad3cbc9ca'],
  ['ibm866', 'Чай зелёный;Молоко;Сыр российский', '97a0a920a7a5abf1adeba93b8caeabaeaaae3b91ebe020e0aee1e1a8a9e1aaa8a9'],
  [
    'macintosh',
    'Thé à la menthe;Crème brûlée;Gruyère râpé',
    '54688e2088206c61206d656e7468653b43728f6d652062729e6c8e653b477275798f7265207289708e',
  ],
  ['windows-1253', 'Ελαιόλαδο;Φέτα;Μέλι θυμαρίσιο', 'c5ebe1e9fcebe1e4ef3bd6ddf4e13bccddebe920e8f5ece1f1dff3e9ef'],
  [
    'windows-1254',
    'Yeşil çay;Türk kahvesi;Acı biber;Şeker;Ihlamur balı;Soğan',
    '5965fe696c20e761793b54fc726b206b6168766573693b4163fd2062696265723bde656b65723b49686c616d75722062616cfd3b536ff0616e',
  ],
  [
    'gb18030',
    '高山绿茶 100克;铁观音礼盒;普洱茶;手机壳',
    'b8dfc9bdc2ccb2e820313030bfcb3bccfab9dbd2f4c0f1bad03bc6d5b6fdb2e83bcad6bbfabfc7',
  ],
  ['big5', '凍頂烏龍茶;蘋果汁;鳳梨酥禮盒', 'ade1b3bbaf51c073aff93bc4abaa47a5c43bbbf1b1f9b670c2a7b2b0'],
  [
    'shift_jis',
    '宇治抹茶;りんごジュース;あずきアイス',
    '89468ea1969592833b82e882f182b283578385815b83583b82a082b882ab834183438358',
  ],
  [
    'euc-jp',
    '宇治抹茶;りんごジュース;あずきアイス',
    'b1a7bca3cbf5c3e33ba4eaa4f3a4b4a5b8a5e5a1bca5b93ba4a2a4baa4ada5a2a5a4a5b9',
  ],
  ['euc-kr', '제주 녹차;사과 주스;고추장', 'c1a6c1d620b3ecc2f73bbbe7b0fa20c1d6bdba3bb0edc3dfc0e5'],
]

test.each(samples)('reads %s without a question when the words leave no doubt: %s [SK04]', (encoding, text, hex) => {
  expect(decode(inFile(hex))).toMatchObject({ kind: 'text', encoding, text: `Name;SKU\n${text}` })
})

/** Single words, whose bytes are words in other encodings, too. */
const doubtful: readonly (readonly [text: string, hex: string])[] = [
  ['čaj', 'e8616a'],
  ['Šlehačka', '8a6c656861e86b61'],
  ['чай', 'f7e0e9'],
  ['чай', 'e7a0a9'],
  ['苹果', 'c6bbb9fb'],
  ['日本酒', '93fa967b8ef0'],
  ['コーヒー豆', '8352815b8371815b93a4'],
  ['Œuf', '8c7566'],
  ['Şeker', 'de656b6572'],
]

test.each(doubtful)('reads %s as it is or asks, and never reads other letters [SK04]', (text, hex) => {
  const read = decode(inFile(hex))
  const texts =
    read.kind === 'text'
      ? [read.text.split('\n')[1]]
      : read.kind === 'unsure' && read.readings.map(({ samples: [sample] }) => sample?.text)
  expect(texts).toContain(text)
})

test('reads what a person chose, and offers the readings in the languages of the person first [SK04]', () => {
  const tea = inFile('f7e0e9')
  expect(decodeText(tea, { languages: ['en'], encoding: 'windows-1251' })).toMatchObject({ text: 'Name;SKU\nчай' })
  const first = (languages: string[]) => {
    const read = decode(tea, languages)
    return read.kind === 'unsure' && read.readings[0]!.encoding
  }
  expect([first(['ru']), first(['he'])]).toEqual(['windows-1251', 'windows-1255'])
})

test('reads UTF-8 and UTF-16 with and without a byte order mark [SK04]', () => {
  const text = 'Name;SKU\r\nЧай, 茶, Thé;T-1\r\n'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  const marked = [utf8(`\ufeff${text}`), [0xff, 0xfe, ...little], [0xfe, 0xff, ...big]]
  for (const bytes of [utf8(text), little, big, ...marked]) {
    const read = decode(Uint8Array.from(bytes))
    expect(read).toMatchObject({ kind: 'text', text: 'Name;SKU\nЧай, 茶, Thé;T-1\n' })
  }
})

test('asks about a byte that is not UTF-8, with its line in each reading [SK04]', () => {
  const damaged = Uint8Array.from([...utf8('Name;SKU\nKräuter;1\nCaf'), 0xe9, ...utf8(';2\n')])
  const read = decode(damaged)
  if (read.kind !== 'unsure') throw new Error(read.kind)
  const lines = ([name, text]: [number, string]) => ({ line: name, text })
  const readings = read.readings.map(({ encoding, samples }) => ({ encoding, samples }))
  expect(readings.slice(0, 2)).toEqual([
    { encoding: 'utf-8', samples: [lines([2, 'Kräuter;1']), lines([3, 'Caf\ufffd;2'])] },
    { encoding: 'utf-8-mixed', samples: [lines([2, 'Kräuter;1']), lines([3, 'Café;2'])] },
  ])
  expect(readings).toContainEqual({
    encoding: 'windows-1252',
    samples: [lines([2, 'KrÃ¤uter;1']), lines([3, 'Café;2'])],
  })
})

test('ends lines with a line feed, whatever ended them in the file [SK04]', () => {
  expect(decode(utf8('a\rb\r\nc\nd\r\r\ne'))).toMatchObject({ text: 'a\nb\nc\nd\ne' })
})

const start = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
test.each([
  ['xlsx', start('PK\x03\x04....[Content_Types].xml....xl/workbook.xml')],
  ['ods', start('PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
  ['numbers', start('PK\x03\x04....Index/Document.iwa')],
  ['zip', start('PK\x03\x04....holiday.txt')],
  ['xls', start('\xd0\xcf\x11\xe0\xa1\xb1')],
  ['pdf', start('%PDF-1.7')],
  ['html', start('\xef\xbb\xbf <!DOCTYPE html><table>')],
  ['xml', start('<?xml version="1.0"?><Workbook/>')],
  ['picture', start('\x89PNG\r\n')],
  ['binary', Uint8Array.from({ length: 400 }, (_, at) => (at * 7) % 256)],
] as const)('names a file that is %s, whatever its ending [SK04]', (format, bytes) => {
  expect(decode(bytes)).toEqual({ kind: 'notText', format })
})
