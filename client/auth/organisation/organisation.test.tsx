import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Component as Invitation } from '#client/auth/invitation-page.tsx'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { ProviderSettings } from '#shared/oidc/contract.ts'
import type { InvitationSignIn } from '#shared/team/contract.ts'
import { Component as Arrival } from './arrival-page.tsx'
import { Component as Provider } from './provider-page.tsx'

const at = '2026-11-28T12:00:00.000Z'
const person = (name: string) => ({ id: '7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11', name, email: 'x@tea.example' })
const saved: ProviderSettings = {
  provider: { issuer: 'https://id.tea.example', clientId: 'assay', isRequired: false, testedAt: null },
  redirectUrl: 'https://assay.example/organisation/7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11',
  ...{ shortName: 'tea', signInUrl: 'https://assay.example/organisation?name=tea', linked: 2 },
  ...{ notLinked: [person('Bo')], withoutPassword: [person('Ana'), person('Cy')] },
}
let settings = saved
let signIn: InvitationSignIn = 'both'
const sent: unknown[] = []
const server = setupServer(
  http.get('*/api/oidc/provider', () => HttpResponse.json(settings)),
  http.put('*/api/oidc/provider', async ({ request }) => {
    sent.push(await request.json())
    return HttpResponse.json({ ok: true })
  }),
  http.post('*/api/oidc/finish', () =>
    HttpResponse.json({ error: 'oidc.expired', message: 'Too late', reference: 'r', details: {} }, { status: 400 }),
  ),
  http.post('*/api/team/invitation/open', () =>
    HttpResponse.json({ business: 'Tea', email: 'ana@tea.example', role: 'field', signIn }),
  ),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const showProvider = async () => {
  const { show, user } = await setUpDevice({ texts: ['oidc'] })
  show(Provider, '/settings/organisation')
  await screen.findByText('Test and share')
  return user
}

test('keeps the stored secret, and offers to require the sign-in only after a test', async () => {
  settings = saved
  const user = await showProvider()
  expect(screen.getByText('Not tested yet')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('Not linked yet: Bo')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Client ID/), '-2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toEqual([{ issuer: 'https://id.tea.example', clientId: 'assay-2', isRequired: false }])
})

test('says before a removal who has no password', async () => {
  settings = { ...saved, provider: { ...saved.provider!, testedAt: at } }
  const user = await showProvider()
  expect(screen.getByRole('checkbox')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/get a mail that leads them to set one: Ana, Cy$/)).toBeTruthy()
})

test.each([
  ['password', false, true],
  ['both', true, true],
  ['organisation', true, false],
] as const)('offers an invitation by %s', async (way, byOrganisation, byPassword) => {
  signIn = way
  const { show } = await setUpDevice({ texts: ['auth', 'invitation', 'oidc'] })
  session.setState({ status: 'signedOut', token: undefined, claims: undefined })
  show(Invitation, `/invitation?token=${'A'.repeat(43)}`)
  await screen.findByRole('heading', { name: 'Join the team of Tea' })
  expect(screen.queryByRole('button', { name: 'Accept with your organization' }) !== null).toBe(byOrganisation)
  expect(screen.queryByLabelText(/^Your name/) !== null).toBe(byPassword)
})

test('says why a sign-in did not work, and when none was begun', async () => {
  const { show } = await setUpDevice({ texts: ['oidc'] })
  show(Arrival, '/organisation/7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11?code=1&state=2')
  expect(await screen.findByText('Too late')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/organisation')
  show(Arrival, '/organisation/7d0e2f5e-4f3b-4b52-9a37-0d3a3e0f7a11')
  expect(
    await screen.findByText('This page completes a sign-in with your organization, but none was started.'),
  ).toBeTruthy()
})
