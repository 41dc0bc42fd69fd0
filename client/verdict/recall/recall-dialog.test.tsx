import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { verdictText } from '#shared/verdict/text.ts'
import { RecallDialog } from './recall-dialog.tsx'

const batch = (id: number, identifier: string) => ({ id: `0193a000-0000-7000-8000-0000000000${id}`, identifier })
const server = setupServer(
  http.get('*/api/payloads/activateBatch', ({ request }) => {
    const search = new URL(request.url).searchParams.get('search')
    return HttpResponse.json(
      search ? { rows: [batch(12, 'AB-OLD')], total: 1 } : { rows: [batch(11, 'AB-NEW')], total: 201 },
    )
  }),
  http.get('*/api/*', () => HttpResponse.json({ rows: [], total: 0 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test('finds an activation that is not among the newest ones when its number is searched [VD07]', async () => {
  const { show, user } = await setUpDevice({ texts: ['verdict'] })
  const t = verdictText.enUS
  show(() => <RecallDialog open named={undefined} onClose={() => undefined} />)
  await user.selectOptions(await screen.findByRole('combobox', { name: new RegExp(`^${t.scope}`) }), 'batch')
  await screen.findByRole('option', { name: 'AB-NEW' })
  await user.type(await screen.findByRole('searchbox', { name: `Search: ${t.target_batch}` }), 'old')
  expect(await screen.findByRole('option', { name: 'AB-OLD' })).toBeTruthy()
})
