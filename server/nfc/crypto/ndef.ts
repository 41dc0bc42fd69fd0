/** What a tag replaces with hex digits at every read: the encrypted PICC data and the MAC. */
const piccDigits = 32
const macDigits = 16

/** URI prefixes of the NFC Forum, which are one byte of the record. */
const prefixes = { 'https://': 0x04, 'http://': 0x03 } as const
/** NLEN, the header of the record, its type and the byte of the prefix. */
const headerBytes = 7

/** What an encoder writes to a tag for one code. Offsets are those of the NDEF file. */
export type TagTemplate = {
  url: string
  ndef: Buffer
  piccOffset: number
  macInputOffset: number
  macOffset: number
}

/**
 * The URL of a tag with zeros where it writes. The MAC covers everything from the first letter of the code to the MAC, so that a
 * tag proves its code.
 *
 * @param letters the 26 letters of the code
 */
export function tagTemplate(publicUrl: string, letters: string): TagTemplate {
  const start = `${publicUrl}/V/`
  const url = `${start}${letters}?e=${'0'.repeat(piccDigits)}&c=${'0'.repeat(macDigits)}`
  const [prefix, code] = Object.entries(prefixes).find(([text]) => url.startsWith(text))!
  const offsetOf = (index: number) => headerBytes + index - prefix.length
  const picc = url.indexOf('?e=') + '?e='.length
  return {
    url,
    ndef: uriFile(code, url.slice(prefix.length)),
    piccOffset: offsetOf(picc),
    macInputOffset: offsetOf(start.length),
    macOffset: offsetOf(picc + piccDigits + '&c='.length),
  }
}

/** The letters that the MAC of a tap covers. */
export const macInput = (letters: string, picc: Uint8Array): string =>
  `${letters}?e=${Buffer.from(picc).toString('hex').toUpperCase()}&c=`

/** An NDEF file with one short record for a URI. */
function uriFile(prefix: number, rest: string): Buffer {
  const payload = Buffer.concat([Buffer.of(prefix), Buffer.from(rest, 'latin1')])
  const record = Buffer.concat([Buffer.of(0xd1, 0x01, payload.length, 0x55), payload])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(record.length)
  return Buffer.concat([length, record])
}

/** The numbers of the keys of a tag: the application's master key, that of the PICC data, and that of the MAC. */
export const tagKeys = { master: 0, meta: 1, file: 2 } as const

type Offsets = Pick<TagTemplate, 'piccOffset' | 'macInputOffset' | 'macOffset'>

/**
 * The settings of the NDEF file for the command ChangeFileSettings: everybody reads, the master key writes; UID and counter are
 * mirrored encrypted, and the counter by itself can only be read with the key of the PICC data.
 */
export function fileSettings(
  { piccOffset, macInputOffset, macOffset }: Offsets,
  { meta, file, counter }: { meta: number; file: number; counter: number } = { ...tagKeys, counter: tagKeys.meta },
): Buffer {
  const settings = Buffer.alloc(15)
  Buffer.of(0x40, 0x00, 0xe0, 0xc1, 0xf0 | counter, (meta << 4) | file).copy(settings)
  for (const [at, offset] of [piccOffset, macInputOffset, macOffset].entries())
    settings.writeUIntLE(offset, 6 + 3 * at, 3)
  return settings
}
