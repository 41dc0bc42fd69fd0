import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeDraft } from '#client/core/drafts/draft-storage.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { maxSections, maxSensors } from '#shared/form/contract.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { Component } from './page.tsx'

const texts = ['form', 'sensor'] as const
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (label: string | RegExp) => screen.findByLabelText(label)

test('deletes a form after confirmation [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  const set = { name: 'Tea', custom_id_label: 'Batch', sections: [] }
  await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  show(Component, '/form')
  await user.click(await button('Actions: Tea'))
  // The menu takes no choice before it has the focus.
  await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('Delete Tea?')
  await user.click(await button('Delete'))
  await screen.findByText('No forms yet')
})

test('builds a form without a connection: default titles, order by buttons, contents in the list [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  show(Component, '/form')
  await user.click(await button('Add your first form'))
  expect(await field(/^Template Name/)).toHaveProperty('value', 'Form Title')
  await user.type(await field(/^Template Name/), ' of tea')
  await user.click(await button('Add section'))
  await user.click(await button('Add section'))
  const [first, second] = await screen.findAllByLabelText('Section title')
  await user.type(second!, 'Packing')
  await user.type(first!, 'Drying')
  await user.click((await screen.findAllByRole('button', { name: 'Add question' }))[0]!)
  await user.selectOptions(await field('Type'), 'Number')
  await user.type(await field('Unit'), 'kg')
  await user.click(await screen.findByRole('checkbox', { name: 'Required' }))
  await user.click(await button('Move Drying down'))
  const timeline = within(await screen.findByRole('list', { name: 'Timeline' }))
  expect(timeline.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '1Packing0 questions',
    '2Drying1 question · 1 required',
  ])
  await user.click(await button('Save'))

  const table = await screen.findByRole('table', { name: 'Forms' })
  expect(await within(table).findByText('Form Title of tea')).toBeTruthy()
  expect(within(table).getByText('Waiting')).toBeTruthy()
  const [record] = await engine.db.records.toArray()
  const { sections } = record!.data as FormView
  expect(sections.map(({ name, sequence }) => [name, sequence])).toEqual([
    ['Packing', 1],
    ['Drying', 2],
  ])
  expect(sections[1]!.questions).toMatchObject([
    { name: 'Question Title #1', datatype: 'number', suffix: 'kg', required: true, active: true, share: false },
  ])
})

test('does not save an empty form, section or question, and says so beside each [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  show(Component, '/form?edit=new')
  await user.click(await button('Add section'))
  await user.click(await button('Add section'))
  await user.click((await screen.findAllByRole('button', { name: 'Add question' }))[1]!)
  expect(screen.queryByText('Give the form a name of its own')).toBeNull()
  await user.click(await button('Save'))
  const name = await field(/^Template Name/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  const frameOf = (input: HTMLElement) => input.closest('.chakra-field__root')?.textContent
  expect(frameOf(name)).toContain('Give the form a name of its own')
  const [empty, filled] = await screen.findAllByLabelText('Section title')
  expect(frameOf(empty!)).toContain('Fill in a title, or remove the section')
  expect(filled!.getAttribute('aria-invalid')).not.toBe('true')
  expect(frameOf(await field('Question title'))).toContain('Fill in the question, or remove it')
  expect(await engine.db.records.count()).toBe(0)
  await user.type(name, ' 7')
  await user.type(empty!, 'Drying')
  await user.type(await field('Question title'), 'Grower')
  await user.click(await button('Save'))
  await within(await screen.findByRole('table', { name: 'Forms' })).findByText('Form Title 7')
})

test('creates one form when Save is pressed twice, and reports a failed save without losing data [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  show(Component, '/form?edit=new')
  const saveTwice = async () => {
    const save = await button('Save')
    act(() => {
      save.click()
      save.click()
    })
  }
  await user.type(await field(/^Template Name/), ' 7')
  engine.db.outbox.hook('creating', fail)
  await saveTwice()
  await screen.findByText(/^Oops!/)
  expect(await field(/^Template Name/)).toHaveProperty('value', 'Form Title 7')
  engine.db.outbox.hook('creating').unsubscribe(fail)
  await saveTwice()
  const table = within(await screen.findByRole('table', { name: 'Forms' }))
  await table.findByText('Form Title 7')
  expect(await engine.db.records.count()).toBe(1)
})

test('keeps typed changes when another user deletes the form, and saves them as a new form [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  const section = { id: uuid7(), name: 'Plucking', sequence: 1, sensors: [], questions: [] }
  const set = { name: 'Tea', custom_id_label: 'Batch', sections: [section] }
  const { recordId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  show(Component, `/form?edit=${recordId}`)
  await user.type(await field(/^Template Name/), ' of the night')
  await engine.enqueue({ entity: formEntity, kind: 'remove', recordId, payloadV: 1 })
  await screen.findByText(/^This form was deleted/)
  expect(await field(/^Template Name/)).toHaveProperty('value', 'Tea of the night')
  await user.click(await button('Save'))
  await within(await screen.findByRole('table', { name: 'Forms' })).findByText('Tea of the night')
  const [made, ...others] = await engine.db.records.toArray()
  expect([others, made!.id === recordId]).toEqual([[], false])
  expect((made!.data as FormView).sections).toMatchObject([{ name: 'Plucking' }])
  expect((made!.data as FormView).sections[0]!.id).not.toBe(section.id)
  // The draft is not restored a second time.
  show(Component, `/form?edit=${recordId}`)
  await screen.findByText('This form is not on this device')
})

function fail(): never {
  throw new Error('broken')
}

test('requires a name, restores unsaved input after a reload, and deletes it when it is discarded [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  show(Component, '/form?edit=new')
  await user.clear(await field(/^Template Name/))
  await user.click(await button('Save'))
  expect(await screen.findByText('Please fill in the name')).toBeTruthy()
  await user.type(await field(/^Template Name/), 'Tea leaves')
  expect(await engine.db.records.count()).toBe(0)

  show(Component, '/form?edit=new')
  expect(await field(/^Template Name/)).toHaveProperty('value', 'Tea leaves')
  await screen.findByText('We restored your unsaved changes.')
  await user.click(await button('Cancel'))
  await user.click(await button('Discard'))
  await screen.findByText('No forms yet')
  show(Component, '/form?edit=new')
  expect(await field(/^Template Name/)).toHaveProperty('value', 'Form Title')
})

test('reports a concurrent change of a form, and overwrites it when the user confirms [FO01]', async () => {
  let isStale = true
  let epoch = ''
  const { engine, user, show } = await setUpDevice({
    texts,
    answer({ url, body }) {
      if (!isStale || !url.includes('push')) return undefined
      const { ops } = body as { ops: { opId: string; kind: string }[] }
      if (ops.every(({ kind }) => kind === 'create')) return undefined
      const stale = { status: 'rejected', code: 'form.stale', message: '', details: { yours: 1, current: 2 } }
      const results = ops.map(({ opId }) => ({ opId, ...stale }))
      return { status: 200, body: { epoch, serverTime: new Date().toISOString(), results } }
    },
  })
  const set = { name: 'Tea', custom_id_label: 'Batch', sections: [], revision: 1 }
  const { recordId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  await expect.poll(() => engine.db.outbox.count()).toBe(0)
  epoch = ((await engine.db.meta.get('cursor'))!.value as { epoch: string }).epoch

  show(Component, `/form?edit=${recordId}`)
  await user.type(await field(/^Template Name/), ' of spring')
  await user.click(await button('Save'))
  await screen.findByText('The form was changed meanwhile: you have version 1, the current one is 2')
  isStale = false
  await user.click(await button('Fix: Tea of spring'))
  await screen.findByText(/The version on the server/)
  await user.click(await button('Save'))
  await screen.findByText('Synced')
  expect(await engine.db.outbox.count()).toBe(0)
  expect((await engine.db.records.get([formEntity, recordId]))!.data.name).toBe('Tea of spring')
})

test('compares a restored draft with the version it was typed into, not with a newer one [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  const id = uuid7()
  const section = (name: string, sequence: number) => ({ id: uuid7(), name, sequence, sensors: [], questions: [] })
  const put = (ver: number, sections: object[]) =>
    engine.db.records.put({
      entity: formEntity,
      id,
      ver,
      gen: 0,
      data: {
        name: 'Tea',
        custom_id_label: '',
        createdAt: '2026-11-21T08:00:00.000Z',
        revision: ver,
        revisions: {},
        sections,
      },
    })
  const one = section('Plucking', 1)
  await put(1, [one])
  show(Component, `/form?edit=${id}`)
  await user.type(await field(/^Template Name/), ' mine')
  cleanup()
  await put(2, [one, section('Of a colleague', 2)])
  show(Component, `/form?edit=${id}`)
  await screen.findByText('We restored your unsaved changes.')
  await user.click(await button('Save'))
  await within(await screen.findByRole('table', { name: 'Forms' })).findByText('Tea mine')
  const [operation] = await engine.db.outbox.toArray()
  expect(operation).toMatchObject({ baseVer: 1, patch: { name: { from: 'Tea', to: 'Tea mine' } } })
  expect(operation!.patch).not.toHaveProperty('sections')
})

test('restores a new form’s draft when the database opens late [FO01]', async () => {
  const { engine, offline, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  show(Component, '/form?edit=new')
  await user.type(await field(/^Template Name/), ' of an hour')
  cleanup()
  offline.setState({ engine: undefined as never })
  show(Component, '/form?edit=new')
  expect(screen.queryByLabelText(/^Template Name/)).toBeNull()
  act(() => offline.setState({ engine }))
  expect(await field(/^Template Name/)).toHaveProperty('value', 'Form Title of an hour')
})

test('offers no further sensor, and gives the reason, when a section has the most sensors [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  const known = Array.from({ length: maxSensors + 1 }, (_, n) => ({
    id: uuid7(),
    name: `S${n}`,
    type: 'temperature',
    unit: '°C',
  }))
  storeDraft('known-sensors', known)
  const sensors = known.slice(2).map(({ id }) => ({ id, share: false }))
  const sections = [{ id: uuid7(), name: 'Cellar', sequence: 1, sensors, questions: [] }]
  const set = { name: 'Tea', custom_id_label: '', sections }
  const { recordId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  show(Component, `/form?edit=${recordId}`)
  await user.selectOptions(await field('Add sensor'), known[0]!.id)
  await screen.findByText('A section has at most 20 sensors')
  expect(await field('Add sensor')).toHaveProperty('disabled', true)
  await user.click(await button('Save'))
  await screen.findByRole('table', { name: 'Forms' })
  const record = await engine.db.records.get([formEntity, recordId])
  expect((record!.data as FormView).sections[0]!.sensors).toHaveLength(maxSensors)
})

test('shows why a form cannot be saved when it has too many sections [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({ texts, answer: () => 'away' })
  const part = { name: '', sensors: [], questions: [] }
  const sections = Array.from({ length: maxSections + 1 }, (_, n) => ({ ...part, id: uuid7(), sequence: n + 1 }))
  const set = { name: 'Tea', custom_id_label: '', sections }
  const { recordId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  show(Component, `/form?edit=${recordId}`)
  expect((await button('Add section')).hasAttribute('disabled')).toBe(true)
  await screen.findByText('A form has at most 50 sections')
  await user.click(await button('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe('The form has too many sections')
})

test('shows why a form was rejected when the device itself rejected it without a message [FO01]', async () => {
  const { engine, show } = await setUpDevice({ texts, answer: () => 'away' })
  const set = { name: 'Tea', custom_id_label: '', sections: [] }
  await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  const rejection = { code: syncProblems.waits.code, message: '' }
  await engine.db.outbox.toCollection().modify({ state: 'attention', rejection })
  show(Component, '/form')
  await screen.findByText(syncProblems.waits.enUS)
})
