import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { formEntity } from '#shared/form/record.ts'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { Component } from './page.tsx'

const common = { prefix: '', suffix: '', share: false, required: false, active: true }
const [grower, weight, price, total, reason] = [uuid7(), uuid7(), uuid7(), uuid7(), uuid7()]
const questions = [
  { ...common, id: grower, name: 'Grower', datatype: 'string', initial: { from: 'last' } },
  {
    ...common,
    id: weight,
    name: 'Weight',
    key: 'weight',
    hint: 'Without the crate',
    datatype: 'number',
    initial: { from: 'value', value: '4' },
    constraint: 'answer <= 100',
    constraintMessage: 'A crate holds up to 100 kg',
  },
  { ...common, id: price, name: 'Price', key: 'price', datatype: 'number', constraint: 'answer < weight' },
  { ...common, id: total, name: 'Total', datatype: 'number', suffix: 'EUR', calculation: 'weight * price' },
  { ...common, id: reason, name: 'Reason', datatype: 'string', requiredIf: 'weight > 50' },
].map((question, place) => ({ ...question, sequence: place + 1 }))

async function begin() {
  const device = await setUpDevice({ texts: ['submission'], answer: () => 'away' })
  const sections = [{ id: uuid7(), name: 'Only', sequence: 1, sensors: [], questions }]
  const set = { name: 'Crates', custom_id_label: '', sections }
  const form = await device.engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  const create = async (custom_id: string) => {
    const { user, show } = device
    show(Component, '/submission')
    await user.click((await screen.findAllByRole('button', { name: /^Create/ }))[0]!)
    await user.type(await screen.findByLabelText(/^Identifier/), custom_id)
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await screen.findByLabelText('Weight')
  }
  const stored = async () => {
    const rows = await device.engine.db.records.where('entity').equals(submissionEntity).toArray()
    return rows.map(({ data }) => (data as unknown as SubmissionView).answers ?? {})
  }
  return { ...device, create, stored, formId: form.recordId }
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('calculates while people type, and shows the message of a constraint beside the field [FO03]', async () => {
  const { user, create, stored } = await begin()
  await create('B-1')
  expect(value('Weight')).toBe('4')
  await screen.findByText('Without the crate')
  await user.type(screen.getByLabelText('Price'), '2.5')
  await waitFor(() => expect(value('Total')).toBe('10 EUR'))
  await user.clear(screen.getByLabelText('Weight'))
  await user.type(screen.getByLabelText('Weight'), '101')
  await user.tab()
  await screen.findByText('Weight: A crate holds up to 100 kg')
  await user.clear(screen.getByLabelText('Weight'))
  await user.type(screen.getByLabelText('Weight'), '2')
  await user.click(await screen.findByRole('button', { name: 'Save & Preview' }))
  // The price is stored, and has become wrong.
  await screen.findByText('Price: this answer is not allowed')
  await user.clear(screen.getByLabelText('Weight'))
  await user.type(screen.getByLabelText('Weight'), '60')
  await user.click(await screen.findByRole('button', { name: 'Save & Preview' }))
  await user.click(await screen.findByRole('button', { name: 'Reason' }))
  await user.type(screen.getByLabelText(/^Reason/), 'Heavy')
  await user.click(await screen.findByRole('button', { name: 'Save & Preview' }))
  const preview = await screen.findByRole('dialog', { name: 'Preview' })
  expect(preview.textContent).toContain('150 EUR')
  expect(await stored()).toEqual([{ [weight]: '60', [price]: '2.5', [reason]: 'Heavy' }])
})

test('begins with the last answer that was saved for this form on this device [FO03]', async () => {
  const { user, create, stored } = await begin()
  await create('B-1')
  await user.type(screen.getByLabelText('Grower'), 'Ada')
  await user.click(await screen.findByRole('button', { name: 'Save & Preview' }))
  await screen.findByRole('dialog', { name: 'Preview' })
  cleanup()
  await create('B-2')
  expect(value('Grower')).toBe('Ada')
  expect(await stored()).toContainEqual({ [grower]: 'Ada', [weight]: '4' })
})
