import { waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { PrivateFrame } from './private-frame.tsx'

test.each([
  ['/sku?search=tea', { from: '/sku?search=tea' }],
  ['/settings/signout', null],
  ['/signout', null],
])(
  'returns to a private URL, but not to a sign-out, when a signed-out user opens %s and signs in',
  async (path, state) => {
    const { show } = await setUpDevice({ texts: ['auth'] })
    session.setState({ status: 'signedOut', token: undefined, claims: undefined, hasEnded: true })
    const router = show(PrivateFrame, path)
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', state }))
  },
)

test.each([
  ['the sign-in page when a user was signed in on this device before', '/', 'merchant'],
  ['the error page when nobody was', '/error', undefined],
])('shows %s and a private URL is opened', async (_, pathname, role) => {
  const { show } = await setUpDevice({ texts: ['auth'] })
  session.setState({ status: 'signedOut', token: undefined, claims: undefined, hasEnded: false })
  // The last sign-in has stored it; it stays when the user is forgotten.
  if (role) localStorage.setItem('assay.role', role)
  const router = show(PrivatePages, '/sku')
  await waitFor(() => expect(router.state.location.pathname).toBe(pathname))
})

/** The error page is outside of the frame. */
const PrivatePages = () => (useLocation().pathname === '/error' ? null : <PrivateFrame />)
