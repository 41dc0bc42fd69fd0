import type pg from 'pg'
import { merchants, skusOfMerchant } from './layout.ts'

export type BenchMerchant = { id: string; skus: string[] }

/** The demo merchant and others, each with its products. */
export async function fillCatalogue(client: pg.Client): Promise<BenchMerchant[]> {
  await client.query(
    `insert into merchant (code, name, country) select 'growth-' || n, 'Growth ' || n, 'my' from generate_series(1, $1) n`,
    [merchants - 1],
  )
  await client.query(
    `insert into wallet (merchant_id, remaining, expires_at)
     select id, 1000, now() + interval '1 year' from merchant where code like 'growth-%'`,
  )
  await client.query(
    `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country,
       status, details)
     select id, 'Growth', 'G-1', 'Growth', 'Growth', 'my', 'Approved', '{}' from merchant
     where is_demo or code like 'growth-%'`,
  )
  const { rows } = await client.query<BenchMerchant>(
    `with added as (
       insert into sku (merchant_id, trademark_id, name, sku, details)
       select t.merchant_id, t.id, 'Product ' || n, 'G-' || n,
         '{"sku_details": {"Origin": "Pahang", "Harvest": "September 2026"}, "sku_details_order": ["Origin", "Harvest"]}'
       from trademark t, generate_series(1, $1) n where t.registration_no = 'G-1'
       returning merchant_id, id)
     select m.id, array_agg(a.id) as skus from added a join merchant m on m.id = a.merchant_id
     group by m.id order by m.is_demo desc, m.code`,
    [skusOfMerchant],
  )
  return rows
}

/** An administrator who signs in with the password of the demo merchant, and an audit trail with this many actions. */
export async function fillAudit(client: pg.Client, email: string, entries: number): Promise<void> {
  await client.query(
    `insert into account (role, username, email, password_hash, confirmed)
     select 'admin', 'Growth', $1, password_hash, true from account
     where merchant_id = (select id from merchant where is_demo) and role = 'merchant'`,
    [email],
  )
  await client.query(
    `insert into audit_entry (stream, seq, merchant_id, action, subject, reference, data, prev_hash, hash)
     select m.id::text, 0, m.id, 'activation.create', gen_random_uuid()::text, gen_random_uuid()::text,
       '{"quantity": 3000}', '', '' from merchant m, generate_series(1, $1) n where m.is_demo`,
    [entries],
  )
}
