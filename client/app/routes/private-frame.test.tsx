import { waitFor } from '@testing-library/react'
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
    session.setState({ status: 'out', token: undefined, claims: undefined, hasEnded: true })
    const router = show(PrivateFrame, path)
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', state }))
  },
)

test('shows the sign-in page and not the error page when the session was ended from elsewhere before this load', async () => {
  const { show } = await setUpDevice({ texts: ['auth'] })
  session.setState({ status: 'out', token: undefined, claims: undefined, hasEnded: false })
  // The last sign-in has stored its role, which stays when the user is forgotten.
  localStorage.setItem('assay.role', 'merchant')
  const router = show(PrivateFrame, '/sku')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
