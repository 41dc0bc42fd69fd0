import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { defaultNotificationSettings } from '#shared/notification/rules.ts'
import { admins, byId, type Manifest, merchants, ofCaller, open, owners, reads, reviews } from './entry.ts'

const newUser = ({ merchantId }: MerchantData) => ({
  body: {
    name: 'Mine',
    email: `mine@${merchantId}.example`,
    businessName: 'Mine',
    password: 'Correct-horse-1',
    role: 'dealer',
  },
})

/** Accounts and merchants. */
export const accountsManifest: Manifest = {
  'POST /auth/local': open,
  'POST /auth/refresh': open,
  'POST /auth/sign-out': open,
  'POST /merchant/register': open,
  'GET /auth/send-email-confirmation': open,
  'POST /auth/email-confirmation': open,
  'POST /auth/forgot-password': open,
  'POST /auth/reset-password': open,
  'POST /auth/administrator-link': open,
  'POST /auth/change-password': ofCaller,
  'POST /auth/first-password': ofCaller,
  'GET /auth/sessions': ofCaller,
  'DELETE /auth/sessions/:id': { denied: [], foreign: 404 },
  'POST /auth/sessions/end-others': ofCaller,
  'GET /user/me': reviews,
  'PUT /user/me/language': ofCaller,
  'GET /events': ofCaller,

  'GET /notification': reads,
  'GET /notification/unread': reads,
  'PUT /notification/read': { denied: merchants, foreign: 'own', input: () => ({ body: {} }) },
  'GET /notification/settings': reads,
  'PUT /notification/settings': {
    denied: merchants,
    foreign: 'own',
    input: () => ({ body: defaultNotificationSettings('merchant') }),
  },

  'GET /user': { denied: admins, foreign: 403 },
  'GET /user/:id': { denied: admins, foreign: 403, ...byId(({ accountId }) => accountId) },
  'POST /user/check': {
    denied: admins,
    foreign: 403,
    input: () => ({ body: [{ email: 'new@tea.example', role: 'dealer', businessName: 'Tea' }] }),
  },
  'POST /user': { denied: admins, foreign: 403, input: newUser },
  'POST /:role/register': {
    denied: admins,
    foreign: 403,
    input: (theirs) => ({ params: { role: 'dealer' }, ...newUser(theirs) }),
  },
  'PUT /user/:id': { denied: admins, foreign: 403, ...byId(({ accountId }) => accountId, { body: { name: 'Mine' } }) },
  'PUT /user/blockedswitch/:id': { denied: admins, foreign: 403, ...byId(({ accountId }) => accountId, { body: {} }) },
  'DELETE /user/:id': { denied: admins, foreign: 403, ...byId(({ accountId }) => accountId) },

  'GET /audit': { denied: admins, foreign: 403 },
  'GET /audit/own': { denied: owners, foreign: 'nothing' },
  'GET /audit/chain': { denied: admins, foreign: 403 },
  'GET /audit/export': { denied: admins, foreign: 403 },
  'GET /audit/seals': { denied: admins, foreign: 403 },
  'GET /audit/seals/:stream/:seq': { denied: admins, foreign: 403, input: () => ({ params: { stream: 'x', seq: 1 } }) },
  'GET /retention': { denied: admins, foreign: 403 },

  'GET /chains': { denied: admins, foreign: 403 },
  'PUT /chains/network/:chain': {
    denied: admins,
    foreign: 403,
    input: () => ({ params: { chain: 'bitcoin' }, body: { network: 'mainnet' } }),
  },

  'GET /merchant': { denied: admins, foreign: 403 },
  'GET /merchant/:id': { denied: admins, foreign: 403, ...byId(({ merchantId }) => merchantId) },
  'PUT /merchant/feature/:id': {
    denied: admins,
    foreign: 403,
    ...byId(({ merchantId }) => merchantId, { body: { feature: 'halal', on: true } }),
  },
}
