import { randomUUID } from 'node:crypto'
import { auditSeal } from '#server/audit/table.ts'
import { issueLink } from '#server/auth/mail-link.ts'
import { createAuthenticator } from '#server/auth/passkey/authenticator.fixture.ts'
import { randomToken, tokenHashOf } from '#server/core/auth/random-token.ts'
import type { TokenKind } from '#server/core/auth/table.ts'
import { testPassword } from '#server/core/test/harness.ts'
import { passkeyContract } from '#shared/auth/passkey/contract.ts'
import type { Calls, Scene } from './entry.ts'

const newPassword = 'Another-horse-2'
const somebody = () => `${randomUUID()}@example.com`

/** Creates an account and issues a link for it. */
async function linked({ world }: Scene, kind: TokenKind): Promise<string> {
  const { id } = await world.signUp()
  return (await world.services.db.system((tx) => issueLink(tx, id, kind)))!
}
const input = (role: string, businessName: string) => ({
  body: { name: 'Bob', email: somebody(), businessName, password: testPassword, role },
})
/** The code of the merchant, which was derived from the name of its business. */
async function codeOf({ world, own }: Scene): Promise<string> {
  const { rows } = await world.database.query('select code from merchant where id = $1', [own.merchantId])
  return rows[0].code
}
const aMember = async ({ world, own }: Scene) => ({
  params: { id: (await world.signUp({ role: 'office', merchantId: own.merchantId })).id },
})

/** Issues the link of an invitation. */
async function invitationToken({ world, own }: Scene): Promise<string> {
  const token = randomToken()
  await world.database.query(
    `insert into invitation (merchant_id, email, role, language, invited_by, hash, expires_at)
     values ($1, $2, 'field', 'enUS', $3, $4, now() + interval '1 day')`,
    [own.merchantId, somebody(), own.accountId, tokenHashOf(token)],
  )
  return token
}

const aDealer = async ({ world, own }: Scene) => ({
  params: { id: (await world.signUp({ role: 'dealer', merchantId: own.merchantId })).id },
})

/** The report about a chain that the worker has not reached yet. */
const noReport = {
  network: null,
  address: null,
  balance: null,
  height: null,
  nodes: [],
  fees: null,
  fee: null,
  key: null,
  formerKeys: [],
  problem: null,
}

/** A passkey of the caller, with the authenticator that signs. */
async function ownPasskey({ world, owner }: Scene) {
  const authenticator = createAuthenticator()
  const calls = world.api(passkeyContract, owner)
  const credential = authenticator.make(await calls.newOptions({ body: { password: owner.password } }))
  const { id } = await calls.add({ body: { name: 'Key', credential } })
  return { id, authenticator }
}

/** Sign-in, passwords, users, chains. */
export const accountCalls: Calls = {
  'POST /backups': {
    async send({ world }) {
      const place = { to: { folder: world.services.config.dataDir }, s3: undefined, keep: 1 }
      world.services.config.backup ??= { ...place, passphrase: undefined, checkUrl: undefined }
      return {}
    },
  },
  'GET /backups/:id/manifest': {
    async send({ world }) {
      const { rows } = await world.database.query(
        `insert into backup_run (state, manifest) values ('done', '{"name":"first"}') returning id`,
      )
      return { params: { id: rows[0].id } }
    },
  },
  'PUT /chains/network/:chain': {
    async send({ world }) {
      const report = { ...noReport, offer: { network: 'mainnet', fee: '310' } }
      await world.database.query(
        `insert into anchor_chain (chain, network, report) values ('bitcoin', 'regtest', $1)`,
        [report],
      )
      return { params: { chain: 'bitcoin' }, body: { network: 'mainnet' } }
    },
  },
  'POST /auth/local': {
    send: async ({ world }) => {
      const { email, password } = await world.signUp()
      return { body: { identifier: email, password } }
    },
  },
  'POST /auth/passkeys': {
    send: async ({ world, owner }) => {
      const options = await world.api(passkeyContract, owner).newOptions({ body: { password: owner.password } })
      return { body: { name: 'Key', credential: createAuthenticator().make(options) } }
    },
  },
  'PUT /auth/passkeys/:id': {
    send: async (scene) => ({ params: { id: (await ownPasskey(scene)).id }, body: { name: 'Other' } }),
  },
  'DELETE /auth/passkeys/:id': {
    send: async (scene) => ({ params: { id: (await ownPasskey(scene)).id } }),
  },
  'POST /auth/passkey/sign-in': {
    send: async (scene) => {
      const { authenticator } = await ownPasskey(scene)
      const { challenge } = await scene.world.api(passkeyContract).options()
      return { body: { credential: authenticator.sign({ challenge }) } }
    },
  },
  'POST /merchant/register': {
    send: () => ({
      body: {
        email: somebody(),
        password: testPassword,
        passwordConfirm: testPassword,
        businessName: 'Highland',
        code: 'highland',
        country: 'my',
      },
    }),
  },
  'POST /auth/forgot-password': {
    send: () => ({ body: { email: somebody() } }),
  },
  'POST /auth/reset-password': {
    send: async (scene) => ({
      body: { password: newPassword, passwordConfirmation: newPassword, code: await linked(scene, 'reset') },
    }),
  },
  'POST /auth/change-password': {
    send: () => ({
      body: { oldPassword: testPassword, newPassword, newPasswordConfirm: newPassword },
    }),
  },
  'POST /auth/email-confirmation': {
    send: async (scene) => ({ query: { confirmation: await linked(scene, 'confirm') } }),
  },
  'GET /auth/send-email-confirmation': {
    send: () => ({ query: { email: somebody() } }),
  },

  'POST /user': {
    send: async (scene) => input('customerservice', await codeOf(scene)),
  },
  'POST /:role/register': {
    send: async (scene) => ({ params: { role: 'dealer' }, ...input('dealer', await codeOf(scene)) }),
  },
  'PUT /user/:id': {
    send: async (scene) => ({ ...(await aDealer(scene)), body: { confirmed: true } }),
  },
  'PUT /user/blockedswitch/:id': {
    send: async (scene) => ({ ...(await aDealer(scene)), body: { blocked: true } }),
  },
  'DELETE /user/:id': { send: aDealer },

  'POST /team/invitations': { send: () => ({ body: { email: somebody(), role: 'office', language: 'ruRU' } }) },
  'PUT /team/members/:id': { send: async (scene) => ({ ...(await aMember(scene)), body: { role: 'field' } }) },
  'DELETE /team/members/:id': { send: aMember },
  'POST /team/invitation/open': { send: async (scene) => ({ body: { token: await invitationToken(scene) } }) },
  'POST /team/invitation/join': {
    send: async (scene) => ({
      body: {
        token: await invitationToken(scene),
        name: 'Lim',
        password: testPassword,
        passwordConfirm: testPassword,
        language: 'ruRU',
      },
    }),
  },

  'GET /audit/seals/:stream/:seq': {
    send: async ({ world }) => {
      const { hash, contentHash } = await world.services.files.put(Buffer.from('sealed'), { private: true })
      const seal = { stream: 'sealed', seq: 1, hash: Buffer.alloc(32), entries: 1, file: hash, sha256: contentHash }
      const at = new Date()
      await world.services.db.system((tx) => tx.insert(auditSeal).values({ ...seal, firstAt: at, lastAt: at }))
      return { params: { stream: 'sealed', seq: '1' } }
    },
  },
}
