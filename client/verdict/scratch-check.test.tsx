import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { ScratchCheck } from '#shared/scratch/contract.ts'
import { scratchCheckLetter } from '#shared/verify/code/scratch-code.ts'
import { ScratchCodeCheck } from './scratch-check.tsx'

const scratch = `7K2M9QX${scratchCheckLetter('7K2M9QX')}`
const shown = `${scratch.slice(0, 4)}-${scratch.slice(4)}`
let answer: ScratchCheck | undefined
const sent: unknown[] = []
const server = setupServer(
  http.post('*/api/scratch/check', async ({ request }) => {
    sent.push(await request.json())
    return answer ? HttpResponse.json(answer) : HttpResponse.error()
  }),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  sent.length = 0
})
afterAll(() => server.close())

async function open() {
  const { user, show } = await setUpDevice({ texts: ['codeCard', 'scan'] })
  show(() => (
    <QueryClientProvider client={queryClient}>
      <ScratchCodeCheck code="0DWJMW7XG03ACFEA3W2TWYCWCX" />
    </QueryClientProvider>
  ))
  return async (text: string) => {
    await user.type(await screen.findByLabelText('Code under the scratch layer'), text)
    await user.click(screen.getByRole('button', { name: 'Check' }))
  }
}

test('says whether a scratch code belongs to the item, and when it was opened [SC08]', async () => {
  const check = await open()
  answer = { isRight: true, opening: { at: '2026-05-03T08:42:00.000Z', claimedAt: null } }
  await check(shown.toLowerCase())
  expect(await screen.findByText(`${shown} is the scratch code of this item`)).toBeTruthy()
  expect(screen.getByText('Opened 03/05/2026')).toBeTruthy()
  expect(sent).toEqual([{ code: '0DWJMW7XG03ACFEA3W2TWYCWCX', scratch }])
  const other = `7K2M9QY${scratchCheckLetter('7K2M9QY')}`
  answer = { isRight: false, opening: null }
  await check(other)
  expect(await screen.findByText(/^7K2M-9QY. is not the scratch code of this item$/)).toBeTruthy()
})

test('finds a typing error without the server [SC08]', async () => {
  const check = await open()
  await check(scratch.slice(1))
  expect(await screen.findByText(/^This is not a scratch code/)).toBeTruthy()
  expect(sent).toEqual([])
})

test('says offline what is known, and checks the code with the next connection [SC08]', async () => {
  const check = await open()
  answer = undefined
  await check(scratch)
  expect(await screen.findByText(`${shown} has no typing error`, {}, { timeout: 10_000 })).toBeTruthy()
  answer = { isRight: true, opening: null }
  await queryClient.refetchQueries()
  expect(await screen.findByText('Nobody has opened it yet.')).toBeTruthy()
})
