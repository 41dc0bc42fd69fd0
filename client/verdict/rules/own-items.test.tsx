import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { SkuCalibration, WarningOutcomes } from '#shared/verdict/calibration/contract.ts'
import { Outcomes } from './outcomes.tsx'
import { OwnItems } from './own-items.tsx'

const skuId = '0193a000-0000-7000-8000-0000000000c3'
const nothing: SkuCalibration = {
  codes: 0,
  above: 0,
  shift: 'usual',
  asks: false,
  isShared: null,
  measuredAt: null,
}
let calibration = nothing
let outcomes: WarningOutcomes
let answers: unknown[] = []
const server = setupServer(
  http.get('*/api/verdict/settings/:id/calibration', () => HttpResponse.json(calibration)),
  http.put('*/api/verdict/settings/:id/shared', async ({ request }) => {
    const body = (await request.json()) as { isShared: boolean }
    answers.push(body)
    calibration = { ...calibration, ...body, shift: body.isShared ? 'later' : 'usual' }
    return HttpResponse.json(calibration)
  }),
  http.get('*/api/verdict/outcomes', () => HttpResponse.json(outcomes)),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  answers = []
})
afterAll(() => server.close())

const showItems = async (found: Partial<SkuCalibration>) => {
  calibration = { ...nothing, ...found }
  const { show, user } = await setUpDevice({ texts: ['alertRules'] })
  show(() => <OwnItems skuId={skuId} />)
  await screen.findByText(/scanned item/i, { selector: 'p' })
  return user
}

test('says how many scanned items are missing, and asks nothing [VD06]', async () => {
  await showItems({ codes: 34 })
  screen.getByText(/Not enough scanned items yet: 34 of 300/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('says when warnings come earlier than usual [VD06]', async () => {
  await showItems({ codes: 500, above: 1, shift: 'earlier' })
  screen.getByText(/500 scanned items; 0.2% of them/)
  screen.getByText(/Warnings come earlier than usual/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('asks whether the items are looked at by many, and shows the answer, which can be changed [VD06]', async () => {
  const user = await showItems({ codes: 500, above: 40, asks: true })
  screen.getByText('Are these items looked at by many people?')
  screen.getByText(/8% of the scanned items would be warned about/)
  await user.click(screen.getByRole('button', { name: 'Yes, by many' }))
  await screen.findByText('You said: these items are looked at by many people.')
  screen.getByText(/Warnings come later than usual/)
  await user.click(screen.getByRole('button', { name: 'No' }))
  await screen.findByText('You said: these items are not looked at by many people.')
  await waitFor(() => expect(answers).toEqual([{ isShared: true }, { isShared: false }]))
})

test('says how many decided warnings were right, with an interval, or that there are none [VD06]', async () => {
  outcomes = { copies: 12, honest: 28 }
  const { show } = await setUpDevice({ texts: ['alertRules'] })
  show(Outcomes)
  await screen.findByText(/Of 40 decided warnings .* 12 were about copies: 30%, between 18% and 45%/)
  queryClient.clear()
  outcomes = { copies: 0, honest: 0 }
  show(Outcomes)
  await screen.findByText(/No warning was closed/)
})
