import type { Fields } from '#shared/sync/rules.ts'

/** The display name of a record: its name, number or person. */
export function recordName(fields: Fields): string {
  const found = [fields.name, fields.custom_id, fields.identifier, fields.recipient].find(
    (value) => typeof value === 'string' && value !== '',
  )
  return typeof found === 'string' ? found : ''
}

/** A value as one line of text. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
