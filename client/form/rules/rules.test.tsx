import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component } from '#client/form/page.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type FormView, formEntity } from '#shared/form/record.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const titles = () => screen.findAllByLabelText('Question title')

/** A new form with the number questions Weight and Price, and a third one. */
async function openForm() {
  const device = await setUpDevice({ texts: ['form', 'expression'], answer: () => 'away' })
  const { user, show, engine } = device
  show(Component, '/form?edit=new')
  await user.type(await screen.findByLabelText(/^Template Name/), ' 1')
  await user.click(await button('Add section'))
  for (const [place, name] of ['Weight, kg', 'Price', 'Total'].entries()) {
    await user.click(await button('Add question'))
    await user.type((await titles())[place]!, name)
    await user.selectOptions((await screen.findAllByLabelText('Type'))[place]!, 'Number')
  }
  const saved = async () => {
    await screen.findByRole('heading', { name: 'Forms' })
    const [form] = await engine.db.records.where('entity').equals(formEntity).toArray()
    return (form!.data as unknown as FormView).sections.flatMap(({ questions }) => questions)
  }
  const card = async (name: string) => within((await screen.findByDisplayValue(name)).closest<HTMLElement>('li')!)
  return { ...device, saved, card }
}

test('inserts questions into a calculation, which get variables, and saves it [FO03]', async () => {
  const { user, saved, card } = await openForm()
  const total = await card('Total')
  await user.click(total.getByRole('button', { name: 'Rules' }))
  await user.click(total.getByLabelText('Calculation'))
  await user.click(await total.findByRole('button', { name: 'Weight, kg' }))
  await user.type(total.getByLabelText('Calculation'), ' * Pr')
  await user.click(await total.findByRole('button', { name: 'Price' }))
  expect(total.queryByRole('checkbox', { name: 'Required' })).toBeNull()
  await user.click(await button('Save'))
  expect((await saved()).map(({ key, calculation }) => [key, calculation])).toEqual([
    ['weight_kg', undefined],
    ['price', undefined],
    [undefined, 'weight_kg * price'],
  ])
})

test('shows what is wrong with an expression beside it, and saves no form with it [FO03]', async () => {
  const { user, card } = await openForm()
  const total = await card('Total')
  await user.click(total.getByRole('button', { name: 'Rules' }))
  const allowed = total.getByLabelText('Allowed if')
  await user.type(allowed, 'answer > lost')
  await user.click(total.getByLabelText('Hint'))
  await total.findByText('No question has the variable lost')
  await user.click(allowed)
  await user.click(await total.findByRole('button', { name: 'Functions' }))
  const help = await screen.findByRole('dialog', { name: 'Functions' })
  expect(help.textContent).toContain('count_selected(colors)')
  await user.click(within(help).getByRole('button', { name: 'Close' }))
  await user.click(await button('Save'))
  expect(await screen.findByRole('heading', { name: 'New form' })).toBeTruthy()
  await user.clear(allowed)
  await user.type(allowed, 'answer >')
  await user.click(total.getByLabelText('Hint'))
  await total.findByText(/^This is not a valid expression/)
})

test('renames a variable in all expressions, and gives the copy of a section its own ones [FO03]', async () => {
  const { user, saved, card } = await openForm()
  const total = await card('Total')
  await user.click(total.getByRole('button', { name: 'Rules' }))
  await user.click(total.getByLabelText('Calculation'))
  await user.click(await total.findByRole('button', { name: 'Price' }))
  await user.type(total.getByLabelText('Calculation'), ' + 1')
  const price = await card('Price')
  await user.click(price.getByRole('button', { name: 'Rules' }))
  const variable = price.getByLabelText('Variable')
  await user.clear(variable)
  await user.type(variable, 'cost')
  await user.click(price.getByLabelText('Hint'))
  await user.click(await button(/^Duplicate Section Title/))
  await user.click(await button('Save'))
  expect((await saved()).map(({ key, calculation }) => key ?? calculation ?? '')).toEqual([
    '',
    'cost',
    'cost + 1',
    '',
    'cost_2',
    'cost_2 + 1',
  ])
})

test('shows only the titles of collapsed cards, until a save finds an error in one [FO01]', async () => {
  const { user } = await openForm()
  await user.click(await button('Add question'))
  await user.click(await button(/^Show only the title of Section/))
  expect(screen.queryByDisplayValue('Total')).toBeNull()
  await user.click(await button('Save'))
  await screen.findByText('Fill in the question, or remove it')
})
