import { accountCalls } from '#server/core/test/api-calls/accounts.ts'
import { byId, type PromisedCalls } from './entry.ts'

const userFields = ['id', 'username', 'email', 'role', 'blocked', 'confirmed']
const sent = (name: string) => accountCalls[name]!.send!

/** Sign-in, passwords and users. */
export const promisedAccounts: PromisedCalls = {
  'POST /auth/local': { as: 'shopper', send: sent('POST /auth/local'), answer: ['jwt', 'user'] },
  'POST /merchant/register': { as: 'shopper', send: sent('POST /merchant/register'), answer: ['jwt'] },
  'POST /auth/forgot-password': { as: 'shopper', send: sent('POST /auth/forgot-password') },
  'POST /auth/reset-password': { as: 'shopper', send: sent('POST /auth/reset-password') },
  'POST /auth/change-password': { send: sent('POST /auth/change-password') },
  'POST /auth/email-confirmation': { as: 'shopper', send: sent('POST /auth/email-confirmation') },
  'GET /auth/send-email-confirmation': { as: 'shopper', send: sent('GET /auth/send-email-confirmation') },
  'GET /user': { as: 'admin', send: () => ({ query: { name: 'tea' } }) },
  'GET /user/me': {},
  'GET /user/:id': { as: 'admin', ...byId((own) => own.accountId), answer: userFields },
  'POST /user': { as: 'admin', send: sent('POST /user'), answer: userFields },
  'POST /:role/register': { as: 'admin', send: sent('POST /:role/register'), answer: userFields },
  'PUT /user/:id': { as: 'admin', send: sent('PUT /user/:id'), answer: userFields },
  'PUT /user/blockedswitch/:id': {
    as: 'admin',
    send: async (scene) => ({ params: (await sent('PUT /user/blockedswitch/:id')(scene)).params! }),
    answer: userFields,
  },
  'DELETE /user/:id': { as: 'admin', send: sent('DELETE /user/:id') },
}
