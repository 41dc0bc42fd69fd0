import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { defaultSettings, type VerdictSettings } from '#shared/verdict/settings.ts'
import { SettingsDialog } from './settings-dialog.tsx'

const sku = { id: '0193a000-0000-7000-8000-0000000000c3', name: 'Green Tea', sku: 'GT-1' }
let stored: VerdictSettings = defaultSettings
let saved: VerdictSettings | undefined
const server = setupServer(
  http.get('*/api/verdict/settings/:id', () => HttpResponse.json(stored)),
  http.get('*/api/verdict/settings/:id/calibration', () =>
    HttpResponse.json({ codes: 0, above: 0, shift: 'usual', asks: false, isShared: null, measuredAt: null }),
  ),
  http.get('*/api/verdict/outcomes', () => HttpResponse.json({ copies: 0, honest: 0 })),
  http.put('*/api/verdict/settings/:id', async ({ request }) => {
    saved = (await request.json()) as VerdictSettings
    return HttpResponse.json(saved)
  }),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  saved = undefined
})
afterAll(() => server.close())

const open = async () => {
  const { show, user } = await setUpDevice({ texts: ['verdict', 'alertRules'] })
  show(() => <SettingsDialog open sku={sku} onClose={() => undefined} />)
  return { user, search: await screen.findByLabelText('Countries where it is sold', { selector: 'input' }) }
}

test('saves the countries that were found by name and by code [VD04]', async () => {
  stored = defaultSettings
  const { user, search } = await open()
  await user.type(search, 'germ')
  await user.click(await screen.findByRole('checkbox', { name: 'Germany' }))
  await user.clear(search)
  await user.type(search, 'gb')
  await user.click(await screen.findByRole('checkbox', { name: 'United Kingdom' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject({ markets: ['DE', 'GB'] }))
})

test('names a stored code of no country as the error until it is removed [VD04]', async () => {
  stored = { ...defaultSettings, markets: ['QQ', 'MY'] }
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please choose countries from the list')
  expect(saved).toBeUndefined()
  await user.click(screen.getByRole('checkbox', { name: 'QQ' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject({ markets: ['MY'] }))
})

test('says in a sentence what the chosen use means, and saves it with the accepted share [VD06]', async () => {
  stored = defaultSettings
  const { user } = await open()
  screen.getByText('One person buys it, and few others scan it.')
  await user.selectOptions(screen.getByLabelText('How the item is used'), 'display')
  screen.getByText(/It stands where many people see and scan it/)
  await user.selectOptions(screen.getByLabelText('Warnings about genuine items'), '0.01')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject({ category: 'display', warned: '0.01' }))
})
