import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { createForms, findForm } from '#server/form/service.ts'
import { form } from '#server/form/table.ts'
import { createLogistics } from '#server/logistic/create.ts'
import { updateLogistics } from '#server/logistic/update.ts'
import { createCodeReader } from '#server/order/service.ts'
import { createPacks } from '#server/pack/create.ts'
import { writeNumbering } from '#server/pack/numbering.ts'
import { saveAnswers } from '#server/submission/answers/save-answers.ts'
import { createSubmissions } from '#server/submission/create.ts'
import type { Feature } from '#shared/core/api/features.ts'
import { type Form, FormInput } from '#shared/form/contract.ts'
import { LogisticInput } from '#shared/logistic/contract.ts'
import { PackInput } from '#shared/pack/contract.ts'
import type { AnswersInput } from '#shared/submission/answers.ts'
import { coldChain, harvest } from './forms.ts'
import { seedSensors } from './sensors.ts'

const switchedOn: Feature[] = ['temperature', 'submission']
const day = 24 * 3_600_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

/** Seeds sensors, forms, submissions in several states, shipments and packages of the demo merchant; nothing if forms exist. */
export async function seedFieldRecords(tx: Tx, merchantId: string, codeKey: Uint8Array): Promise<void> {
  if ((await tx.$count(form, eq(form.merchantId, merchantId))) > 0) return
  await tx
    .update(merchant)
    .set({
      features: sql`(select array_agg(distinct name) from unnest(${merchant.features} || ${`{${switchedOn.join()}}`}::text[]) name)`,
    })
    .where(eq(merchant.id, merchantId))
  await seedSensors(tx, merchantId)
  const made = await createForms(tx, merchantId, [FormInput.parse(coldChain), FormInput.parse(harvest)])
  const [cold, tea] = await Promise.all(made.map(({ id }) => findForm(tx, merchantId, id)))
  await seedSubmissions(tx, merchantId, tea!, cold!)
  const codes = await activeCodes(tx, merchantId)
  await seedShipments(tx, merchantId, codes.slice(0, 24), codeKey)
  await seedPackages(tx, merchantId, codes.slice(24), codeKey)
}

async function seedSubmissions(tx: Tx, merchantId: string, tea: Form, cold: Form): Promise<void> {
  const created = await createSubmissions(tx, merchantId, [
    { formId: cold.id, date: ago(2), custom_id: 'SHIP-0031' },
    { formId: tea.id, date: ago(6), custom_id: 'LOT-2026-041' },
    { formId: tea.id, date: ago(4), custom_id: 'LOT-2026-042' },
    { formId: tea.id, date: ago(1), custom_id: 'LOT-2026-043' },
  ])
  const [ship, complete, half] = created.map(({ id }) => id) as [string, string, string, string]
  await saveAnswers(tx, merchantId, [
    {
      id: ship,
      ...answersOf(cold, { 'Container number': 'MSKU-904411', 'Seal intact': 'Yes' }, { Loading: [2, 1.9] }),
    },
    {
      id: complete,
      ...answersOf(
        tea,
        {
          'Picked by': 'Ada Tan',
          'Leaf weight': '182.5',
          'Picked on': ago(6),
          'Drying method': 'Hot air',
          'Final moisture': '3.2',
          'Carton number': 'CTN-10041',
          'Packed on': ago(5),
        },
        { Drying: [5.9, 5.6], Packing: [5.2, 5.1] },
      ),
    },
    {
      id: half,
      ...answersOf(
        tea,
        { 'Picked by': 'Ravi Kumar', 'Leaf weight': '140', 'Picked on': ago(4), 'Drying method': 'Sun' },
        { Drying: [3.9, null] },
      ),
    },
  ])
}

/** Answers by the text of the questions; time ranges by section, as days ago. */
function answersOf(
  { sections }: Form,
  answers: Record<string, string>,
  recordings: Record<string, [number, number | null]>,
): AnswersInput {
  return {
    answers: sections.flatMap(({ questions }) =>
      questions.flatMap(({ id, name }) =>
        answers[name] === undefined ? [] : [{ questionId: id, value: answers[name] }],
      ),
    ),
    sensorAnswers: sections.flatMap(({ id: sectionId, name, sensors }) => {
      const [from, to] = recordings[name] ?? []
      if (from === undefined) return []
      const range = { start_time: ago(from), end_time: to == null ? null : ago(to) }
      return sensors.map(({ id }) => ({ sectionId, sensorId: id, ...range }))
    }),
  }
}

async function activeCodes(tx: Tx, merchantId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ address: string }>(sql`
    select a.address from activation a join code c on c.address = a.address
    where a.merchant_id = ${merchantId} order by c.order_id, c.serial_no limit 30`)
  return rows.map(({ address }) => address)
}

/** GS1's prefix for examples. */
const companyPrefix = '9506000'

/** A case, and a pallet with another one. */
async function seedPackages(tx: Tx, merchantId: string, codes: readonly string[], codeKey: Uint8Array): Promise<void> {
  await writeNumbering(tx, merchantId, { company_prefix: companyPrefix })
  const read = createCodeReader(codeKey)
  const make = (...inputs: object[]) =>
    createPacks(
      tx,
      { merchantId, confirmed: true },
      inputs.map((input) => PackInput.parse(input)),
      read,
    )
  const cases = [codes.slice(0, 3), codes.slice(3)].map((contents, n) => ({
    kind: 'case',
    contents,
    packed_at: ago(4 - n),
  }))
  const [onPallet] = await make(...cases)
  await make({ kind: 'pallet', contents: [onPallet!.id], packed_at: ago(2) })
}

async function seedShipments(tx: Tx, merchantId: string, codes: readonly string[], codeKey: Uint8Array): Promise<void> {
  const shipments = [
    { identifier: 'POST-7001', recipient: 'Tea House Penang', manufacturer_id: 'TAG-04A1', note: 'Keep below 25 °C' },
    { identifier: 'POST-7002', recipient: 'Kedai Teh Ipoh', manufacturer_id: 'TAG-04A2', note: 'Call before delivery' },
    { identifier: 'POST-7003', recipient: 'Sunrise Market', manufacturer_id: null, note: '' },
  ]
  const inputs = shipments.map((shipment, i) =>
    LogisticInput.parse({ ...shipment, addresses: codes.slice(i * 10, i * 10 + 10 - i * 3) }),
  )
  const made = await createLogistics(tx, { merchantId }, inputs, createCodeReader(codeKey))
  const [delivered, underWay] = made.map(({ id }) => id) as [string, string, string]
  const now = { at: new Date() }
  await updateLogistics(tx, merchantId, [
    { id: delivered, fields: { shipped_at: ago(5) }, delivered: now, loggingEnded: now },
    { id: underWay, fields: { shipped_at: ago(1) } },
  ])
}
