import { randomUUID } from 'node:crypto'
import type { TestApp } from '#server/core/test/harness.ts'

export type GivenScan = {
  at: string | Date
  merchantId: string
  skuId: string
  address?: string
  kind?: 'v' | 'r'
  verdict?: 'g' | 'n' | 'e' | 'u'
  placeId?: number
  os?: number
}

/** Stores scans, also those of months without a partition. */
export async function storeScans({ database }: Pick<TestApp, 'database'>, scans: readonly GivenScan[]): Promise<void> {
  const rows = scans.map(({ at, merchantId, skuId, address, kind, verdict, placeId, os }) => ({
    at: new Date(at).toISOString(),
    merchant_id: merchantId,
    sku_id: skuId,
    address: address ?? randomUUID(),
    kind: kind ?? 'v',
    verdict: verdict ?? 'g',
    place_id: placeId ?? 0,
    os: os ?? 0,
  }))
  await database.query(
    `insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
     select at, 0, place_id, os, kind::"char", verdict::"char", merchant_id, sku_id, address
     from jsonb_to_recordset($1::jsonb) as given (at timestamptz, place_id int, os smallint, kind text, verdict text,
       merchant_id uuid, sku_id uuid, address uuid)`,
    [JSON.stringify(rows)],
  )
}

/** @returns the id of a place */
export async function placeOf(
  { database }: Pick<TestApp, 'database'>,
  city: string,
  country: string,
  [lat, lng]: [number, number] = [1, 2],
): Promise<number> {
  const { rows } = await database.query(
    `insert into scan_place (country, region, city, lat, lng) values ($1, '', $2, $3, $4)
     on conflict (city, region, country, coalesce(lat, 'NaN'), coalesce(lng, 'NaN')) do update set region = '' returning id`,
    [country, city, lat, lng],
  )
  return rows[0].id
}
