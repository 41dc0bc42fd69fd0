import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { authProblems } from '#shared/auth/contract.ts'
import { Component as AdministratorPage } from './administrator-page.tsx'
import { Component as ConfirmEmailPage } from './confirm-email-page.tsx'
import { Component as ResetPasswordPage } from './reset-password-page.tsx'

const problem = (name: 'badLink' | 'usedLink') =>
  Response.json(
    { error: authProblems[name].code, message: authProblems[name].enUS, reference: 'r', details: {} },
    { status: 400 },
  )
const badLink = () => problem('badLink')

/** The server responds to the link in this way. */
async function setUpLink(respond: () => Response) {
  const calls = { respond }
  const device = await setUpDevice({ texts: ['auth'] })
  vi.stubGlobal('fetch', async () => calls.respond())
  return { ...device, calls }
}

test.each([
  ['there is no connection', () => Response.error(), 'The server cannot be reached'],
  [
    'the server is busy',
    () => Response.json({ error: 'core.x', message: 'Later please', reference: 'r', details: {} }, { status: 429 }),
    'Later please',
  ],
])('offers to try the confirmation again when %s', async (_, respond, message) => {
  const { show, user, calls } = await setUpLink(() => {
    const response = respond()
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    return response
  })
  show(ConfirmEmailPage, '/email?confirmation=01234567890123456789')
  await screen.findByText(message, { exact: false })
  calls.respond = () => Response.json({ ok: true })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Congratulations, your email has been confirmed')
})

test('leads to the sign-in and to a new link when a reset link was used already', async () => {
  const { show, user } = await setUpLink(() => problem('usedLink'))
  show(ResetPasswordPage, '/reset?code=01234567890123456789')
  for (const label of ['New password', 'Retype password']) await user.type(screen.getByLabelText(label), 'Brand-new-1')
  await user.click(screen.getByRole('button', { name: 'Update Password' }))
  await screen.findByText(/This link was used already, or a newer one was sent/)
  expect(screen.getByRole('link', { name: 'Return to sign in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: "Can't sign in?" })).toBeTruthy()
})

test('says that a link is no longer valid when the server rejects it', async () => {
  const { show } = await setUpLink(badLink)
  show(ConfirmEmailPage, '/email?confirmation=01234567890123456789')
  await screen.findByText('This link is no longer valid')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('offers to try the link of an administrator again when the server is busy', async () => {
  const { show, user, calls } = await setUpLink(() => new Response('<html>', { status: 503 }))
  show(AdministratorPage, '/administrator?token=01234567890123456789')
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  calls.respond = badLink
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('This link is no longer valid')
})
