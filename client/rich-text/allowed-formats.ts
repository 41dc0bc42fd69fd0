import { Attributes, type Delta } from '#shared/customization/rich-text-delta.ts'

/** Characters that PostgreSQL cannot store: see `storablePattern`. */
const unstorable = /[\0\ud800-\udfff]/gu

type Ops = readonly { insert?: unknown; attributes?: Record<string, unknown> | undefined }[]

/** Reduces a document to its text and the formats that the contract allows. */
export function toAllowedDelta(ops: Ops): Delta {
  const allowed: Delta['ops'] = []
  for (const { insert, attributes = {} } of ops) {
    if (typeof insert !== 'string') continue
    const words = insert.replace(unstorable, '')
    const format = allowedFormat(attributes)
    const last = allowed.at(-1)
    if (words === '') continue
    if (last && isSame(last.attributes ?? {}, format)) last.insert += words
    else allowed.push({ insert: words, ...(Object.keys(format).length > 0 && { attributes: format }) })
  }
  return { ops: allowed }
}

/** If a selection has several values of a format, it counts as none. */
export function allowedFormat(format: Record<string, unknown>): Attributes {
  const entries = Object.entries(format).filter(([key, value]) => {
    const known = Attributes.shape[key as keyof Attributes]
    return value !== undefined && known?.safeParse(value).success
  })
  return Object.fromEntries(entries) as Attributes
}

function isSame(one: Attributes, other: Attributes): boolean {
  const keys = Object.keys(one) as (keyof Attributes)[]
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}
