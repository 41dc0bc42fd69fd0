/** The parts of a header with quality values, the most wanted first, those that are not wanted left out. */
function wanted(header: string): { value: string; quality: number }[] {
  return header
    .split(',', 50)
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const given = parameters.find((text) => text.startsWith('q='))?.slice(2)
      return { value, quality: given === undefined ? 1 : Number(given) || 0 }
    })
    .filter(({ value, quality }) => value !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
}

export const linksetTypes = ['application/linkset+json', 'application/json'] as const
type LinksetType = (typeof linksetTypes)[number]

/**
 * The type of a linkset that the caller wants instead of a page. It must be named: browsers accept everything, and no person
 * wants to read JSON.
 *
 * @example
 * wantedLinkset('application/linkset+json') // => 'application/linkset+json'
 * wantedLinkset('text/html, application/json;q=0.9') // => undefined
 */
export const wantedLinkset = (accept = ''): LinksetType | undefined => wantedData(accept, linksetTypes)

/** The same for any types of data. */
export function wantedData<const T extends string>(accept: string, types: readonly T[]): T | undefined {
  const list = wanted(accept)
  const found = list.find(({ value }) => types.some((type) => type === value))
  const page = list.find(({ value }) => value === 'text/html' || value === 'application/xhtml+xml')
  return found && !(page && page.quality >= found.quality) ? (found.value as T) : undefined
}

type Described = { type?: string; hreflang?: string[] }

/**
 * The links that fit best: by language (lookup of RFC 4647, 3.4), and among these by media type. Links without a language or
 * type fit anybody, but less. Several are left if nothing distinguishes them.
 */
export function bestLinks<L extends Described>(
  links: readonly L[],
  { language = '', accept = '' }: { language?: string | undefined; accept?: string | undefined },
): readonly L[] {
  return byType(byLanguage(links, language), accept)
}

function byLanguage<L extends Described>(links: readonly L[], header: string): readonly L[] {
  for (const { value } of wanted(header)) {
    if (value === '*') continue
    // A range is shortened from its end until a link fits: de-CH-1996, de-CH, de.
    for (let range = value; range !== ''; range = shortened(range)) {
      const exact = links.filter(({ hreflang = [] }) => hreflang.some((tag) => tag.toLowerCase() === range))
      if (exact.length > 0) return exact
    }
  }
  const anyLanguage = links.filter(({ hreflang }) => hreflang === undefined)
  return anyLanguage.length > 0 ? anyLanguage : links
}

function shortened(range: string): string {
  const parts = range.split('-').slice(0, -1)
  // A part of one letter begins an extension, and is no range without it.
  if (parts.at(-1)?.length === 1) parts.pop()
  return parts.join('-')
}

function byType<L extends Described>(links: readonly L[], header: string): readonly L[] {
  for (const { value } of wanted(header)) {
    const fits = links.filter(({ type }) => type?.toLowerCase() === value || isOfGroup(value, type))
    if (fits.length > 0) return fits
  }
  return links
}

const isOfGroup = (range: string, type: string | undefined): boolean =>
  type !== undefined && range.endsWith('/*') && range !== '*/*' && type.toLowerCase().startsWith(range.slice(0, -1))
