import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, field, fieldDevice, serial, weight } from './field-device.fixture.ts'
import { Component } from './page.tsx'

test('validates answers as the server does: type, and uniqueness among submissions of this device [SU02]', async () => {
  const { user, show, begin, stored } = await fieldDevice()
  await begin('B-6', { answers: { [serial]: 'T-1' } })
  const id = await begin('B-7')
  show(Component, `/submission?entry=${id}`)
  await user.type(await field('Weight'), 'heavy')
  await user.type(await field('Serial'), 'T-1')
  await user.click(await button('Next'))
  await screen.findByText('Weight: please fill in a number')
  await screen.findByText('Serial: "T-1" was given in another submission. It has to be unique.')
  expect((await stored(id)).answers).toBeUndefined()
})

test('reports an invalid number or time when its field is left, and treats no such time as empty [SU02]', async () => {
  const { user, show, begin, stored } = await fieldDevice()
  const id = await begin('B-7')
  show(Component, `/submission?entry=${id}`)
  await user.type(await field('Weight'), 'heavy')
  expect(screen.queryByText('Weight: please fill in a number')).toBeNull()
  await user.tab()
  await screen.findByText('Weight: please fill in a number')
  await user.clear(await field('Weight'))
  await user.type(await field('Weight'), '12')
  expect(screen.queryByText('Weight: please fill in a number')).toBeNull()
  await user.click(await button('Next'))

  await user.type(await field(/^Start Time/), '31/02/2026 10:00')
  await user.click(await button('Save & Preview'))
  await screen.findByText('Enter a date and a time, such as 31/12/2026 14:30')
  expect(document.activeElement).toBe(await field(/^Start Time/))
  expect((await stored(id)).answers).toBeUndefined()
})

test('treats spaces as no answer, and asks about an English number with a comma [SU02]', async () => {
  const { user, show, begin, stored } = await fieldDevice()
  const id = await begin('B-7')
  show(Component, `/submission?entry=${id}`)
  await user.type(await field(/^Grower/), '   ')
  await user.type(await field('Weight'), '1,234')
  await user.click(await button('Save'))
  await screen.findByText('Weight: please fill in a number')
  expect((await stored(id)).answers).toBeUndefined()
  await user.clear(await field('Weight'))
  await user.type(await field('Weight'), '1,5')
  await user.click(await button('Save'))
  expect((await screen.findByRole('alert')).textContent).toContain('Grower')
  await waitFor(async () => expect((await stored(id)).answers).toEqual({ [weight]: '1.5' }))
})
