import { limits } from '#shared/core/limits.ts'

export type PayloadSource = {
  facts: Record<string, string>
  /** Keys of the facts in the order the shopper reads them: what comes first is kept first. */
  order: readonly string[]
  images: readonly { hash: string; ext: string }[]
  certificates: readonly { hash: string; ext: string; name: string }[]
}

/**
 * The anchored JSON of a product: facts, then certificates, then images, each taken whole as long as the UTF-8 text stays
 * within the payload limit. It ends at the first part that does not fit, and is valid JSON at any length.
 */
export function payloadText({ facts, order, images, certificates }: PayloadSource): string {
  const parts: ((kept: Map<string, unknown>) => void)[] = [
    ...order
      .filter((key) => Object.hasOwn(facts, key))
      .map((key) => (kept: Map<string, unknown>) => void kept.set(key, facts[key])),
    ...certificates.map(({ hash, ext, name }) => append('certs', { hash, ext, name })),
    ...images.map(({ hash, ext }) => append('imgs', { hash, ext })),
  ]
  let kept = new Map<string, unknown>()
  for (const add of parts) {
    const next = new Map(kept)
    add(next)
    if (utf8Bytes(textOf(next)) > limits.payloadBytes) break
    kept = next
  }
  return textOf(kept)
}

/** A merchant's own fact of that name stays a text; the list stands beside it only where the name is free. */
function append(name: string, item: unknown) {
  return (kept: Map<string, unknown>) => {
    const list = kept.get(name)
    if (list === undefined) kept.set(name, [item])
    else if (Array.isArray(list)) kept.set(name, [...list, item])
  }
}

/** Written pair by pair: an object would put keys that look like numbers first, and lose one named __proto__. */
function textOf(kept: Map<string, unknown>): string {
  return `{${[...kept].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
