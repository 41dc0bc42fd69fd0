import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { defaultNotificationSettings } from '#shared/notification/rules.ts'
import { byId, type Entries } from './entry.ts'

const newUser = ({ merchantId }: MerchantData) => ({
  body: {
    name: 'Mine',
    email: `mine@${merchantId}.example`,
    businessName: 'Mine',
    password: 'Correct-horse-1',
    role: 'dealer',
  },
})

/** The token of no mailed link. */
const unknownToken = 'A'.repeat(43)

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Passkeys of no authenticator. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const newCredential = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const usedCredential = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

/** Accounts and merchants. */
export const accountEntries: Entries = {
  'POST /auth/change-password': { foreign: 'own' },
  'POST /auth/first-password': { foreign: 'own' },
  'GET /auth/sessions': { foreign: 'own' },
  'GET /auth/passkeys': { foreign: 'own' },
  'POST /auth/passkeys/options': { foreign: 'own', input: () => ({ body: { password: 'Correct-horse-1' } }) },
  'POST /auth/passkeys': { foreign: 'own', input: () => ({ body: { name: 'Mine', credential: newCredential } }) },
  'PUT /auth/passkeys/:id': byId(() => unknownId, { body: { name: 'Mine' } }),
  'DELETE /auth/passkeys/:id': byId(() => unknownId),
  'POST /auth/passkey/sign-in': { input: () => ({ body: { credential: usedCredential } }) },
  'PUT /user/me/language': { foreign: 'own' },
  'GET /events': { access: 'signedIn', foreign: 'own' },

  'PUT /notification/read': { foreign: 'own', input: () => ({ body: {} }) },
  'PUT /notification/settings': { foreign: 'own', input: () => ({ body: defaultNotificationSettings('merchant') }) },

  'GET /user/:id': byId(({ accountId }) => accountId),
  'POST /user/check': {
    input: () => ({ body: [{ email: 'new@tea.example', role: 'dealer', businessName: 'Tea' }] }),
  },
  'POST /user': { input: newUser },
  'POST /:role/register': {
    input: (theirs) => ({ params: { role: 'dealer' }, ...newUser(theirs) }),
  },
  'PUT /user/:id': byId(({ accountId }) => accountId, { body: { name: 'Mine' } }),
  'PUT /user/blockedswitch/:id': byId(({ accountId }) => accountId, { body: {} }),
  'DELETE /user/:id': byId(({ accountId }) => accountId),

  'GET /audit/seals/:stream/:seq': { input: () => ({ params: { stream: 'x', seq: 1 } }) },

  'POST /keys': { foreign: 'own', input: () => ({ body: { name: 'Mine', scopes: ['sku:read'] } }) },
  'POST /keys/:id/rotate': byId(({ apiKeyId }) => apiKeyId, { body: {} }),
  'DELETE /keys/:id': byId(({ apiKeyId }) => apiKeyId),

  'POST /team/invitations': { foreign: 'own', input: () => ({ body: { email: 'mine@tea.example', role: 'field' } }) },
  'POST /team/invitations/:id/resend': byId(({ invitationId }) => invitationId),
  'DELETE /team/invitations/:id': byId(({ invitationId }) => invitationId),
  'PUT /team/members/:id': byId(({ accountId }) => accountId, { body: { role: 'field' } }),
  'DELETE /team/members/:id': byId(({ accountId }) => accountId),
  'POST /team/invitation/open': { input: () => ({ body: { token: unknownToken } }) },
  'POST /team/invitation/join': {
    input: () => ({
      body: { token: unknownToken, name: 'Mine', password: 'Correct-horse-1', passwordConfirm: 'Correct-horse-1' },
    }),
  },

  'PUT /oidc/provider': {
    foreign: 'own',
    input: () => ({ body: { issuer: 'https://9.9.9.9', clientId: 'Mine', clientSecret: 'Mine' } }),
  },
  'DELETE /oidc/provider': { foreign: 'own' },
  'POST /oidc/test': { foreign: 'own' },
  'POST /oidc/begin': { input: () => ({ body: { organisation: 'mine' } }) },
  'POST /oidc/join': { input: () => ({ body: { token: unknownToken } }) },
  'POST /oidc/link': { foreign: 'own', input: () => ({ body: { password: 'Correct-horse-1' } }) },
  'DELETE /oidc/link': { foreign: 'own' },
  'POST /oidc/finish': {
    input: ({ merchantId }) => ({ body: { organisation: merchantId, query: 'code=mine&state=mine' } }),
  },

  'GET /backups/:id/manifest': byId(() => '00000000-0000-4000-8000-000000000000'),
  'PUT /chains/network/:chain': {
    input: () => ({ params: { chain: 'bitcoin' }, body: { network: 'mainnet' } }),
  },

  'GET /merchant/:id': byId(({ merchantId }) => merchantId),
  'PUT /merchant/feature/:id': byId(({ merchantId }) => merchantId, { body: { feature: 'halal', on: true } }),
}
