/**
 * JSON with sorted keys and without absent values: equal data gives equal text in every implementation.
 *
 * @example
 * canonicalJson({ b: 1, a: undefined, c: [true] }) // => '{"b":1,"c":[true]}'
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(canonicalJson).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON())
  const fields = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(fields).sort()) {
    const field = fields[key]
    if (field === undefined || typeof field === 'function') continue
    text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(field)}`
  }
  return `{${text}}`
}
