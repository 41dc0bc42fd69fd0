/** The name of a country in a language (BCP 47); undefined if `code` is not an ISO 3166-1 alpha-2 code in upper case. */
export function countryName(code: string, locale: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? new Intl.DisplayNames(locale, { type: 'region' }).of(code) : undefined
}
