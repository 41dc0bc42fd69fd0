import type { TestDatabase } from '#server/core/test/database/database.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'

/** Number of rows in each list that grows with the use of the product: more than a statement of a request may read. */
export const listed = 6_000
const batchCodes = 3000
const orders = {
  /** All codes except the last 10,000 are active. */
  large: { codes: 400_000, active: [1, 390_000] },
  /** Only the last batch is active. */
  late: { codes: 200_000, active: [197_001, 200_000] },
}
const smallOrders = 150
/** Rows that are read whole: fewer than a statement may read. */
const readWhole = 3_500

export type LargeData = {
  largeOrderId: string
  lateOrderId: string
  skuId: string
  batchId: string
  logisticId: string
  packId: string
  caseId: string
  patternId: string
  webhookId: string
  merchantName: string
}

/**
 * One million codes, 850,000 activations, and `listed` rows in every other list of the merchant and of the administrators. They
 * are written without triggers and foreign keys, and large tables without indexes, so that this takes seconds.
 */
export async function fillLists(
  database: TestDatabase,
  [own, other]: [MerchantData, MerchantData],
  skuId: string,
): Promise<LargeData> {
  const run = (text: string) =>
    database.query(`set local session_replication_role = replica; set local jit = off; ${text}`)
  const merchant = `'${own.merchantId}'::uuid`
  await run(`
    alter table code drop constraint code_pkey cascade, drop constraint code_serial;
    alter table activation drop constraint activation_pkey, drop constraint activation_leaf;
    alter table code set unlogged;
    alter table activation set unlogged;
    alter table activation_batch drop constraint activation_batch_quantity;
    insert into code_order (merchant_id, order_id, sku_id, quantity, generated, activated, prefix, state, note, created_at)
    select ${merchant}, 'P-' || n, '${skuId}', codes, codes, active, decode(lpad(to_hex(n), 10, '0'), 'hex'), 'done', 'Plan',
      now() - n * interval '1 hour'
    from (
      values (1, ${orders.large.codes}, ${orders.large.active[1]}), (2, ${orders.late.codes}, ${batchCodes})
      union all select n, ${batchCodes}, ${batchCodes} from generate_series(3, ${smallOrders + 2}) n) made (n, codes, active);
    create table active_part as
    select id as order_id, merchant_id, prefix, first, least(first + ${batchCodes} - 1, last) as last, gen_random_uuid() as batch_id
    from (select id, merchant_id, encode(prefix, 'hex') || '00000000000000' as prefix,
        case order_id when 'P-2' then ${orders.late.active[0]} else 1 end as begins,
        case order_id when 'P-1' then ${orders.large.active[1]} else quantity end as last
      from code_order where note = 'Plan') o, generate_series(begins, last, ${batchCodes}) first;`)
  await Promise.all([
    run(`
      insert into code (address, merchant_id, order_id, serial_no)
      select (o.prefix || lpad(to_hex(n), 8, '0'))::uuid, o.merchant_id, o.id, n
      from (select id, merchant_id, quantity, encode(prefix, 'hex') || '00000000000000' as prefix from code_order where note = 'Plan') o,
        generate_series(1, o.quantity) n;
      alter table code add primary key (address), add constraint code_serial unique (order_id, serial_no)`),
    run(`
      insert into activation (address, merchant_id, batch_id, idx)
      select (prefix || lpad(to_hex(n), 8, '0'))::uuid, merchant_id, batch_id, n - first
      from active_part, generate_series(first, last) n;
      alter table activation add primary key (address), add constraint activation_leaf unique (batch_id, idx);
      insert into activation_batch (id, merchant_id, identifier, quantity, state, addresses, created_at)
      select batch_id, merchant_id, 'P-' || row_number() over (), last - first + 1, 'done',
        array[(prefix || lpad(to_hex(first), 8, '0'))::uuid], now() - random() * interval '300 days'
      from active_part;
      insert into code_block (order_id, block, merchant_id, activated)
      select order_id, (n - 1) / 5000, merchant_id, count(*) from active_part, generate_series(first, last) n group by 1, 2, 3;
      drop table active_part;
      ${fillRest(own, other)}`),
  ])
  const tables = `select string_agg(relname, ', ') as names from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`
  const { rows } = await database.query(tables)
  await database.query(`vacuum (analyze) ${rows[0].names}`)
  const { rows: found } = await database.query(`
    select (select id from code_order where order_id = 'P-1') as "largeOrderId",
      (select id from code_order where order_id = 'P-2') as "lateOrderId",
      (select batch_id from activation where address = (select address from code where order_id =
        (select id from code_order where order_id = 'P-9') and serial_no = 1)) as "batchId",
      (select id from logistic where identifier = 'P-4') as "logisticId",
      (select id from pack where identifier = 'P-4') as "packId",
      (select id from verdict_case where note = 'Plan 4') as "caseId",
      (select id from pattern_case where note = 'Plan 4') as "patternId",
      (select id from webhook where merchant_id = '${own.merchantId}') as "webhookId",
      (select name from merchant where id = '${own.merchantId}') as "merchantName"`)
  return { ...found[0], skuId }
}

/** The rows of the merchant, and three times as many rows of another merchant. */
const rows = `generate_series(1, ${4 * listed}) n`
const at = `now() - n * interval '17 minutes'`

/** Every fourth of `rows` belongs to the merchant. */
function fillRest(own: MerchantData, other: MerchantData): string {
  const id = (key: 'merchantId' | 'skuId' | 'orderId' | 'trademarkId' | 'accountId' | 'formId') =>
    `case n % 4 when 0 then '${own[key]}'::uuid else '${other[key]}'::uuid end`
  const merchant = id('merchantId')
  const ofMerchant = `'${own.merchantId}'::uuid`
  return `
  insert into code_order (merchant_id, order_id, sku_id, quantity, generated, prefix, state, note, created_at)
  select ${merchant}, 'Q-' || n, ${id('skuId')}, n, n, decode(lpad(to_hex(n + 100000), 10, '0'), 'hex'), 'done', 'Tea ' || n, ${at}
  from ${rows};
  insert into activation_batch (merchant_id, identifier, quantity, state, addresses, created_at)
  select ${merchant}, 'Q-' || n, 1, 'done', array[gen_random_uuid()], ${at} from ${rows};
  insert into sku (merchant_id, trademark_id, name, sku, details, created_at)
  select ${merchant}, ${id('trademarkId')}, 'Tea ' || n, 'Q-' || n, '{}', ${at} from ${rows};
  update code_order set has_scratch = true;
  update code_order set sku_id = sku.id from sku where sku.sku = code_order.order_id and sku.merchant_id = code_order.merchant_id;
  insert into sku_import (merchant_id, name, quantity, created_at)
  select ${merchant}, 'Tea ' || n, 1, ${at} from ${rows};
  insert into upload (merchant_id, hash, ext, name, mime, size, private, created_at)
  select ${merchant}, '${own.document.hash}', case n % 8 when 0 then '.png' else '.jpg' end, 'Tea ' || n, 'image/png', n, false, ${at}
  from ${rows};
  insert into submission (merchant_id, form_id, form_revision, date, custom_id, draft_hash, created_at, updated_at)
  select ${merchant}, ${id('formId')}, 1, ${at}, 'Tea ' || n, '', ${at}, ${at} from ${rows};
  insert into logistic (merchant_id, identifier, recipient, note, quantity, shipped_at, delivered_at, draft_hash, created_at)
  select ${merchant}, 'P-' || n, 'Tea house ' || n, '', case n when 4 then ${listed} else n end, ${at}, ${at}, '', ${at} from ${rows};
  insert into logistic_item (merchant_id, logistic_id, address, is_open)
  select merchant_id, id, (lpad(to_hex(1), 10, '0') || lpad(to_hex(n), 22, '0'))::uuid, false
  from logistic, generate_series(1, ${listed}) n where identifier in ('P-4', 'P-8', 'P-12', 'P-16');
  insert into pack (merchant_id, kind, identifier, sscc, quantity, cases, packed_at, draft_hash, created_at)
  select ${merchant}, case n when 4 then 'case' else 'pallet' end, 'P-' || n, lpad(n::text, 18, '0'),
    case n when 4 then 1000 else n end, n, ${at}, '', ${at} from ${rows};
  insert into pack_item (merchant_id, pack_id, address)
  select merchant_id, id, (lpad(to_hex(1), 10, '0') || lpad(to_hex(n), 22, '0'))::uuid
  from pack, generate_series(1, 1000) n where identifier = 'P-4';
  insert into logistic_pack (merchant_id, logistic_id, pack_id)
  select l.merchant_id, l.id, p.id from logistic l join pack p on p.merchant_id = l.merchant_id
  where l.identifier in ('P-4', 'P-8');
  insert into logistic_report (merchant_id, logistic_id, content_hash, sha256, file, language, readings, complete, created_at)
  select merchant_id, id, sha256(n::text::bytea), sha256(n::text::bytea), '', 'enUS', n, false, ${at}
  from logistic, generate_series(1, ${listed}) n where identifier in ('P-4', 'P-8');
  insert into verdict_case (merchant_id, sku_id, order_id, address, level, reference, state, note, created_at)
  select ${merchant}, ${id('skuId')}, ${id('orderId')}, (lpad(to_hex(1), 10, '0') || lpad(to_hex(1 + n % ${listed}), 22, '0'))::uuid, 'caution', 'Q-' || n,
    'open', 'Plan ' || n, ${at} from ${rows};
  insert into pattern_case (merchant_id, sku_id, order_id, kind, first_serial, last_serial, facts, evidence, strength, note, created_at)
  select ${merchant}, ${id('skuId')}, ${id('orderId')}, 'harvest', n, n + 99,
    '{"kind": "harvest", "sign": "scanned", "found": 2, "expected": 0.5}',
    '{"looks": 2, "days": 1, "firstAt": null, "lastAt": null, "places": [], "serials": []}', 20, 'Plan ' || n, ${at} from ${rows};
  with happened as (insert into webhook_event (merchant_id, type, subject, at)
    select ${merchant}, 'order.done', gen_random_uuid(), ${at} from ${rows} returning id, merchant_id, at)
  insert into webhook_delivery (merchant_id, webhook_id, event_id, state, created_at)
  select h.merchant_id, w.id, h.id, 'delivered', h.at from happened h join webhook w on w.merchant_id = h.merchant_id;
  insert into epcis_event (merchant_id, event_id, kind, subject, source, source_id, first_address, last_address, codes, type, action,
    biz_step, event_time, record_time, fields, origin)
  select ${merchant}, 'urn:x:' || n, 'activation', gen_random_uuid(), 'order', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 500,
    'ObjectEvent', 'ADD', '', ${at}, ${at}, '{}', 'https://assay.example' from ${rows};
  insert into epcis_captured (merchant_id, hash_id, event_id, reporter, reporter_id, codes, type, action, biz_step, event_time, record_time,
    fields, namespaces)
  select ${merchant}, 'urn:y:' || n, 'urn:y:' || n, 'Depot', ${id('accountId')}, 1, 'ObjectEvent', 'OBSERVE', '', ${at}, ${at},
    '{"eventTime": "2026-11-27T09:00:00Z"}', '{}' from ${rows};
  insert into epcis_captured_thing (merchant_id, event_id, thing, place)
  select merchant_id, id, gen_random_uuid(), 'item' from epcis_captured;
  insert into epcis_capture (merchant_id, reporter_id, behaviour, events, errors, created_at, finished_at)
  select ${merchant}, ${id('accountId')}, 'rollback', 1, '[]', ${at}, ${at} from ${rows};
  insert into verdict_case (merchant_id, sku_id, order_id, address, rule, fired, level, state, reason, created_at)
  select ${merchant}, ${id('skuId')}, ${id('orderId')}, gen_random_uuid(), 'travel',
    '{"rule": "travel", "from": "MY", "to": "DE", "km": 9000, "minutes": 60}', 'caution', 'closed', 'mistake', ${at} from ${rows};
  insert into scan (at, visitor, place_id, os, kind, verdict, merchant_id, sku_id, address)
  select ${at}, n, 0, 1, 'v', 'g', ${merchant}, ${id('skuId')}, (lpad(to_hex(1), 10, '0') || lpad(to_hex(n / 200), 22, '0'))::uuid
  from ${rows};
  insert into notification (merchant_id, account_id, kind, event, subject, name, bell, mail_due, created_at)
  select ${merchant}, ${id('accountId')}, 'alert', 'caseOpened', gen_random_uuid(), 'Tea ' || n, true, false, ${at} from ${rows};
  insert into recall (merchant_id, scope, target, message, created_at)
  select ${merchant}, 'sku', gen_random_uuid(), 'Tea ' || n, ${at} from generate_series(1, ${4 * readWhole}) n;
  insert into billing_entry (merchant_id, kind, codes, created_at) select ${merchant}, 'plan', 1, ${at} from ${rows};
  insert into ledger_entry (merchant_id, kind, delta, created_at) select ${merchant}, 'grant', 1, ${at} from ${rows};
  insert into audit_entry (stream, seq, at, merchant_id, actor_id, action, subject, reference, prev_hash, hash)
  select merchant_id::text, last + row_number() over (partition by merchant_id order by n desc), ${at}, merchant_id, actor_id,
    case n % 3 when 0 then 'order.create' when 1 then 'sku.create' else 'sku.update' end, 'Tea', 'req-' || n, '', ''
  from (select ${merchant} as merchant_id, ${id('accountId')} as actor_id, n from ${rows}) made
  join (select stream, max(seq) as last from audit_entry group by stream) before on before.stream = merchant_id::text;
  insert into sync_change (merchant_id, entity, record_id, seq, ver, deleted)
  select merchant_id, 'submission', id, 100000 + row_number() over (), 1, false from submission on conflict do nothing;
  insert into sync_op (merchant_id, op_id, hash, device_id, n, user_id, entity, record_id, kind, status, created_at)
  select ${merchant}, gen_random_uuid(), '', ${id('accountId')}, n, ${id('accountId')}, 'submission', gen_random_uuid(), 'create',
    'applied', ${at} from ${rows};
  insert into sync_device (merchant_id, device_id, user_id, max_n, pending, discarded)
  values (${ofMerchant}, '${own.accountId}', '${own.accountId}', ${listed}, 0, 0);
  insert into merchant (code, name, country) select 'plan-' || n, 'Tea merchant ' || n, 'MY' from generate_series(1, 500) n;
  insert into support_message (merchant_id, email, message, created_at)
  select ${merchant}, 'tea@example.com', 'Tea ' || n, ${at} from generate_series(1, ${readWhole}) n;
  update trademark set details = (select details from trademark where id = '${own.trademarkId}');
  update merchant_seq set n = 1000000;
  insert into code_total (merchant_id, generated, activated)
  select merchant_id, sum(generated), sum(activated) from code_order group by merchant_id
  on conflict (merchant_id) do update set generated = excluded.generated, activated = excluded.activated;`
}
