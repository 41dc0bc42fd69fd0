import { z } from 'zod'

/** Records of SenML in JSON (RFC 8428, table 2). Other fields are ignored, unless their names end with `_`. */
const SenmlRecord = z.object({
  bn: z.string().optional(),
  bt: z.number().optional(),
  bu: z.string().optional(),
  bv: z.number().optional(),
  bver: z.int().positive().optional(),
  n: z.string().optional(),
  u: z.string().optional(),
  v: z.number().optional(),
  vs: z.string().optional(),
  vb: z.boolean().optional(),
  vd: z.string().optional(),
  s: z.number().optional(),
  t: z.number().optional(),
})
type SenmlRecord = z.infer<typeof SenmlRecord>

/**
 * The reason why a pack is rejected as a whole. `record`: its number, from 1. `field`: its label.
 * - `version`: the pack says that it has a structure that this reader does not know, or its records have two versions;
 * - `mustUnderstand`: a field that a reader must not ignore (RFC 8428, section 4.4).
 */
export type SenmlError =
  | { error: 'notJson' | 'notList' | 'tooLarge' | 'tooMany' }
  | { error: 'notRecord' | 'version' | 'name' | 'values'; record: number }
  | { error: 'field' | 'mustUnderstand'; record: number; field: string }

/** Version 10 is that of RFC 8428. 26 also allows the units of RFC 8798, none of which sensors here use (RFC 9100, section 4). */
const defaultVersion = 10
const isKnownVersion = (version: number) => version <= defaultVersion || version === 26

const namePattern = /^[A-Za-z0-9][A-Za-z0-9\-:._/]*$/
const valueFields = ['v', 'vs', 'vb', 'vd'] as const
const regularFields = ['n', 'u', 't', 's', ...valueFields] as const

/** A record with its base fields applied. `time`: seconds since 1970, or relative to the present below 2^28. */
export type ResolvedRecord = { record: number; name: string; unit: string; time: number; value: number | undefined }

/**
 * Applies the base fields to the records (RFC 8428, sections 4.1 to 4.6). A record of base fields alone has no
 * measurement and is left out. `value` is undefined where the measurement is a text, a truth value, data or a sum.
 */
export function resolveRecords(records: readonly unknown[]): ResolvedRecord[] | SenmlError {
  const base = { name: '', time: 0, unit: '', value: 0 }
  let version: number | undefined
  const resolved: ResolvedRecord[] = []
  for (const [at, given] of records.entries()) {
    const record = at + 1
    const read = readRecord(given, record)
    if ('error' in read) return read
    version ??= read.bver ?? defaultVersion
    if (!isKnownVersion(version) || (read.bver ?? version) !== version) return { error: 'version', record }
    base.name = read.bn ?? base.name
    base.time = read.bt ?? base.time
    base.unit = read.bu ?? base.unit
    base.value = read.bv ?? base.value
    if (regularFields.every((field) => read[field] === undefined)) continue
    const values = valueFields.filter((field) => read[field] !== undefined).length
    if (values > 1 || (values === 0 && read.s === undefined)) return { error: 'values', record }
    const name = base.name + (read.n ?? '')
    if (!namePattern.test(name)) return { error: 'name', record }
    const value = read.v === undefined ? undefined : plus(base.value, read.v)
    resolved.push({ record, name, unit: read.u ?? base.unit, time: plus(base.time, read.t ?? 0), value })
  }
  return resolved
}

function readRecord(given: unknown, record: number): SenmlRecord | SenmlError {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return { error: 'notRecord', record }
  const unknown = Object.keys(given).find((field) => field.endsWith('_'))
  if (unknown !== undefined) return { error: 'mustUnderstand', record, field: unknown }
  const { data, error } = SenmlRecord.safeParse(given)
  return data ?? { error: 'field', record, field: String(error.issues[0]!.path[0]) }
}

/** Sums of decimal fractions with the digits that people wrote: 20 + 0.3 is 20.3, and 0.1 + 0.2 is 0.3. */
const plus = (base: number, value: number) => (base === 0 ? value : Number((base + value).toPrecision(15)))
