import { hash } from 'node:crypto'
import { brokenAuditEntries } from '#server/core/logging/audit-chain.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { quotas } from '#shared/app/quotas.ts'
import { uniqueDatatypes } from '#shared/form/question-types/registry.ts'

/** The rows of each quota's table. Photos of reports are files, too, but do not count as such. */
const countsOfTables = Object.values(quotas)
  .filter(({ table }) => table && table !== 'upload')
  .map(({ name, table }) => `select '${name}' as name, merchant_id, count(*) as n from ${table} group by merchant_id`)
  .join(' union all ')

/**
 * Invariants that hold at every moment, also after kills, races and rejected writes. Each query finds the rows that
 * violate its sentence.
 */
const invariants = {
  'a wallet is the sum of its ledger, and what orders took of it is used': `
    select coalesce(w.merchant_id, l.merchant_id) as merchant, w.remaining, w.used, l.total, l.spent
    from wallet w full join (
      select merchant_id, sum(delta) as total, -coalesce(sum(delta) filter (where kind in ('order', 'refund')), 0) as spent
      from ledger_entry group by merchant_id) l on l.merchant_id = w.merchant_id
    where coalesce(w.remaining, 0) <> coalesce(l.total, 0) or coalesce(w.used, 0) <> coalesce(l.spent, 0)`,
  'an order costs its quantity': `
    select o.id, o.quantity, l.charged from code_order o
    left join (select order_id, -sum(delta) as charged from ledger_entry group by order_id) l on l.order_id = o.id
    where l.charged is distinct from o.quantity`,
  'the credit of a withdrawn order is refunded': `
    select order_id, sum(delta) from ledger_entry l
    where order_id is not null and not exists (select from code_order o where o.id = l.order_id)
    group by order_id having sum(delta) <> 0`,
  'an order is done exactly when all its codes exist': `
    select id, state, generated, quantity from code_order where (state = 'done') <> (generated = quantity)`,
  'the counter of an order counts its codes, numbered without a gap': `
    select o.id, o.generated, c.codes, c.first, c.last from code_order o left join (
      select order_id, count(*) as codes, min(serial_no) as first, max(serial_no) as last from code group by order_id) c
    on c.order_id = o.id
    where o.generated <> coalesce(c.codes, 0) or c.first <> 1 or c.last <> c.codes`,
  'an order with own serials has as many as it counts, before its codes are generated': `
    select o.id, o.collected, s.serials from code_order o left join (
      select order_id, count(*) as serials, min(serial_no) as first, max(serial_no) as last from own_serial group by order_id) s
    on s.order_id = o.id
    where o.collected <> coalesce(s.serials, 0) or s.first <> 1 or s.last <> s.serials or o.own_serials <> (o.collected > 0 or o.state = 'collecting')
      or (o.own_serials and o.state <> 'collecting' and o.collected <> o.quantity)`,
  'a code belongs to an order of its merchant and begins with its order prefix': `
    select c.address from code c left join code_order o on o.id = c.order_id and o.merchant_id = c.merchant_id
    where o.id is null or substring(uuid_send(c.address) from 1 for 5) <> o.prefix`,
  'the activated counter of an order counts its active codes': `
    select o.id, o.activated, a.codes from code_order o left join (
      select c.order_id, count(*) as codes from activation a join code c on c.address = a.address group by c.order_id) a
    on a.order_id = o.id
    where o.activated <> coalesce(a.codes, 0)`,
  'the codes of all orders of a merchant are counted': `
    select coalesce(o.merchant_id, t.merchant_id) as merchant, o.generated, t.generated as counted, o.activated, t.activated
    from (select merchant_id, sum(generated) as generated, sum(activated) as activated from code_order group by merchant_id) o
    full join code_total t on t.merchant_id = o.merchant_id
    where coalesce(o.generated, 0) <> coalesce(t.generated, 0) or coalesce(o.activated, 0) <> coalesce(t.activated, 0)`,
  'the active codes of each block of an order are counted': `
    select coalesce(b.order_id, a.order_id) as order, coalesce(b.block, a.block) as block, b.activated, a.codes from code_block b
    full join (
      select c.order_id, (c.serial_no - 1) / 5000 as block, count(*) as codes
      from activation a join code c on c.address = a.address group by 1, 2) a on a.order_id = b.order_id and a.block = b.block
    where coalesce(b.activated, 0) <> coalesce(a.codes, 0)`,
  'an active code exists and is its own merchant’s': `
    select a.address from activation a left join code c on c.address = a.address and c.merchant_id = a.merchant_id
    where c.address is null`,
  'a batch is active as a whole when it is done, and not at all before': `
    select coalesce(b.id, a.batch_id) as batch, b.place, a.idx from (
      select id, merchant_id, listed.address, listed.place - 1 as place
      from activation_batch, unnest(addresses) with ordinality listed (address, place) where state = 'done') b
    full join activation a
      on a.batch_id = b.id and a.idx = b.place and a.address = b.address and a.merchant_id = b.merchant_id
    where a.address is null or b.address is null`,
  'a waiting code waits once and is not active yet': `
    select listed.address from activation_batch, unnest(addresses) listed (address)
    where state in ('queued', 'running')
    group by listed.address having count(*) > 1 or exists (select from activation a where a.address = listed.address)`,
  'a done batch has one commitment of its size on its way to the chain, and a payload for each of its products': `
    select b.id from activation_batch b left join anchor_commitment c on c.batch_id = b.id and c.merchant_id = b.merchant_id
    where (b.state = 'done') <> (c.id is not null) or c.size <> b.quantity
      or (c.id is not null and not exists (
        select from anchor_job j where j.commitment_id in (c.id, c.parent_id) and j.chain = 'catapult')
        and c.parent_id is not null)
      or exists (
        select from activation a join code on code.address = a.address join code_order o on o.id = code.order_id
        left join code_binding k on k.address = code.address
        where a.batch_id = b.id and not exists (
          select from payload p where p.batch_id = b.id and p.sku_id = coalesce(o.sku_id, k.sku_id)))`,
  'a code has a product before it is active: that of its order, or its own if its order has none': `
    select c.address, o.sku_id, b.sku_id as bound from code c join code_order o on o.id = c.order_id
    left join code_binding b on b.address = c.address left join activation a on a.address = c.address
    where (o.sku_id is not null and b.address is not null) or (a.address is not null and o.sku_id is null and b.address is null)
      or b.merchant_id <> c.merchant_id or b.order_id <> c.order_id or b.serial_no <> c.serial_no`,
  'the codes that are bound to a product are counted for each order': `
    select coalesce(p.order_id, b.order_id) as order, coalesce(p.sku_id, b.sku_id) as sku, p.bound, b.codes, p.activated, b.active
    from bound_product p full join (
      select b.order_id, b.sku_id, count(*) as codes, count(a.address) as active
      from code_binding b left join activation a on a.address = b.address group by 1, 2) b
    on b.order_id = p.order_id and b.sku_id = p.sku_id
    where coalesce(p.bound, 0) <> coalesce(b.codes, 0) or coalesce(p.activated, 0) <> coalesce(b.active, 0)`,
  'a cold-chain report has a commitment of its merchant to the bytes of its file': `
    select r.id from logistic_report r left join anchor_commitment c
      on c.root = sha256(r.file) and c.root = r.sha256 and c.kind = 'file' and c.merchant_id = r.merchant_id
    where c.id is null`,
  'a final anchoring names bytes that were signed for it': `
    select j.id from anchor_job j
    where j.state in ('MINED', 'FINAL')
      and not exists (select from anchor_attempt t where t.job_id = j.id and t.txid = j.winner)`,
  'the revision of a form is its newest one, and revisions are numbered without a gap': `
    select f.id, f.revision, r.last, r.revisions from form f left join (
      select form_id, max(revision) as last, count(*) as revisions from form_revision group by form_id) r
    on r.form_id = f.id
    where r.last is distinct from f.revision or r.revisions <> f.revision`,
  'an answer belongs to the form of its submission': `
    select a.submission_id, a.question_id from submission_answer a
    join submission s on s.merchant_id = a.merchant_id and s.id = a.submission_id
    join form_part p on p.merchant_id = a.merchant_id and p.id = a.question_id
    where p.form_id <> s.form_id or p.datatype is null`,
  'a unique answer is marked as one exactly while its submission is there': `
    select a.submission_id, a.question_id from submission_answer a
    join submission s on s.merchant_id = a.merchant_id and s.id = a.submission_id
    join form_part p on p.merchant_id = a.merchant_id and p.id = a.question_id
    where a.is_unique <> (p.datatype = any('{${uniqueDatatypes.join()}}') and a.value <> '' and s.removed_at is null)`,
  'a shipment counts its codes, which are its merchant’s own': `
    select l.id, l.quantity, count(c.address) from logistic l
    left join logistic_item i on i.merchant_id = l.merchant_id and i.logistic_id = l.id
    left join code c on c.address = i.address and c.merchant_id = i.merchant_id
    group by l.id having count(c.address) <> l.quantity or count(i.address) <> l.quantity`,
  'a code is on its way exactly while its shipment is neither delivered nor removed': `
    select i.logistic_id, i.address from logistic_item i
    join logistic l on l.merchant_id = i.merchant_id and l.id = i.logistic_id
    where i.is_open <> (l.delivered_at is null and l.removed_at is null)`,
  'a package counts its codes and cases, and a code is packed until its case is taken apart': `
    select p.id from pack p
    left join pack_case c on c.pallet_id = p.id
    left join pack_item i on i.pack_id = coalesce(c.case_id, p.id) and i.merchant_id = p.merchant_id
    group by p.id having count(i.address) <> p.quantity or count(distinct c.case_id) <> p.cases
      or (p.kind = 'case' and bool_or(i.is_packed <> (p.unpacked_at is null)))`,
  'a case is on a pallet that contains it and is not taken apart': `
    select b.id from pack b left join pack p on p.id = b.pallet_id and p.merchant_id = b.merchant_id
    left join pack_case c on c.case_id = b.id and c.pallet_id = p.id
    where b.pallet_id is not null and (c.case_id is null or p.unpacked_at is not null or b.unpacked_at is not null)`,
  'an hour of a sensor has the counts and the extremes of its readings': `
    select * from (
      select sensor_id, merchant_id, date_trunc('hour', at, 'UTC') as hour, count(*) as n, min(value) as min, max(value) as max,
        min(at) as first_at, max(at) as last_at from sensor_reading group by 1, 2, 3) there
    full join sensor_hour h using (sensor_id, merchant_id, hour)
    where (there.n, there.min, there.max, there.first_at, there.last_at)
      is distinct from (h.n, h.min, h.max, h.first_at, h.last_at)`,
  'each quota count equals the stored rows': `
     with files as (
       select merchant_id, size::bigint, null::bigint as photo from upload
       union all select merchant_id, null, (report -> 'photo' ->> 'size')::bigint from verdict_case)
    select name, merchant_id, there.n as there, counted.n as counted from (
      ${countsOfTables}
      union all select 'files', merchant_id, count(size) - count(photo) from files group by merchant_id
      union all select 'fileBytes', merchant_id, coalesce(sum(size), 0) - coalesce(sum(photo), 0) from (
        select * from files union all select merchant_id, size, null from sync_blob) kept group by merchant_id
      union all select 'reportPhotoBytes', merchant_id, sum(photo) from files group by merchant_id
      union all select 'unfinishedFiles', merchant_id, count(*) from sync_blob where file is null group by merchant_id) there
    full join (select name, merchant_id, sum(n) as n from quota_count group by merchant_id, name) counted
    using (name, merchant_id)
    where coalesce(there.n, 0) <> coalesce(counted.n, 0)`,
  'every table of merchants is guarded by row policies, against its owner too, but for those that COPY uses': `
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not (c.relrowsecurity and (c.relforcerowsecurity or c.relname in ('code', 'own_serial')))`,
}

const root = 'the root of a commitment follows from its payloads and codes'
const audit = 'every audit entry follows from the one before'
export type Invariant = keyof typeof invariants | typeof root | typeof audit

/** All violated invariants with some of the rows that violate them; empty if there are none. */
export async function brokenInvariants({ database, services }: Pick<TestApp, 'database' | 'services'>) {
  const broken: Partial<Record<Invariant, unknown[]>> = {}
  const sentences = Object.keys(invariants) as Invariant[]
  const parts = Object.values(invariants).map(
    (text, i) => `select ${i} as place, to_jsonb(found) as found from (${text} limit 5) found`,
  )
  const { rows } = await database.query(parts.join(' union all '))
  for (const { place, found } of rows) broken[sentences[place]!] = [...(broken[sentences[place]!] ?? []), found]
  const commitments = await brokenRoots(database)
  if (commitments.length > 0) broken[root] = commitments
  const entries = await brokenAuditEntries(services.db.read, { isFull: true })
  if (entries.length > 0) broken[audit] = entries
  return broken
}

type LeafRow = { id: string; root: Buffer; address: string; order_id: string; bytes: Buffer; serial: string | null }

/** Implemented independently of the tested code: the RFC 6962 tree by its recursive definition. */
async function brokenRoots(database: TestApp['database']): Promise<string[]> {
  const { rows } = await database.query(`
    select c.id, c.root, replace(a.address::text, '-', '') as address, o.order_id, p.bytes, s.serial
    from anchor_commitment c join activation a on a.batch_id = c.batch_id
    join code on code.address = a.address join code_order o on o.id = code.order_id
    left join code_binding k on k.address = code.address
    join payload p on p.batch_id = c.batch_id and p.sku_id = coalesce(o.sku_id, k.sku_id)
    left join own_serial s on s.order_id = code.order_id and s.serial_no = code.serial_no
    where c.kind = 'batch' order by a.idx`)
  const commitments = Map.groupBy(rows as LeafRow[], ({ id }) => id)
  return [...commitments]
    .filter(([, leaves]) => !treeHash(leaves.map(leafHash)).equals(leaves[0]!.root))
    .map(([id]) => id)
}

function leafHash(row: LeafRow): Buffer {
  const digest = hash('sha256', payloadOf(row), 'buffer')
  return hash('sha256', Buffer.concat([Buffer.of(0), digest, Buffer.from(row.address, 'hex')]), 'buffer')
}

/** A payload of version 2 has empty values at its start, for the code, its order and the serial of the item, if some items have one. */
function payloadOf({ bytes, address, order_id, serial }: LeafRow): Buffer {
  const text = bytes.toString()
  if (!text.startsWith('{"v":2,')) return bytes
  const digits = BigInt(`0x${address}`).toString(32).padStart(26, '0')
  const letters = [...digits].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(digit, 32)]).join('')
  const own = serial === null ? '' : `,"serial":${JSON.stringify(serial)}`
  return Buffer.from(
    text
      .replace('"code":""', `"code":"${letters}"`)
      .replace('"order":"","serial":""', () => `"order":"${order_id}"${own}`)
      .replace('"order":""', `"order":"${order_id}"`),
  )
}

function treeHash(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  const parts = [Buffer.of(1), treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half))]
  return hash('sha256', Buffer.concat(parts), 'buffer')
}
