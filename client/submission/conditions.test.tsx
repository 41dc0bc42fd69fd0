import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { formEntity } from '#shared/form/record.ts'
import { answerPath, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { Component } from './page.tsx'

const common = { prefix: '', suffix: '', share: true, required: true, active: true }
const [broken, why] = [uuid7(), uuid7()]
const options = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]
const questions = [
  { ...common, id: broken, name: 'Broken', datatype: 'choice', options, sequence: 1 },
  { ...common, id: why, name: 'Why', datatype: 'number', showIf: { question: broken, options: ['yes'] }, sequence: 2 },
]

/** A device with a submission whose second question depends on the answer to the first one. */
async function beginGoods(answers: object = {}) {
  const device = await setUpDevice({ texts: ['submission'], answer: () => 'away' })
  const save = async (entity: string, set: object) =>
    (await device.engine.enqueue({ entity, kind: 'create', set: set as Record<string, unknown>, payloadV: 1 })).recordId
  const sections = [{ id: uuid7(), name: 'Only', sequence: 1, sensors: [], questions }]
  const formId = await save(formEntity, { name: 'Goods', custom_id_label: '', sections })
  const set = { formId, date: '2026-11-21T08:00:00.000Z', custom_id: 'B-1', answers }
  return { ...device, id: await save(submissionEntity, set) }
}

test('asks a question only after the answer it depends on, and sends no text of a hidden one [SU02]', async () => {
  const { engine, user, show, id } = await beginGoods()
  show(Component, `/submission?entry=${id}`)
  await screen.findByRole('radiogroup', { name: /^Broken/ })
  expect(screen.queryByLabelText(/^Why/)).toBeNull()
  await user.click(screen.getByText('Yes'))
  // It is no number, but the question is hidden when the answers are saved.
  await user.type(await screen.findByLabelText(/^Why/), 'Fell')
  await user.click(screen.getByText('No'))
  await waitFor(() => expect(screen.queryByLabelText(/^Why/)).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Save & Preview' }))
  const preview = await screen.findByRole('dialog', { name: 'Preview' })
  expect(preview.textContent).toContain('Broken')
  expect(preview.textContent).not.toContain('Why')
  const record = await engine.db.records.get([submissionEntity, id])
  expect((record!.data as unknown as SubmissionView).answers).toEqual({ [broken]: 'no' })
})

test('shows the conflict of a hidden question with its name, without an input, until it is resolved [SU02]', async () => {
  const { engine, user, show, id } = await beginGoods({ [broken]: 'no', [why]: '1' })
  const clash = { kept: '1', offered: '2', path: answerPath(why), payloadV: 1 }
  await engine.db.conflicts.put({ ...clash, opId: uuid7(), entity: submissionEntity, recordId: id })
  show(Component, `/submission?entry=${id}`)
  await screen.findByText('Why')
  expect(screen.queryByLabelText(/^Why/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Keep theirs: 1' }))
  await waitFor(() => expect(screen.queryByText('Why')).toBeNull())
  expect(await engine.db.conflicts.count()).toBe(0)
})

test('lists a required question as missing only until an unsaved answer hides it [SU02]', async () => {
  const { user, show, id } = await beginGoods({ [broken]: 'yes' })
  show(Component, `/submission?entry=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Save & Preview' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Why')
  await user.click(screen.getByText('No'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
