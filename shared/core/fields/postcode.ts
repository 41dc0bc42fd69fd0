import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { countries } from './countries.ts'

const hasRule = postcodeValidatorExistsForCountry
const plain = (country: string) => country.trim().toUpperCase()

/** Whether an address in this country needs a postcode. Nothing is asked of a country that is not named by its ISO code. */
export const needsPostcode = (country: string): boolean =>
  hasRule(plain(country)) && !postcodeValidator('', plain(country))

/** Whether a country has no postcodes, or no known rule for them. */
export const hasNoPostcodes = (country: string): boolean =>
  countries.includes(plain(country)) && !hasRule(plain(country))

/**
 * A postcode as its country writes it, however it was typed; undefined for one that does not fit. Where no rule is known, any
 * text stands as it is.
 */
export function normalizePostcode(text: string, country: string): string | undefined {
  const code = plain(country)
  const written = tidy(text)
  if (written === '' || !hasRule(code)) return written
  return spellings(written, code).find((spelling) => postcodeValidator(spelling, code))
}

/** Digits and dashes of other keyboards, capital letters, single spaces. */
const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** As it was typed first, then without the country before it, and with a separator elsewhere or none. */
function spellings(written: string, country: string): string[] {
  const bare = written.startsWith(country) ? written.slice(country.length).replace(/^[ -]/, '') : written
  const compact = bare.replace(/[ -]/g, '')
  const places = Array.from({ length: Math.max(0, compact.length - 1) }, (_, before) => before + 1)
  const parted = places.flatMap((at) => ['-', ' '].map((sign) => compact.slice(0, at) + sign + compact.slice(at)))
  return [written, bare, compact, ...parted]
}

/** What is wrong with the postcode of an address. */
export function postcodeProblem(text: string, country: string): string | undefined {
  return normalizePostcode(text, country) === undefined ? 'Check the postcode: it does not fit the country' : undefined
}
