import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in national form, or in international form with +, of a length valid for its country. Whether it is
 * assigned is not checked: numbering plans change more often than this program.
 */
function read(text: string, country: string): PhoneNumber | undefined {
  const region = country.toUpperCase()
  const from = isSupportedCountry(region) ? { defaultCountry: region } : {}
  const number = parsePhoneNumberFromString(text.trim(), { ...from, extract: false })
  return number?.isPossible() ? number : undefined
}

/**
 * The form in which a number is stored (E.164, followed by an extension); undefined if it is invalid.
 *
 * @example
 * normalizePhone('012-345 6789', 'MY') // => '+60123456789'
 * normalizePhone('12', 'MY') // => undefined
 */
export function normalizePhone(text: string, country: string): string | undefined {
  const number = read(text, country)
  return number && (number.ext ? `${number.number} ext. ${number.ext}` : number.number)
}

/** A stored number in international format. A number that the rules of its country no longer allow is returned unchanged. */
export const formatPhone = (stored: string, country: string): string =>
  read(stored, country)?.formatInternational() ?? stored

/** The validation error of an optional number. */
export function phoneProblem(text: string, country: string): string | undefined {
  if (text === '' || normalizePhone(text, country)) return undefined
  return 'Check the number, or start with + and the country code'
}
