import { randomUUID } from 'node:crypto'
import { issueLink } from '#server/auth/mail-link.ts'
import type { TokenKind } from '#server/core/auth/table.ts'
import { testPassword } from '#server/core/test/harness.ts'
import { admin, type Calls, everybody, pageQuery, pagesOf, type Scene } from './entry.ts'

const user = 'id username email confirmed role.type role.description role.merchant_code'
const session = 'jwt user.id user.email user.role.type'
const managed = `${user} blocked merchantId createdAt`
const newPassword = 'Another-horse-2'
const somebody = () => `${randomUUID()}@example.com`

/** A new account and a link that was mailed to it. */
async function linked({ world }: Scene, kind: TokenKind): Promise<string> {
  const { id } = await world.signUp()
  return (await world.services.db.system((tx) => issueLink(tx, id, kind)))!
}
const draft = (role: string, businessName: string) => ({
  body: { name: 'Bob', email: somebody(), businessName, password: testPassword, role },
})
/** The merchant code of the scene's merchant: the name of its business. */
async function codeOf({ world, own }: Scene): Promise<string> {
  const { rows } = await world.database.query('select code from merchant where id = $1', [own.merchantId])
  return rows[0].code
}
const aDealer = async ({ world, own }: Scene) => ({
  params: { id: (await world.signUp({ role: 'dealer', merchantId: own.merchantId })).id },
})

/** Signing in, passwords, users. */
export const accountCalls: Calls = {
  'POST /auth/local': {
    who: 'anybody',
    body: 'identifier! password! keep',
    answer: session,
    send: async ({ world }) => {
      const { email, password } = await world.signUp()
      return { body: { identifier: email, password } }
    },
  },
  'POST /merchant/register': {
    who: 'anybody',
    body: 'email! password! passwordConfirm! businessName! code country language',
    answer: session,
    send: () => ({
      body: {
        ...{ email: somebody(), password: testPassword, passwordConfirm: testPassword },
        ...{ businessName: 'Highland', code: 'highland', country: 'my' },
      },
    }),
  },
  'POST /auth/forgot-password': {
    who: 'anybody',
    body: 'email!',
    answer: 'ok',
    send: () => ({ body: { email: somebody() } }),
  },
  'POST /auth/reset-password': {
    who: 'anybody',
    body: 'password! passwordConfirmation! code!',
    answer: 'ok',
    send: async (scene) => ({
      body: { password: newPassword, passwordConfirmation: newPassword, code: await linked(scene, 'reset') },
    }),
  },
  'POST /auth/change-password': {
    who: everybody,
    body: 'oldPassword! newPassword! newPasswordConfirm!',
    answer: session,
    send: () => ({
      body: { oldPassword: testPassword, newPassword, newPasswordConfirm: newPassword },
    }),
  },
  'POST /auth/email-confirmation': {
    who: 'anybody',
    query: 'confirmation!',
    answer: 'ok',
    send: async (scene) => ({ query: { confirmation: await linked(scene, 'confirm') } }),
  },
  'GET /auth/send-email-confirmation': {
    who: 'anybody',
    query: 'email!',
    answer: 'ok',
    send: () => ({ query: { email: somebody() } }),
  },

  'GET /user': { who: admin, query: pageQuery, answer: pagesOf(managed) },
  'GET /user/me': { who: everybody, answer: user },
  'GET /user/:id': { who: admin, answer: managed },
  'POST /user': {
    who: admin,
    body: 'name! email! businessName! password! role!',
    answer: managed,
    send: async (scene) => draft('customerservice', await codeOf(scene)),
  },
  'POST /:role/register': {
    who: admin,
    body: 'name! email! businessName! password! role',
    answer: managed,
    send: async (scene) => ({ params: { role: 'dealer' }, ...draft('dealer', await codeOf(scene)) }),
  },
  'PUT /user/:id': {
    who: admin,
    body: 'name email password confirmed',
    answer: managed,
    send: async (scene) => ({ ...(await aDealer(scene)), body: { confirmed: true } }),
  },
  'PUT /user/blockedswitch/:id': {
    who: admin,
    body: 'blocked',
    answer: managed,
    send: async (scene) => ({ ...(await aDealer(scene)), body: { blocked: true } }),
  },
  'DELETE /user/:id': { who: admin, answer: 'ok', send: aDealer },
}
