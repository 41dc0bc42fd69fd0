import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { uuidBytes } from '#server/core/db/uuid.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { printedAddress } from '#server/order/code.ts'

const idIn = (table: string, where = 'merchant_id = $1') => `(select id from ${table} where ${where} limit 1)`

/**
 * One record of each kind of the demo merchant, with the names of the access manifest. For a kind without a record, an id that
 * does not exist.
 */
export async function demoRecordIds(client: pg.Client): Promise<MerchantData> {
  const { rows: owners } = await client.query('select id from merchant where is_demo limit 1')
  const merchantId: string = owners[0].id
  const { rows } = await client.query(
    `select ${idIn('account')} as "accountId", ${idIn('business')} as "businessId", ${idIn('trademark')} as "trademarkId",
       ${idIn('sku')} as "skuId", ${idIn('sku_import')} as "importId", ${idIn('upload')} as "uploadId",
       (select c.id from sku_certificate c join sku s on s.id = c.sku_id where s.merchant_id = $1 limit 1) as "certificateId",
       (select id from plan limit 1) as "planId",
       ${idIn('code_order', "merchant_id = $1 and state = 'done'")} as "orderId",
       ${idIn('activation_batch')} as "batchId", ${idIn('form')} as "formId",
       (select p.id from form_part p join form f on f.id = p.form_id where f.merchant_id = $1 limit 1) as "sectionId",
       ${idIn('submission')} as "submissionId", ${idIn('logistic')} as "logisticId",
       ${idIn('verdict_case')} as "caseId", ${idIn('recall')} as "recallId",
       ${idIn('sensor')} as "sensorId", ${idIn('pack')} as "packId", ${idIn('logistic_report')} as "reportId"`,
    [merchantId],
  )
  const { rows: files } = await client.query('select hash, ext from stored_file where not private limit 1')
  const { rows: codes } = await client.query('select address from activation where merchant_id = $1 limit 3', [
    merchantId,
  ])
  const known = Object.fromEntries(Object.entries(rows[0]).map(([name, id]) => [name, id ?? randomUUID()]))
  return {
    ...known,
    merchantId,
    queuedId: randomUUID(),
    document: files[0],
    codes: codes.map(({ address }) => printedAddress(uuidBytes(address))),
  } as MerchantData
}
