import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Sku } from '#shared/sku/contract.ts'
import { Component as SkuPage } from './page.tsx'
import { product } from './sku.fixture.ts'

const withoutButton: Sku = {
  ...product,
  id: '0193a000-0000-7000-8000-0000000000ad',
  name: 'Green tea',
  sku: 'T-2',
  details: { ...product.details, customization: { hideDefaultButton: true } },
}
let sent: unknown
const server = setupServer(
  http.put('*/api/sku/active/:id', async ({ request }) => {
    sent = await request.json()
    return HttpResponse.json({ ...product, active: false })
  }),
  http.get('*/api/sku', () => HttpResponse.json({ rows: [product, withoutButton], total: 2 })),
  http.get('*/api/trademark/count', () => HttpResponse.json({ count: 1 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test('explains what the deactivation of a SKU changes, and says that it was deactivated [SK01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sku', 'skuBulk', 'file'] })
  show(SkuPage, '/sku')
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions: Black tea' }))
    // The menu takes no choice before it has the focus.
    await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
    await user.click(screen.getByRole('menuitem', { name: 'Deactivate' }))
    return within(await screen.findByRole('alertdialog', { name: 'Deactivate Black tea?' }))
  }
  const question = await open()
  question.getByText(/Codes that exist and their pages keep working/)
  expect(sent).toBeUndefined()
  await user.click(question.getByRole('button', { name: 'Deactivate' }))
  await screen.findByText('SKU deactivated')
  expect(sent).toEqual({ active: false })
  expect(screen.queryByText('SKU saved')).toBeNull()
})

test('offers the dialog of the verify URL unless the page hides its button or the console is a demo [SK03]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sku', 'skuBulk', 'file'] })
  const isOffered = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions: ${name}` }))
    const item = await screen.findByRole('menuitem', { name: 'Verify URL' })
    const isEnabled = item.getAttribute('aria-disabled') !== 'true'
    // A menu that is unmounted open would close the dialogs of the next screen.
    await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: `Actions: ${name}`, expanded: false })
    return isEnabled
  }
  show(SkuPage, '/sku')
  expect(await isOffered('Black tea')).toBe(true)
  show(SkuPage, '/sku')
  expect(await isOffered('Green tea')).toBe(false)
  session.setState({ demo: true })
  show(SkuPage, '/sku')
  expect(await isOffered('Black tea')).toBe(false)
})
