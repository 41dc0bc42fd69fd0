import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { countries } from './countries.ts'

/**
 * Longer than each postcode with a separator and the prefix of its country. A limit before the work starts: the number and length of the
 * spellings grow with the text, and fields are checked together even if one of them is too long.
 */
const maxTypedLength = 40

const hasRule = postcodeValidatorExistsForCountry
const plain = (country: string) => country.trim().toUpperCase()

/** Whether an address in this country needs a postcode. False if the country is not an ISO code. */
export const needsPostcode = (country: string): boolean =>
  hasRule(plain(country)) && !postcodeValidator('', plain(country))

/** Whether a country has no postcodes, or no known rule for them. */
export const hasNoPostcodes = (country: string): boolean =>
  countries.includes(plain(country)) && !hasRule(plain(country))

/**
 * A postcode in the notation of its country, from any typed notation; undefined if it is invalid. If no rule is known, the text
 * is returned unchanged.
 *
 * @example
 * normalizePostcode('1011 ab', 'NL') // => '1011 AB'
 * normalizePostcode('1011', 'NL') // => undefined
 */
export function normalizePostcode(text: string, country: string): string | undefined {
  const code = plain(country)
  if (text.length > maxTypedLength && hasRule(code)) return undefined
  const written = tidy(text)
  if (written === '' || !hasRule(code)) return written
  return spellings(written, code).find((spelling) => postcodeValidator(spelling, code))
}

/** Converts digits and dashes of other scripts, letters to upper case, and several spaces to one. */
const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** The variants to try: as typed, then without a country prefix, and with another separator or none. */
function spellings(written: string, country: string): string[] {
  const bare = written.startsWith(country) ? written.slice(country.length).replace(/^[ -]/, '') : written
  const compact = bare.replace(/[ -]/g, '')
  const places = Array.from({ length: Math.max(0, compact.length - 1) }, (_, before) => before + 1)
  const parted = places.flatMap((at) => ['-', ' '].map((sign) => compact.slice(0, at) + sign + compact.slice(at)))
  return [written, bare, compact, ...parted]
}

/** The error of the postcode of an address. */
export function postcodeProblem(text: string, country: string): string | undefined {
  return normalizePostcode(text, country) === undefined ? 'Check the postcode: it does not fit the country' : undefined
}
