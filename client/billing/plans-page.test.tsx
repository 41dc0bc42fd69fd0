import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Plan } from '#shared/billing/contract.ts'
import { Component as PlansPage } from './plans-page.tsx'

const summer: Plan = {
  id: 'summer',
  title: 'Summer',
  price: 90,
  codes: 100,
  description: 'All',
  validity: 1,
  validity_unit: 'year',
  on_approval: false,
  createdAt: '2026-05-03T08:00:00.000Z',
}
const answered = Promise.withResolvers<void>()
let isRemoving = false
const server = setupServer(
  http.get('*/api/plan', () => HttpResponse.json([summer])),
  http.delete('*/api/plan/summer', async () => {
    isRemoving = true
    await answered.promise
    return HttpResponse.json({})
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

test('keeps what is typed in a dialog that was opened before an earlier removal ends', async () => {
  const { show, user } = await setUpDevice({ texts: ['billingAdmin'] })
  show(PlansPage)
  await user.click(await screen.findByRole('button', { name: 'Actions: Summer' }))
  // The menu takes no choice before it has the focus.
  await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Plan Summer?' })
  await user.click(within(question).getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(isRemoving).toBe(true))
  await user.click(within(question).getByRole('button', { name: 'No' }))
  await waitFor(() => expect(question.dataset.state).toBe('closed'))
  await user.click(screen.getByRole('button', { name: 'Add Plan' }))
  const form = await screen.findByRole('dialog', { name: 'Add Plan' })
  await user.type(within(form).getByLabelText(/^Plan Name/), 'Winter')
  answered.resolve()
  // The announcement precedes the end of the removal.
  await screen.findByText('Plan Removed!')
  await waitFor(() => expect(question.querySelector('[data-loading]')).toBeNull())
  expect(form.dataset.state).toBe('open')
  expect(within(form).getByLabelText<HTMLInputElement>(/^Plan Name/).value).toBe('Winter')
})
