import { hash } from 'node:crypto'
import { activate, activateWaitingBatch, certificateOf } from '#server/activation/activation.fixture.ts'
import { createForm, enableFeatures } from '#server/form/form.fixture.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { addReport } from '#server/logistic/report/service.ts'
import { uploaded } from '#server/media/upload.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase } from '#server/pack/pack.fixture.ts'
import { sensorOf } from '#server/sensor/sensor.fixture.ts'
import { startSubmission, submissions, teaAnswers } from '#server/submission/submission.fixture.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { omit } from '#shared/core/omit.ts'
import { keyContract } from '#shared/key/contract.ts'
import { skuBulkContract } from '#shared/sku/bulk-contract.ts'
import type { Person, TestApp } from './harness.ts'

/** The ids of a merchant with one resource of each kind. */
export type MerchantData = {
  merchantId: string
  accountId: string
  invitationId: string
  businessId: string
  trademarkId: string
  skuId: string
  importId: string
  certificateId: string
  uploadId: string
  document: StoredFile
  planId: string
  invoiceId: string
  orderId: string
  queuedId: string
  batchId: string
  formId: string
  sectionId: string
  submissionId: string
  logisticId: string
  packId: string
  reportId: string
  sensorId: string
  alarmId: string
  caseId: string
  patternId: string
  recallId: string
  viewId: string
  apiKeyId: string
  brandHostId: string
  webhookId: string
  webhookDeliveryId: string
  epcisEventId: string
  /** An event that a partner has reported, and the call that did. */
  reportedEventId: string
  captureId: string
  digestToken: string
  /** The printed codes; the first one is active. */
  codes: string[]
}

/** Creates one of each resource of a merchant. Needs a stopped worker: one order stays queued. */
export async function createMerchantData(world: TestApp, person: Person): Promise<MerchantData> {
  const { merchantId } = person
  const skuId = await productOf(world, person, { sku_details: { Secret: `of ${merchantId}` } })
  const words = { name: 'Listed tea', sku: `L-${merchantId}`, trademark: 'Highland', details: {} }
  const listed = await world.api(skuBulkContract, person).add({ query: {}, body: [words] })
  const certificateId = await certificateOf(world, person, skuId, 'Halal')
  const { id: uploadId } = await uploaded(world, person, 'media')
  const document = omit(await uploaded(world, person), 'id', 'merchant', 'createdAt')
  const orderId = await orderOf(world, person, skuId, 3)
  await generate(world, orderId)
  const codes = await printedCodes(world, orderId)
  await enableFeatures(world, person, 'temperature', 'submission')
  const { id: sensorId } = await sensorOf(world, person, [4, 5])
  const { rows: alarms } = await world.database.query(
    `insert into temperature_alarm (merchant_id, sensor_id, unit, "limit", from_at, to_at, peak)
     values ($1, $2, '°C', 8, now() - interval '1 hour', now(), 9) returning id`,
    [merchantId, sensorId],
  )
  const form = await createForm(world, person)
  const { id: submissionId } = await startSubmission(world, person, form)
  await submissions(world, person).addAnswers({ params: { id: submissionId }, body: teaAnswers(form, 'N-1') })
  const { id: logisticId } = await ship(world, person, codes.slice(2), { manufacturer_id: 'TAG-1' })
  const { id: packId } = await packCase(world, person, codes.slice(1, 2))
  const reportId = await reportOf(world, merchantId!, logisticId)
  const { id: batchId } = await activate(world, person, codes.slice(0, 1), { submissionId })
  await activateWaitingBatch(world, batchId)
  const { rows } = await world.database.query(
    `with bought as (insert into plan (title, codes, description, validity, validity_unit)
       values ('Starter', 10, 'To begin with', 1, 'year') returning id),
     entry as (insert into billing_entry (merchant_id, plan_id, kind, codes) select $1, id, 'plan', 10 from bought returning id),
     papers as (update business set details = $2 where merchant_id = $1 returning id),
     mark as (update trademark set details = $3 where merchant_id = $1 returning id)
     select bought.id as plan, entry.id as invoice, papers.id as business, mark.id as trademark
     from bought, entry, papers, mark`,
    [
      merchantId,
      { documents: document, country: 'my' },
      { class: '30', postcode: '39100', file: document, active: true },
    ],
  )
  const { plan: planId, invoice: invoiceId, business: businessId, trademark: trademarkId } = rows[0]
  const queuedId = await orderOf(world, person, skuId, 2)
  const { rows: warned } = await world.database.query(
    `with recalled as (insert into recall (merchant_id, scope, target, message) values ($1, 'order', $2, $3) returning id),
     reported as (insert into verdict_case (merchant_id, sku_id, order_id, address, level, reference, note)
       select merchant_id, $4, order_id, address, 'caution', 'R-' || upper(left($1::text, 8)), $3 from code where order_id = $2 limit 1
       returning id),
     pattern as (insert into pattern_case (merchant_id, sku_id, order_id, kind, first_serial, last_serial, facts, evidence, strength, note)
       values ($1, $4, $2, 'harvest', 1, 2, '{"kind": "harvest", "sign": "scanned", "found": 2, "expected": 0.5}',
         '{"looks": 2, "days": 1, "firstAt": null, "lastAt": null, "places": [], "serials": []}', 20, $3) returning id)
     select recalled.id as recall, reported.id as "case", pattern.id as pattern from recalled, reported, pattern`,
    [merchantId, orderId, `of ${merchantId}`, skuId],
  )
  const { rows: kept } = await world.database.query(
    `with digest as (insert into weekly_summary (merchant_id, account_id, is_on, time_zone, due_at)
       values ($1, $2, true, 'Asia/Jakarta', now() + interval '1 week') returning token),
     saved as (insert into insights_view (merchant_id, account_id, name, view) values ($1, $2, 'Saved', $3) returning id)
     select saved.id as view, digest.token from saved, digest`,
    [
      ...[merchantId, person.id],
      {
        range: '1w',
        from: '',
        to: '',
        sku: '',
        location: '',
        trademark: '',
        compare: 'sku',
        first: '',
        second: '',
      },
    ],
  )
  const { id: apiKeyId } = await world.api(keyContract, person).create({ body: { name: 'ERP', scopes: ['sku:read'] } })
  const { rows: brandHosts } = await world.database.query(
    `insert into brand_host (merchant_id, host, token, awaited_until)
     values ($1::uuid, 'v-' || ($1::uuid)::text || '.brand.example', 'assay-1', now() + interval '1 day') returning id`,
    [merchantId],
  )
  const { rows: hooks } = await world.database.query(
    `with hook as (insert into webhook (merchant_id, url, name, event_types, is_on, secrets)
       values ($1::uuid, 'https://9.9.9.9/' || ($1::uuid)::text, $2, '{order.done}', true, '[{"nonce": "1", "until": null}]') returning id),
     happened as (insert into webhook_event (merchant_id, type, subject, at) values ($1, 'order.done', $3, now()) returning id)
     insert into webhook_delivery (merchant_id, webhook_id, event_id)
     select $1, hook.id, happened.id from hook, happened returning id, webhook_id as hook`,
    [merchantId, `of ${merchantId}`, orderId],
  )
  const { rows: invited } = await world.database.query(
    `insert into invitation (merchant_id, email, role, language, invited_by, expires_at)
     values ($1, $2, 'field', 'enUS', $3, now() + interval '1 day') returning id`,
    [merchantId, `invited@${merchantId}.example`, person.id],
  )
  const { rows: events } = await world.database.query(
    `insert into epcis_event (merchant_id, event_id, kind, subject, source, source_id, first_address, last_address, codes, type, action,
       biz_step, event_time, record_time, fields, origin)
     select $1::uuid, 'urn:uuid:' || ($1::uuid)::text, 'activation', $2, 'order', $2, min(address::text)::uuid, max(address::text)::uuid,
       count(*), 'ObjectEvent', 'ADD', '', now(), now(), jsonb_build_object('assay:batch', $3::text), 'https://assay.example'
     from code where order_id = $2 returning event_id as id`,
    [merchantId, orderId, `of ${merchantId}`],
  )
  const { rows: reported } = await world.database.query(
    `with event as (
       insert into epcis_captured (merchant_id, hash_id, event_id, reporter, reporter_id, codes, type, action, biz_step, event_time,
         record_time, fields, namespaces)
       values ($1::uuid, 'urn:x:' || ($1::uuid)::text, 'urn:x:' || ($1::uuid)::text, 'Depot of ' || ($1::uuid)::text, $2, 1, 'ObjectEvent',
         'OBSERVE', '', now(), now(), jsonb_build_object('type', 'ObjectEvent', 'eventTime', '2026-11-27T09:00:00Z'), '{}')
       returning event_id)
     insert into epcis_capture (merchant_id, reporter_id, behaviour, events, errors, finished_at)
     select $1, $2, 'rollback', 1, '[]', now() from event
     returning id, (select event_id from event) as event`,
    [merchantId, person.id],
  )
  return {
    merchantId: merchantId!,
    invitationId: invited[0].id,
    accountId: person.id,
    businessId,
    trademarkId,
    skuId,
    importId: listed.import,
    certificateId,
    uploadId,
    document,
    planId,
    invoiceId,
    orderId,
    queuedId,
    batchId,
    formId: form.id,
    sectionId: form.sections[0]!.id,
    submissionId,
    logisticId,
    packId,
    reportId,
    sensorId,
    alarmId: alarms[0].id,
    caseId: warned[0].case,
    patternId: warned[0].pattern,
    recallId: warned[0].recall,
    viewId: kept[0].view,
    apiKeyId,
    brandHostId: brandHosts[0].id,
    webhookId: hooks[0].hook,
    webhookDeliveryId: hooks[0].id,
    epcisEventId: events[0].id,
    reportedEventId: reported[0].event,
    captureId: reported[0].id,
    digestToken: kept[0].token,
    codes,
  }
}

/** A report whose file is no PDF: to draw one takes longer than all other resources together. */
async function reportOf({ services }: TestApp, merchantId: string, logisticId: string): Promise<string> {
  const file = Buffer.from(`Report of ${merchantId}`)
  const sha256 = hash('sha256', file, 'buffer')
  const report = { language: 'enUS', readings: 0, complete: false, createdAt: new Date() } as const
  const { row } = await services.db.tenant(merchantId, (tx) =>
    addReport(tx, { merchantId, logisticId, contentHash: sha256, sha256, file, ...report }),
  )
  return row.id
}

/** All rows of a merchant in all tables, with the transaction that wrote them, as a text that any write changes. */
export async function allRowsOf(world: TestApp, merchantId: string): Promise<Record<string, string>> {
  const { rows: tables } = await world.database.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'merchant_id' order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await world.database.query(
      `select coalesce(md5(string_agg(t.xmin || t::text, '' order by t::text)), 'none') as digest from "${name}" t where merchant_id = $1`,
      [merchantId],
    )
    digests[name] = rows[0].digest
  }
  return digests
}
