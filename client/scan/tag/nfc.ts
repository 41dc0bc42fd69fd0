/** A tag that was read. */
export type Tag = {
  /** Hex digits in upper case without separators; empty when the tag does not reveal it. */
  serial: string
  /** Its first text or URL record. */
  text: string | undefined
  /** Its first SenML record, which contains readings. */
  senml: string | undefined
}

/** Sensor Measurement Lists in JSON, see RFC 8428. */
const senmlType = 'application/senml+json'

export type NfcProblem = 'denied' | 'off' | 'unreadable' | 'failed'
export type NfcReaderClass = new () => Pick<NDEFReader, 'scan' | 'addEventListener'>

/** The reader of this browser. Chrome on Android has one, most others do not. */
export function nfcReaderClass(): NfcReaderClass | undefined {
  return (globalThis as { NDEFReader?: NfcReaderClass }).NDEFReader
}

const problems: Readonly<Record<string, NfcProblem>> = {
  NotAllowedError: 'denied',
  NotSupportedError: 'off',
  NotReadableError: 'off',
}

/** Reads tags until stopped. Resolves when reading has started. The first call must follow a user action. */
export async function readTags(
  Reader: NfcReaderClass,
  signal: AbortSignal,
  { onTag, onProblem }: { onTag: (tag: Tag) => void; onProblem: (problem: NfcProblem) => void },
): Promise<void> {
  const reader = new Reader()
  reader.addEventListener(
    'reading',
    (event) => {
      const { serialNumber, message } = event as NDEFReadingEvent
      onTag({ serial: plainSerial(serialNumber), text: textOf(message), senml: senmlOf(message) })
    },
    { signal },
  )
  reader.addEventListener('readingerror', () => onProblem('unreadable'), { signal })
  try {
    await reader.scan({ signal })
  } catch (error) {
    if (!signal.aborted) onProblem(problems[(error as Error).name] ?? 'failed')
  }
}

/** Converts `04:a2:24:…` as the reader returns it to `04A224…` as sensors are registered. */
export const plainSerial = (serial: string): string => serial.replace(/[^0-9a-f]/gi, '').toUpperCase()

function senmlOf({ records }: NDEFMessage): string | undefined {
  const record = records.find(
    ({ recordType, mediaType }) =>
      recordType === 'mime' && mediaType?.split(';')[0]?.trim().toLowerCase() === senmlType,
  )
  return record?.data && new TextDecoder().decode(record.data)
}

function textOf({ records }: NDEFMessage): string | undefined {
  for (const { recordType, data, encoding } of records) {
    if (data && (recordType === 'text' || recordType === 'url' || recordType === 'absolute-url'))
      return new TextDecoder(encoding ?? 'utf-8').decode(data)
  }
  return undefined
}
