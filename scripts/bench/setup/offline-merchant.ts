import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { signAccessToken } from '#server/core/auth/access-token.ts'
import { storeSession } from '#server/core/auth/session.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import type { Services } from '#server/core/services.ts'
import type { HashedOperation } from '#server/sync/push/ledger.ts'
import { type Operation, operationHash } from '#shared/sync/operation.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

/** Imported late: after this module is loaded, the process cannot decode SVG drawings any more, and the seed draws pictures. */
export async function openApp(services: Services): Promise<FastifyInstance> {
  const { buildApp } = await import('#server/app.ts')
  const app = await buildApp(services)
  await app.ready()
  return app
}

/** A merchant who works offline. */
export type OfflineMerchant = { merchantId: string; userId: string; token: string }

export async function createOfflineMerchant(
  { db }: Services,
  app: FastifyInstance,
  merchantId: string,
): Promise<OfflineMerchant> {
  const [userId, family] = [randomUUID(), randomUUID()]
  const code = `m${userId.slice(0, 8)}`
  const email = `${code}@example.com`
  await db.system(async (tx) => {
    const features: string[] = ['temperature', 'submission']
    await tx
      .insert(merchant)
      .values({ id: merchantId, code, name: code, country: 'MY', features })
      .onConflictDoNothing()
    const own = { id: userId, merchantId, role: 'merchant', username: email, email, passwordHash: '', confirmed: true }
    await tx.insert(account).values(own as typeof account.$inferInsert)
    await storeSession(tx, { accountId: userId, family, keep: false, tokenHash: randomBytes(32) })
  })
  const rights = { role: 'merchant', isAdmin: false, merchant: code, emailConfirmed: true, sv: 1, fam: family } as const
  return { merchantId, userId, token: signAccessToken(app, { sub: userId, email, ...rights }) }
}

type OperationFields = Pick<Operation, 'entity' | 'recordId' | 'kind' | 'patch'> & { n: number; baseVer?: number }

/** An operation as a phone of the merchant sends it. */
export async function createOperation(
  owner: OfflineMerchant,
  deviceId: string,
  fields: OperationFields,
): Promise<HashedOperation> {
  const operation: Operation = {
    opId: uuid7(),
    deviceId,
    userId: owner.userId,
    merchantId: owner.merchantId,
    baseVer: 1,
    deps: [],
    blobs: [],
    payloadV: 1,
    capturedAt: new Date().toISOString(),
    tz: 'Asia/Kuala_Lumpur',
    ...fields,
  }
  return { ...operation, hash: await operationHash(operation) }
}

/** The body of a push, as it is sent. */
export function pushBody(deviceId: string, ops: readonly HashedOperation[]): string {
  return JSON.stringify({
    protocol: 1,
    deviceId,
    epoch: '',
    maxN: ops.at(-1)!.n,
    pending: ops.length,
    discarded: 0,
    ops,
  })
}

/** Sends a push to the application in this process. Returns the number of its operations that took effect in this call. */
export async function sendPush(app: FastifyInstance, { token }: OfflineMerchant, payload: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/sync/push', headers, payload })
  if (answer.statusCode !== 200) throw new Error(`A push responded with status ${answer.statusCode}: ${answer.body}`)
  const { results } = answer.json<{ results: { status: string }[] }>()
  return results.filter(({ status }) => status === 'applied' || status === 'merged').length
}
