import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { product } from './sku.fixture.ts'

const linkOf = (type: string) => ({ type, href: 'https://tea.example/', title: 'Tea', language: '' })
const server = setupServer(
  http.get('*/api/sku/links/:id', () => HttpResponse.json({ links: [linkOf('support'), linkOf('recallStatus')] })),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
})
afterAll(() => server.close())

test('offers links to recalls only where one is stored', async () => {
  const { show } = await setUpDevice({ texts: ['sku', 'gs1'] })
  show(() => <LinksDialog product={{ ...product, gtin: '09506000134352' } as never} onClose={() => undefined} />)
  await screen.findByDisplayValue('Recall status')
  const [support, recall] = [...document.querySelectorAll<HTMLSelectElement>('select[name$=".type"]')]
  const offered = ({ options }: HTMLSelectElement) => [...options].map(({ value }) => value)
  expect(offered(support!)).toContain('instructions')
  expect(offered(support!)).not.toContain('recallStatus')
  expect(offered(recall!)).toContain('recallStatus')
})
