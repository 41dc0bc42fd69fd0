import { plainSerial, type Tag } from './nfc.ts'

/** Parses the number of a tag from its printed content: the number itself, or a URL that contains it. */
export function tagNumber(text: string): string {
  const plain = text.trim()
  const url = /^https?:/i.test(plain) ? URL.parse(plain) : null
  if (!url) return /^[0-9a-f]{2}([:-][0-9a-f]{2})+$/i.test(plain) ? plainSerial(plain) : plain
  return url.searchParams.get('sensorId') ?? decoded(url.pathname.split('/').findLast(Boolean) ?? '')
}

/** The part of a URL, as it is if it is not encoded correctly: another company may have printed the label. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The serial number of a tag, or its content when it does not reveal the serial number. */
export const numberOfTag = ({ serial, text }: Tag): string => serial || tagNumber(text ?? '')
