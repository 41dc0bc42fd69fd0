import { describe, expect, test } from 'vitest'
import { type NfcProblem, type NfcReaderClass, nfcReaderClass, plainSerial, readTags, type Tag } from './nfc.ts'

/** A simulated reader like that of Chrome on Android, because test machines have no NFC. */
function phone(refusal?: DOMException) {
  const reader = new EventTarget()
  const Reader = class {
    addEventListener = reader.addEventListener.bind(reader)
    scan = async () => {
      if (refusal) throw refusal
    }
  } as unknown as NfcReaderClass
  const hold = (serialNumber: string, records: object[]) =>
    reader.dispatchEvent(Object.assign(new Event('reading'), { serialNumber, message: { records } }))
  return { Reader, hold, slip: () => reader.dispatchEvent(new Event('readingerror')) }
}

const bytes = (text: string) => new DataView(new TextEncoder().encode(text).buffer)

async function listen(refusal?: DOMException) {
  const tags: Tag[] = []
  const problems: NfcProblem[] = []
  const stop = new AbortController()
  const { Reader, ...tag } = phone(refusal)
  await readTags(Reader, stop.signal, { onTag: (tag) => tags.push(tag), onProblem: (why) => problems.push(why) })
  return { ...tag, tags, problems, stop }
}

describe('NFC [OF04]', () => {
  test('returns the serial number of a tag and its first text', async () => {
    const { hold, tags } = await listen()
    hold('04:a2:24:1b:c3:5d:80', [
      { recordType: 'empty' },
      { recordType: 'mime', data: bytes('{}') },
      { recordType: 'url', data: bytes('https://sensors.example/7') },
      { recordType: 'text', data: bytes('later') },
    ])
    hold('04:FF', [{ recordType: 'text', encoding: 'utf-8', data: bytes('Датчик 7') }])
    hold('', [])
    expect(tags).toEqual([
      { serial: '04A2241BC35D80', text: 'https://sensors.example/7' },
      { serial: '04FF', text: 'Датчик 7' },
      { serial: '', text: undefined },
    ])
  })

  test('returns the readings of a tag', async () => {
    const { hold, tags } = await listen()
    const pack = '[{"n":"a","u":"Cel","v":4.5}]'
    hold('04:01', [
      { recordType: 'mime', mediaType: 'application/json', data: bytes('[]') },
      { recordType: 'mime', mediaType: 'Application/SenML+JSON; charset=utf-8', data: bytes(pack) },
      { recordType: 'text', data: bytes('S-7') },
    ])
    expect(tags).toEqual([{ serial: '0401', text: 'S-7', senml: pack }])
  })

  test.each<[string, NfcProblem]>([
    ['NotAllowedError', 'denied'],
    ['NotSupportedError', 'off'],
    ['NotReadableError', 'off'],
    ['InvalidStateError', 'failed'],
  ])('reports the error %s as %s', async (name, problem) => {
    expect((await listen(new DOMException('no', name))).problems).toEqual([problem])
  })

  test('reports an unreadable tag, and reads the next one', async () => {
    const { hold, slip, problems, tags } = await listen()
    slip()
    hold('04:01', [])
    expect(problems).toEqual(['unreadable'])
    expect(tags).toHaveLength(1)
  })

  test('reports no tag after it was stopped', async () => {
    const { hold, slip, stop, tags, problems } = await listen()
    stop.abort()
    hold('04:01', [])
    slip()
    expect([tags, problems]).toEqual([[], []])
  })

  test('is unavailable when the browser lacks it', () => {
    expect(nfcReaderClass()).toBeUndefined()
    expect(plainSerial('04-a2 24')).toBe('04A224')
  })
})
