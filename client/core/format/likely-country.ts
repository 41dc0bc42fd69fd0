/** The country of the language settings, ISO 3166-1 alpha-2; empty if they contain none. Without a region, the usual one of the language. */
export function likelyCountry(languages: readonly string[] = navigator.languages): string {
  const named = languages.map((tag) => regionOf(tag, false)).find(Boolean)
  return named || (languages[0] ? regionOf(languages[0], true) : '')
}

function regionOf(tag: string, isGuess: boolean): string {
  try {
    const locale = new Intl.Locale(tag)
    const region = (isGuess ? locale.maximize() : locale).region ?? ''
    return /^[A-Z]{2}$/.test(region) ? region : ''
  } catch {
    return ''
  }
}
