import { plainSerial, type Tag } from './nfc.ts'

/** The number of a tag from what is printed on it: the number itself, or an address that ends with it or names it. */
export function tagNumber(text: string): string {
  const plain = text.trim()
  const url = /^https?:/i.test(plain) ? URL.parse(plain) : null
  if (!url) return /^[0-9a-f]{2}([:-][0-9a-f]{2})+$/i.test(plain) ? plainSerial(plain) : plain
  return url.searchParams.get('sensorId') ?? decodeURIComponent(url.pathname.split('/').findLast(Boolean) ?? '')
}

/** The serial number of a tag, or what is written on it where it hides its number. */
export const numberOfTag = ({ serial, text }: Tag): string => serial || tagNumber(text ?? '')
