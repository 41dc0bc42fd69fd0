import { checkDigit } from '#shared/gs1/gtin.ts'

const stem = 'https://id.gs1.org/'
/** The keys of GS1, each with the qualifiers that identify something of it most exactly. */
const finest: Record<string, readonly string[]> = {
  '00': [],
  '01': ['21', '10', '235'],
  ...{ 253: [], 255: [], 401: [], 402: [], 414: ['254'], 417: [] },
  ...{ 8003: [], 8004: [], 8006: ['21', '10'], 8010: ['8011'], 8017: [], 8018: [] },
}

/**
 * The identifier of a thing as GS1 writes it in a hash: a Digital Link on `id.gs1.org` without query and with the finest qualifier
 * only, also for the urn of a GTIN, an SSCC, a location or a party. Other texts are returned as they are.
 *
 * @example
 * canonicalEpc('urn:epc:id:sgtin:4012345.011111.9876') // => 'https://id.gs1.org/01/04012345111118/21/9876'
 * canonicalEpc('https://tea.example/x/01/04012345111118/10/A?17=261231') // => 'https://id.gs1.org/01/04012345111118/10/A'
 */
export function canonicalEpc(text: string): string {
  if (text.startsWith('urn:epc:')) return fromUrn(text) ?? text
  if (!/^https?:\/\//i.test(text)) return text
  const parts = text.replace(/[?#].*$/s, '').split('/')
  for (let at = 3; at < parts.length - 1; at++) {
    const key = parts[at]!
    const value = parts[at + 1]!
    if (!Object.hasOwn(finest, key) || !/^\d/.test(value)) continue
    const qualifiers = parts.slice(at + 2)
    for (const qualifier of finest[key]!) {
      const found = qualifiers.findIndex((one, index) => index % 2 === 0 && one === qualifier)
      if (found >= 0) return `${stem}${key}/${value}/${qualifier}/${qualifiers[found + 1] ?? ''}`
    }
    return `${stem}${key}/${value}`
  }
  return text
}

/** The number of GS1 from the company and the item of a urn, with its check digit. */
const checked = (digits: string): string => digits + checkDigit(digits)
const gtinOf = (company: string, item: string): string => checked(item.slice(0, 1) + company + item.slice(1))

function fromUrn(urn: string): string | undefined {
  const [, scheme = '', rest = ''] = /^urn:epc:(?:id|class|idpat):(\w+):(.+)$/.exec(urn) ?? []
  const [company = '', item = '', ...more] = rest.split('.')
  if (!/^\d+$/.test(company) || !/^\d*$/.test(item)) return undefined
  const last = more.join('.')
  switch (scheme) {
    case 'sgtin':
      return `${stem}01/${gtinOf(company, item)}${last === '' || last === '*' ? '' : `/21/${last}`}`
    case 'lgtin':
      return `${stem}01/${gtinOf(company, item)}/10/${last}`
    case 'sscc':
      return `${stem}00/${gtinOf(company, item)}`
    case 'sgln':
      return `${stem}414/${checked(company + item)}${last === '' || last === '0' ? '' : `/254/${last}`}`
    case 'pgln':
      return `${stem}417/${checked(company + item)}`
    case 'giai':
      return `${stem}8004/${company}${item}${last}`
    case 'gdti':
      return `${stem}253/${checked(company + item)}${last}`
    case 'grai':
      return `${stem}8003/0${checked(company + item)}${last}`
    case 'gsrn':
      return `${stem}8018/${checked(company + item)}`
    case 'gsrnp':
      return `${stem}8017/${checked(company + item)}`
    case 'gsin':
      return `${stem}402/${checked(company + item)}`
    case 'sgcn':
      return `${stem}255/${checked(company + item)}${last}`
    default:
      return undefined
  }
}
