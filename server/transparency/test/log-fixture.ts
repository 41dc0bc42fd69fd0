import { randomBytes, randomUUID } from 'node:crypto'
import { connectSigner } from '#server/anchoring/service.ts'
import { logSigner } from '#server/anchoring/signer/checkpoint-signer.ts'
import type { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import type { TestDatabase } from '#server/core/test/database/database.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { integrate } from '#server/transparency/integrate.ts'
import { openLog, signHead } from '#server/transparency/sign-head.ts'
import { keyTypes, type VerifierKey, vkeyOf } from '#shared/transparency/note.ts'

/** The key of the log that `signer-fixture.ts` gives to signers. */
export const testLogKey = (origin: string): VerifierKey => ({
  name: origin,
  type: keyTypes.note,
  publicKey: logSigner(Buffer.alloc(32, 0x44)).publicKey,
})
export const testLogVkey = (origin: string): string => vkeyOf(testLogKey(origin))

/** Inserts roots of batches as the activation job does, without their codes. Returns the roots. */
export async function addBatches(database: TestDatabase, count: number): Promise<Buffer[]> {
  const roots = Array.from({ length: count }, () => randomBytes(32))
  await database.query(
    `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels)
     select 'batch', id, id, root, 1, root from unnest($1::uuid[], $2::bytea[]) as batch (id, root)`,
    [roots.map(() => randomUUID()), roots],
  )
  return roots
}

/** Adds the waiting batches to the log and signs its head, as the worker does. */
export async function growLog(site: TestApp, signer: SignerChild, logOrigin: string): Promise<void> {
  const { db } = site.services
  const client = connectSigner(signer.socket)
  const key = await openLog(db, client, { logOrigin, publicUrl: 'http://localhost:3000' })
  while ((await db.system(integrate)) > 0);
  await signHead(db, client, key)
}
