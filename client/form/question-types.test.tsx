import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { Component } from './page.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (label: string | RegExp) => screen.findByLabelText(label)

async function openNewForm() {
  const device = await setUpDevice({ texts: ['form', 'sensor', 'submission', 'scan'], answer: () => 'away' })
  device.show(Component, '/form?edit=new')
  await device.user.type(await field(/^Template Name/), ' of goods')
  await device.user.click(await button('Add section'))
  await device.user.click(await button('Add question'))
  const saved = async () => {
    await screen.findByRole('table', { name: 'Forms' })
    const [record] = await device.engine.db.records.where('entity').equals(formEntity).toArray()
    return (record!.data as FormView).sections[0]!.questions
  }
  return { ...device, saved }
}

test('adds options by Enter and from pasted lines, and keeps their ids when they are renamed [FO01]', async () => {
  const { user, saved } = await openNewForm()
  await user.type(await field('Question title'), 'Colour')
  await user.selectOptions(await field('Type'), 'One choice')
  await user.type(await field('Option 1'), 'Red')
  await user.type(await field('Option 2'), 'Green{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Option 3'))
  await user.paste('Blue\nNone\r\n\n Not known')
  await user.click(await button('Move Green up'))
  await user.click(await button('Save'))
  const options = (await saved())[0]!.options!
  expect(options.map(({ name }) => name)).toEqual(['Green', 'Red', 'Blue', 'None', 'Not known'])
  expect(new Set(options.map(({ id }) => id)).size).toBe(5)
})

test('says beside each option why a form cannot be saved, and beside a bound [FO01]', async () => {
  const { user } = await openNewForm()
  await user.type(await field('Question title'), 'Colour')
  await user.selectOptions(await field('Type'), 'Several choices')
  await user.type(await field('Option 1'), 'Red')
  await user.click(await button('Save'))
  await screen.findByText('Please fill in the name')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Option 2'))
  await user.type(await field('Option 2'), 'Red')
  await screen.findByText('Every option needs a name of its own')
  await user.selectOptions(await field('Type'), 'Number')
  await user.type(await field('Smallest number'), '2')
  await user.type(await field('Largest number'), '1')
  await screen.findByText('The largest number must not be below the smallest one')
  expect(screen.queryByText('Every option needs a name of its own')).toBeNull()
})

async function openFormWithCondition() {
  const device = await openNewForm()
  const { user } = device
  await user.type(await field('Question title'), 'Broken')
  await user.selectOptions(await field('Type'), 'One choice')
  await user.type(await field('Option 1'), 'Yes')
  await user.type(await field('Option 2'), 'No')
  await user.click(await button('Add question'))
  await user.type((await screen.findAllByLabelText('Question title'))[1]!, 'Why')
  await user.selectOptions(await field('Ask only after'), 'Broken')
  return device
}

test('saves after which answers a question is asked, and not a condition that no answer can meet [FO01]', async () => {
  const { user, saved } = await openFormWithCondition()
  await user.click(await button('Move Why up'))
  await user.click(await button('Save'))
  await screen.findByText('Choose an active question above this one, and at least one of its options')
  await user.click(await button('Move Why down'))
  await user.click(await screen.findByRole('checkbox', { name: 'No' }))
  await user.click(await button('Save'))
  const [broken, why] = await saved()
  expect(why!.showIf).toEqual({ question: broken!.id, options: broken!.options!.map(({ id }) => id) })
})

test('shows a condition on a removed question, and removes it when the user chooses to always ask [FO01]', async () => {
  const { user, saved } = await openFormWithCondition()
  await user.click(await button('Remove Broken'))
  const select = (await field('Ask only after')) as HTMLSelectElement
  expect(select.selectedOptions[0]!.label).toBe('Question that cannot be used')
  await user.click(await button('Save'))
  await screen.findByText('Choose an active question above this one, and at least one of its options')
  await user.selectOptions(select, 'Always ask')
  await user.click(await button('Save'))
  expect((await saved()).map(({ name, showIf }) => [name, showIf])).toEqual([['Why', undefined]])
})

test('lets an inactive question decide about no active one [FO01]', async () => {
  const { user, saved } = await openFormWithCondition()
  const [broken, why] = await screen.findAllByRole('checkbox', { name: 'Active' })
  await user.click(broken!)
  await user.click(await button('Save'))
  await screen.findByText('Choose an active question above this one, and at least one of its options')
  await user.click(why!)
  await user.click(await button('Save'))
  expect((await saved()).map(({ active }) => active)).toEqual([false, false])
})

test('keeps a draft with what a form cannot be saved with, and saves it with another type [FO01]', async () => {
  const { user, show, saved } = await openNewForm()
  await user.type(await field('Question title'), 'Weight')
  await user.selectOptions(await field('Type'), 'Number')
  await user.type(await field('Largest number'), '10000000000000000')
  cleanup()
  show(Component, '/form?edit=new')
  expect(await field('Largest number')).toHaveProperty('value', '10000000000000000')
  await user.click(await button('Save'))
  await screen.findByText('Please enter a number between -10¹⁵ and 10¹⁵')
  await user.selectOptions(await field('Type'), 'Text')
  await user.click(await button('Save'))
  expect(await saved()).toMatchObject([{ name: 'Weight', datatype: 'string' }])
})

test('cuts pasted names of options to what their inputs take, between characters [FO01]', async () => {
  const { user, saved } = await openNewForm()
  await user.type(await field('Question title'), 'Colour')
  await user.selectOptions(await field('Type'), 'One choice')
  await user.click(await field('Option 1'))
  await user.paste(`${'x'.repeat(199)}🟥\u2028${'y'.repeat(201)}`)
  await user.click(await button('Remove Option 3'))
  await user.click(await button('Save'))
  expect((await saved())[0]!.options!.map(({ name }) => name)).toEqual(['x'.repeat(199), 'y'.repeat(200)])
})

test('offers no prefix, and neither sharing nor requiring, for a note [FO01]', async () => {
  const { user, saved } = await openNewForm()
  await user.type(await field('Question title'), 'Wear gloves')
  await user.click(await screen.findByRole('checkbox', { name: 'Required' }))
  await user.selectOptions(await field('Type'), 'Note without an answer')
  expect(screen.queryByLabelText('Prefix')).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Required' })).toBeNull()
  await user.type(await field('Text of the note'), 'Then weigh.')
  await user.click(await button('Save'))
  expect(await saved()).toMatchObject([{ datatype: 'note', note: 'Then weigh.', required: false, share: false }])
})
