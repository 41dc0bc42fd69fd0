/** JSON with sorted keys and without absent values: equal data gives equal text, whoever wrote it. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON())
  const fields = value as Record<string, unknown>
  const present = Object.keys(fields).filter((key) => fields[key] !== undefined && typeof fields[key] !== 'function')
  return `{${present
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`)
    .join(',')}}`
}
