import { screen } from '@testing-library/react'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { formEntity } from '#shared/form/record.ts'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

const texts = ['submission'] as const
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const field = (label: string | RegExp) => screen.findByLabelText(label)

const question = { datatype: 'string', prefix: '', suffix: '', share: true, required: true, active: true }
export const [grower, weight, serial, sensor] = [uuid7(), uuid7(), uuid7(), uuid7()]
export const sections = [
  {
    id: uuid7(),
    name: 'Plucking',
    sequence: 1,
    sensors: [],
    questions: [
      { ...question, id: grower, name: 'Grower', sequence: 1 },
      { ...question, id: weight, name: 'Weight', datatype: 'number', suffix: 'kg', required: false, sequence: 2 },
      { ...question, id: serial, name: 'Serial', datatype: 'unique', required: false, sequence: 3 },
    ],
  },
  { id: uuid7(), name: 'Drying', sequence: 2, questions: [], sensors: [{ id: sensor, share: true }] },
]

/** A device without a connection that has a form; `begin` adds a submission of it, `stored` reads one. */
export async function fieldDevice(options: Partial<Parameters<typeof setUpDevice>[0]> = {}) {
  const device = await setUpDevice({ texts, answer: () => 'away', ...options })
  const form = { name: 'Tea', custom_id_label: 'Batch', sections }
  const { recordId: formId } = await device.engine.enqueue({
    entity: formEntity,
    kind: 'create',
    set: form,
    payloadV: 1,
  })
  const begin = async (custom_id: string, fields: object = {}) => {
    const set = { formId, date: '2026-11-21T08:00:00.000Z', custom_id, ...fields }
    return (await device.engine.enqueue({ entity: submissionEntity, kind: 'create', set, payloadV: 1 })).recordId
  }
  const stored = async (id: string) =>
    (await device.engine.db.records.get([submissionEntity, id]))!.data as unknown as SubmissionView
  return { ...device, formId, begin, stored }
}
