/**
 * Three-way merge of a record's plain fields. A field that is as the sender last saw it (`from`), or of which the sender
 * saw nothing, takes the value that was sent; one that somebody else changed meanwhile keeps that change.
 *
 * @returns the merged fields, the names of those that changed, and of those that were kept against the sender
 */
export function mergeFields<T extends Readonly<Record<string, string | number | null>>>(
  stored: T,
  sent: { readonly [K in keyof T]?: T[K] | undefined },
  from: { readonly [K in keyof T]?: T[K] | undefined } = {},
): { fields: T; changed: string[]; clashes: string[] } {
  const [changed, clashes]: [string[], string[]] = [[], []]
  const fields: Record<string, string | number | null> = { ...stored }
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || value === stored[name]) continue
    if (from[name] === undefined || from[name] === stored[name]) {
      fields[name] = value
      changed.push(name)
    } else clashes.push(name)
  }
  return { fields: fields as T, changed, clashes }
}
