/**
 * An entry of the log: one activation batch. Its bytes are this JSON with the keys in this order and without spaces, so
 * that equal entries have equal bytes. A new field needs a new `v`; entries that exist never change.
 */
export type LogEntry = {
  v: 1
  merchant: { id: string; name: string }
  /** The number of the batch that people see. */
  batch: string
  /** The products of its codes, by number; at most `maxProducts`, and how many more there are. */
  products: { trademark: string; sku: string; name: string }[]
  more: number
  /** Number of codes, which is the number of leaves below the root. */
  size: number
  /** 64 hex digits. */
  root: string
  /** When the codes were activated (ISO 8601, UTC). */
  time: string
}

const maxProducts = 50

/** Bounds an entry to about 40 kB; the format of the log allows 65,535 bytes. */
const maxLetters = 200

/** The bytes of an entry. Names that are too long are shortened. */
export function logEntryText(entry: Omit<LogEntry, 'v' | 'more'>): string {
  const { merchant, batch, products, size, root, time } = entry
  return textOf({
    v: 1,
    merchant: { id: merchant.id, name: shortened(merchant.name) },
    batch,
    products: products.slice(0, maxProducts).map(({ trademark, sku, name }) => ({
      trademark: shortened(trademark),
      sku: shortened(sku),
      name: shortened(name),
    })),
    more: Math.max(0, products.length - maxProducts),
    size,
    root,
    time,
  })
}

/** Undefined unless the text is exactly what `logEntryText` writes. Without a schema library, which the checker has no room for. */
export function parseEntry(text: string): LogEntry | undefined {
  try {
    const entry = JSON.parse(text) as LogEntry
    return isEntry(entry) && textOf(entry) === text ? entry : undefined
  } catch {
    return undefined
  }
}

function isEntry({ v, merchant, batch, products, more, size, root, time }: LogEntry): boolean {
  const texts = [
    merchant.id,
    merchant.name,
    batch,
    time,
    ...products.flatMap((one) => [one.trademark, one.sku, one.name]),
  ]
  const isTyped = texts.every((text) => typeof text === 'string')
  const isCounted = Number.isSafeInteger(size) && size > 0 && Number.isSafeInteger(more) && more >= 0
  return v === 1 && isTyped && isCounted && /^[0-9a-f]{64}$/.test(root) && new Date(time).toISOString() === time
}

function textOf({ v, merchant, batch, products, more, size, root, time }: LogEntry): string {
  const named = products.map(({ trademark, sku, name }) => ({ trademark, sku, name }))
  const { id, name } = merchant
  return JSON.stringify({ v, merchant: { id, name }, batch, products: named, more, size, root, time })
}

const shortened = (text: string): string => Array.from(text).slice(0, maxLetters).join('')
