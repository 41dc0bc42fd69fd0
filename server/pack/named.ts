import type { Tx } from '#server/core/db/database.ts'
import { textArray, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { readSscc } from '#shared/gs1/sscc.ts'
import type { PackKind } from '#shared/pack/contract.ts'

type NamedPack = { name: string; id: string; kind: PackKind; quantity: number; apart: boolean; packed: boolean }

const nameOf = (text: string): string => readSscc(text) ?? text.trim().toUpperCase()
const idOf = (text: string): string | undefined => Id.safeParse(text.trim()).data

/** A number of a package without SSCC. */
const numberPattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/i

/** Whether a text may name a package: an id is also written like the address of a code. */
const mayName = (text: string): boolean =>
  numberPattern.test(text.trim()) || readSscc(text) !== undefined || idOf(text) !== undefined

/** Returns a function that finds the packages of a text: by the SSCC or the number on the label, or by the id. */
export async function findNamedPacks(
  tx: Tx,
  merchantId: string,
  texts: readonly string[],
): Promise<(text: string) => readonly NamedPack[]> {
  const names = textArray([...new Set(texts.map(nameOf))])
  const ids = uuidArray(texts.flatMap((text) => idOf(text) ?? []))
  const found = sql`
    select p.id, p.kind, p.quantity, p.unpacked_at is not null as apart, p.pallet_id is not null as packed`
  const { rows } = await tx.execute<NamedPack>(sql`
    ${found}, p.sscc as name from pack p where p.merchant_id = ${merchantId} and p.sscc = any(${names})
    union all
    ${found}, p.identifier from pack p where p.merchant_id = ${merchantId} and p.identifier = any(${names})
    union all
    ${found}, upper(p.id::text) from pack p where p.merchant_id = ${merchantId} and p.id = any(${ids})`)
  const byName = Map.groupBy(rows, ({ name }) => name)
  return (text) => byName.get(nameOf(text)) ?? []
}

export type PackedCodes = { id: string; addresses: string[]; problem: 'ambiguous' | 'apart' | 'packed' | undefined }

/**
 * The codes in the packages that texts name, by the text; a text that names none is left out. A case on a pallet, and a package that was
 * taken apart, have a problem.
 *
 * @param most packages with more codes in all are not read: undefined
 */
export async function packedCodes(
  tx: Tx,
  merchantId: string,
  texts: readonly string[],
  most: number,
): Promise<Map<string, PackedCodes> | undefined> {
  const asked = [...new Set(texts)].filter(mayName)
  if (asked.length === 0) return new Map()
  const find = await findNamedPacks(tx, merchantId, asked)
  const named = asked.map((text) => ({ text, packs: find(text) })).filter(({ packs }) => packs.length > 0)
  const quantity = named.reduce((sum, { packs }) => sum + packs[0]!.quantity, 0)
  if (quantity > most) return undefined
  const { rows } = await tx.execute<{ id: string; addresses: string[] }>(sql`
    select wanted.id, array(
      select i.address from pack_item i where i.merchant_id = ${merchantId} and (i.pack_id = wanted.id or i.pack_id in (
        select case_id from pack_case where merchant_id = ${merchantId} and pallet_id = wanted.id)))::text[] as addresses
    from unnest(${uuidArray([...new Set(named.map(({ packs }) => packs[0]!.id))])}) wanted (id)`)
  const codesOf = new Map(rows.map(({ id, addresses }) => [id, addresses]))
  return new Map(
    named.map(({ text, packs }) => {
      const { id, apart, packed } = packs[0]!
      const problem = packs.length > 1 ? 'ambiguous' : apart ? 'apart' : packed ? 'packed' : undefined
      return [text, { id, addresses: codesOf.get(id) ?? [], problem }]
    }),
  )
}
