import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient, refreshAll } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { coreProblems, type ProblemKind } from '#shared/core/api/problem.ts'
import { skuProblems } from '#shared/sku/contract.ts'
import { Component as CustomizationPage } from './page.tsx'

vi.mock('./editor/editor.tsx', () => ({
  Component: function Editor() {
    const [name, setName] = useState('')
    return <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
  },
}))

const id = '0193a000-0000-7000-8000-0000000000ab'
const rejected =
  ({ code: error, status, enUS: message }: ProblemKind) =>
  () =>
    HttpResponse.json({ error, message, reference: 'R', details: {} }, { status })
const found = () => HttpResponse.json({ id })
let answer: () => HttpResponse<JsonBodyType> = found
let reads = 0
const server = setupServer(
  http.get('*/api/*', () => {
    reads++
    return answer()
  }),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const open = async () => {
  const { show, user } = await setUpDevice({ texts: ['customization', 'editor'] })
  show(CustomizationPage, `/customization?edit=${id}`)
  return user
}

test('keeps the editor with its input when the product cannot be read again', async () => {
  answer = found
  const user = await open()
  await user.type(await screen.findByLabelText('Name'), 'typed')
  answer = rejected(coreProblems.failed)
  const before = reads
  void refreshAll()
  await waitFor(() => expect(reads).toBe(before + 2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'typed')
})

test('offers to try again when the product cannot be read', async () => {
  answer = rejected(coreProblems.failed)
  const user = await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('This product was not found')).toBeNull()
  answer = found
  await user.click(again)
  expect(await screen.findByLabelText('Name')).toBeTruthy()
})

test('names a product that does not exist', async () => {
  answer = rejected(skuProblems.notFound)
  await open()
  expect(await screen.findByText('This product was not found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
