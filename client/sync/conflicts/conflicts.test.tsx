import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDateTime, formatLocalDate } from '#client/core/format/date.ts'
import { SyncBadge } from '#client/sync/sync-badge.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { formEntity } from '#shared/form/record.ts'
import { logisticEntity } from '#shared/logistic/record.ts'
import { answerPath, rangePath, submissionEntity } from '#shared/submission/record.ts'
import type { ChangeAuthor } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { Conflicts } from './conflicts.tsx'

const texts = ['sync', 'submission', 'logistic'] as const
const [weight, colour, drying, sensor] = [uuid7(), uuid7(), uuid7(), uuid7()]
const options = [
  { id: 'red', name: 'Red' },
  { id: 'green', name: 'Green' },
]
const question = { prefix: '', suffix: 'kg', share: true, required: false, active: true, sequence: 1 }
const sections = [
  {
    id: drying,
    name: 'Drying',
    sequence: 1,
    sensors: [{ id: sensor, share: true }],
    questions: [
      { ...question, id: weight, name: 'Weight', datatype: 'number' },
      { ...question, id: colour, name: 'Colour', datatype: 'choices', suffix: '', options },
    ],
  },
]
const noon = '2026-11-21T12:00:00.000Z'

test('shows the field name and both values of a conflict as the screen of the record formats them [OF03]', async () => {
  const { engine, show } = await setUpDevice({ texts, answer: () => 'away' })
  const save = async (entity: string, set: Record<string, unknown>) =>
    (await engine.enqueue({ entity, kind: 'create', set, payloadV: 1 })).recordId
  const formId = await save(formEntity, { name: 'Tea', custom_id_label: 'Batch', sections })
  const submission = await save(submissionEntity, { formId, date: noon, custom_id: 'B-7' })
  const shipment = await save(logisticEntity, { recipient: 'Harbour' })
  const clash = (entity: string, recordId: string, path: string, kept: unknown, offered: unknown, by?: ChangeAuthor) =>
    engine.db.conflicts.put({ entity, recordId, path, kept, offered, opId: uuid7(), payloadV: 1, ...(by && { by }) })
  await clash(submissionEntity, submission, 'custom_id', 'B-8', 'B-9')
  const by = { user: uuid7(), name: 'Anna', at: noon }
  await clash(submissionEntity, submission, answerPath(weight), '12', null, by)
  await clash(submissionEntity, submission, answerPath(colour), 'green red', 'red')
  const range = { start_time: noon, end_time: null }
  await clash(submissionEntity, submission, rangePath(drying, sensor), range, range)
  await clash(logisticEntity, shipment, 'shipped_at', noon, noon)
  await clash(logisticEntity, shipment, 'logging_ended_at', noon, noon)
  await clash(logisticEntity, shipment, 'later_field', 'left', 'right')
  show(() => <Conflicts engine={engine} />)

  const shown = async (name: string) => (await screen.findByText(name, { exact: true })).closest('li')!.textContent
  expect(await shown('Batch')).toContain('Stored: B-8')
  expect(await shown('Weight')).toMatch(/Stored: 12 kgYours: empty/)
  expect(await shown('Weight')).toContain(`Anna changed this at ${formatDateTime(noon)}`)
  expect(await shown('Batch')).toContain('Someone else changed this')
  expect(await shown('Colour')).toMatch(/Stored: Red, GreenYours: Red/)
  const words = formatLocalDate(noon)
  expect(await shown(`Drying · Sensor ${sensor}`)).toContain(`Stored: ${words} – …`)
  expect(await shown('Shipped at')).toContain(`Yours: ${words}`)
  expect(await shown('The temperature log has ended')).toContain(`Stored: ${words}`)
  screen.getByText('Stored: left')
})

test('tells the author of a value that was not kept, and opens the list [OF03]', async () => {
  const { engine, show, user } = await setUpDevice({ texts, answer: () => 'away' })
  show(SyncBadge)
  await screen.findByTestId('sync-badge')
  const conflict = { opId: uuid7(), path: '', entity: submissionEntity, recordId: uuid7(), payloadV: 1 }
  await engine.db.conflicts.put({ ...conflict, kept: undefined, offered: undefined, removal: true })
  await screen.findByText('1 value of yours was not stored: someone else had changed it')
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await screen.findByText('You deleted this record without having seen that change, so it was not deleted.')
  screen.getByRole('button', { name: 'Delete it anyway' })
})
