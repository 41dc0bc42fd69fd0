import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { formEntity } from '#shared/form/record.ts'
import { answerPath, submissionEntity } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { button, field, fieldDevice, grower, sections, sensor, serial, weight } from './field-device.fixture.ts'
import { Component } from './page.tsx'

test('creates a submission and edits its head without a connection, and then keeps its form [SU02]', async () => {
  const { engine, user, show, formId } = await fieldDevice()
  show(Component, '/submission')
  await user.click(await button('Create the first submission'))
  await user.click(await button('Save'))
  await screen.findByText('Please fill in the identifier')
  // The only form is chosen already.
  expect(await field(/^Form template/)).toHaveProperty('value', formId)
  await user.type(await field(/^Batch/), 'B-7')
  await user.click(await button('Save'))
  // Its first section opens.
  await screen.findByRole('heading', { name: 'Plucking' })
  await user.click(await button('Cancel'))
  const table = within(await screen.findByRole('table', { name: 'List of Submissions' }))
  await table.findByText('B-7')
  table.getByText('Batch')
  table.getByText('Waiting')
  const row = (await engine.db.records.toArray()).find(({ entity }) => entity === submissionEntity)
  expect(row!.data).toMatchObject({ formId, custom_id: 'B-7' })
  const [form] = await engine.db.outbox.where('[entity+recordId]').equals([formEntity, formId]).toArray()
  const [begun] = await engine.db.outbox.where('[entity+recordId]').equals([submissionEntity, row!.id]).toArray()
  expect(begun!.deps).toEqual([form!.opId])

  await user.click(await button('Actions: B-7'))
  // The menu takes no choice before it has the focus.
  await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
  await user.click(screen.getByRole('menuitem', { name: 'Edit Submission' }))
  expect(await field(/^Form template/)).toHaveProperty('disabled', true)
  await user.type(await field(/^Batch/), '8')
  await user.click(await button('Save'))
  await table.findByText('B-78')
})

test('creates one submission when Save is pressed twice [SU02]', async () => {
  const { engine, user, show } = await fieldDevice()
  show(Component, '/submission')
  await user.click(await button('Create the first submission'))
  await user.selectOptions(await field(/^Form template/), 'Tea')
  await user.type(await field(/^Batch/), 'B-7')
  const save = await button('Save')
  act(() => {
    save.click()
    save.click()
  })
  await screen.findByRole('heading', { name: 'Plucking' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { length } = (await engine.db.outbox.toArray()).filter(({ entity }) => entity === submissionEntity)
  expect(length).toBe(1)
})

test('asks before it closes a new submission with typed input when Cancel is pressed [SU02]', async () => {
  const { user, show } = await fieldDevice()
  show(Component, '/submission')
  await user.click(await button('Create the first submission'))
  await user.type(await field(/^Batch/), 'B-7')
  await user.click(await button('Cancel'))
  await user.click(await button('Keep editing'))
  expect(await field(/^Batch/)).toHaveProperty('value', 'B-7')
  await user.click(await button('Cancel'))
  await user.click(await button('Discard'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows the same page and size of the list when the entry of answers is closed [SU01]', async () => {
  const { user, show, begin } = await fieldDevice()
  const id = await begin('B-7')
  const router = show(Component, `/submission?limit=25&page=2&entry=${id}`)
  await user.click(await button('Cancel'))
  await waitFor(() => expect(router.state.location.search).toBe('?limit=25&page=2'))
})

test('enters data by section, reports missing answers, and opens the preview after the last section [SU02]', async () => {
  const { user, show, begin, stored } = await fieldDevice()
  const id = await begin('B-7')
  show(Component, `/submission?entry=${id}`)
  await user.type(await field('Weight'), '12,5')
  await user.click(await button('Save'))
  expect((await screen.findByRole('alert')).textContent).toContain('You have missing fields')
  await waitFor(async () => expect((await stored(id)).answers).toEqual({ [weight]: '12.5' }))

  await user.click(await button('Grower'))
  const input = await field(/^Grower/)
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.type(input, 'Ada')
  await user.click(await button('Next'))
  const [start, end] = [await field(/^Start Time/), await field(/^End Time/)]
  await user.type(start, '2026-11-21T10:00')
  await user.type(end, '2026-11-21T09:00')
  await user.click(await button('Save & Preview'))
  await screen.findByText('Start Time must be before End Time')
  expect((await stored(id)).ranges).toBeUndefined()
  await user.clear(end)
  await user.type(end, '2026-11-21T11:00')
  await user.click(await button('Save & Preview'))

  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }))
  await dialog.findByText('Ada')
  dialog.getByText('12.5 kg')
  // When the feature is off, activation with the submission is not offered.
  expect(dialog.queryByText('Activate')).toBeNull()
  session.setState({ user: { features: ['submission'] } as never })
  expect((await dialog.findByRole('link', { name: 'Activate' })).getAttribute('href')).toBe(
    `/activatecode?submissionId=${id}`,
  )
  const { answers, ranges } = await stored(id)
  expect(answers).toEqual({ [grower]: 'Ada', [weight]: '12.5' })
  expect(ranges).toEqual({
    [`${sections[1]!.id}:${sensor}`]: {
      start_time: new Date('2026-11-21T10:00').toISOString(),
      end_time: new Date('2026-11-21T11:00').toISOString(),
    },
  })
})

test('does not activate an incomplete submission, and links to its answers from the preview [SU03]', async () => {
  const { user, show, begin } = await fieldDevice()
  const id = await begin('B-7')
  const router = show(Component, `/submission?preview=${id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }))
  expect(await dialog.findByRole('button', { name: 'Activate' })).toHaveProperty('disabled', true)
  expect(dialog.queryByRole('link')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Edit' }))
  await screen.findByRole('heading', { name: 'Plucking' })
  expect(router.state.location.search).toBe(`?entry=${id}`)
})

test('restores unsaved input after a reload, and rejects saving in demo mode [SU02]', async () => {
  const { user, show, begin } = await fieldDevice()
  const id = await begin('B-7')
  show(Component, `/submission?entry=${id}`)
  await user.type(await field(/^Grower/), 'Ada')
  show(Component, `/submission?entry=${id}`)
  expect(await field(/^Grower/)).toHaveProperty('value', 'Ada')
  act(() => session.setState({ demo: true }))
  await screen.findByText('Nothing is saved in demo mode')
  expect(await button('Save')).toHaveProperty('disabled', true)
})

test('shows both answers when two users answered differently, and lets the user choose [SU02]', async () => {
  const { engine, user, show, begin, stored } = await fieldDevice()
  const id = await begin('B-7', { answers: { [grower]: 'Grace' } })
  const clash = { kept: 'Grace', offered: 'Ada', path: answerPath(grower), payloadV: 1 }
  await engine.db.conflicts.put({ ...clash, opId: uuid7(), entity: submissionEntity, recordId: id })
  show(Component, '/submission')
  await screen.findByText('Someone else changed this. Choose a value.')
  await user.click(await button('Fix: B-7'))
  await screen.findByRole('button', { name: 'Keep theirs: Grace' })
  await user.click(await button('Keep mine: Ada'))
  await waitFor(async () => expect((await stored(id)).answers).toEqual({ [grower]: 'Ada' }))
  await screen.findByDisplayValue('Ada')
  expect(await engine.db.conflicts.count()).toBe(0)
})

test('reports an answer that another submission has beside its question, and cannot choose it [SU02]', async () => {
  const { engine, user, show, begin } = await fieldDevice()
  const id = await begin('B-7')
  const refused = { code: 'submission.taken', message: '', details: { question: 'Serial', value: 'T-1' } }
  const clash = { kept: undefined, offered: 'T-1', path: answerPath(serial), payloadV: 1, refused }
  await engine.db.conflicts.put({ ...clash, opId: uuid7(), entity: submissionEntity, recordId: id })
  show(Component, `/submission?entry=${id}`)
  await screen.findByText('Serial: "T-1" was given in another submission. It has to be unique.')
  expect(screen.queryByRole('button', { name: /^Keep mine/ })).toBeNull()
  await user.click(await button('Keep no value'))
  await waitFor(() => expect(screen.queryByText(/was given in another submission/)).toBeNull())
})

test('hides sections of a form with more than five until the user expands the row [SU01]', async () => {
  const { engine, user, show, begin } = await fieldDevice()
  const many = [1, 2, 3, 4, 5, 6, 7].map((sequence) => ({
    id: uuid7(),
    name: `Step ${sequence}`,
    sequence,
    sensors: [],
    questions: [],
  }))
  const set = { name: 'Long', custom_id_label: '', sections: many }
  const { recordId: formId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  await begin('B-9', { formId })
  show(Component, '/submission')
  const points = within(await screen.findByRole('list', { name: 'Points of B-9' }))
  expect(points.getAllByText(/^Step/).map(({ textContent }) => textContent)).toEqual([
    'Step 1',
    'Step 2',
    'Step 6',
    'Step 7',
  ])
  points.getByLabelText('3 more sections')
  await user.click(await button('Show all sections of B-9'))
  expect(points.getAllByText(/^Step/)).toHaveLength(7)
})

test('keeps input that is typed during a save, and saves it next [SU02]', async () => {
  const { engine, offline, show, begin, stored } = await fieldDevice()
  const id = await begin('B-7')
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow: typeof engine = { ...engine, enqueue: (input) => promise.then(() => engine.enqueue(input)) }
  offline.setState({ engine: slow })
  show(Component, `/submission?entry=${id}`)
  fireEvent.change(await field(/^Grower/), { target: { value: 'Ada' } })
  const save = await button('Save')
  act(() => save.click())
  fireEvent.change(await field('Weight'), { target: { value: '12' } })
  fireEvent.change(await field(/^Grower/), { target: { value: 'Ada L.' } })
  await act(async () => resolve())
  await waitFor(async () => expect((await stored(id)).answers).toEqual({ [grower]: 'Ada' }))
  expect([await field('Weight'), await field(/^Grower/)].map((one) => (one as HTMLInputElement).value)).toEqual([
    '12',
    'Ada L.',
  ])
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  act(() => save.click())
  await waitFor(async () => expect((await stored(id)).answers).toEqual({ [grower]: 'Ada L.', [weight]: '12' }))
})

test.each([
  ['submission.formFixed', 'the dialog of its head', 'Edit Submission'],
  ['submission.taken', 'the section of its answer', undefined],
])(
  'opens what has to be corrected by a link when a submission was rejected with %s: %s [SU02]',
  async (code, _, dialog) => {
    const { engine, show, begin } = await fieldDevice()
    const id = await begin('B-7')
    const details = { questionId: serial, question: 'Serial', value: 'T-1' }
    await engine.db.outbox
      .where('[entity+recordId]')
      .equals([submissionEntity, id])
      .modify({ state: 'attention', rejection: { code, message: 'Rejected', details } })
    const router = show(Component, `/submission?fix=${id}`)
    if (dialog) await screen.findByRole('dialog', { name: dialog })
    else await screen.findByRole('heading', { name: 'Plucking' })
    expect(router.state.location.search).not.toContain('fix=')
  },
)
