import { createHash } from 'node:crypto'
import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { idempotencyKey } from '#server/core/table.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { canonicalJson } from '#shared/core/canonical-json.ts'

const keyPattern = /^[\x21-\x7e]{8,200}$/

type IdempotentCall = { actor: Actor; key: string | undefined; route: string; input: unknown }

/**
 * Runs a call at most once per key. The row is inserted first. A concurrent duplicate therefore waits at the unique index until
 * this transaction ends, then returns the stored response, or runs itself after a rollback.
 */
export async function runIdempotently(
  tx: Tx,
  { actor, key, route, input }: IdempotentCall,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!key || !keyPattern.test(key)) throw new Problem(coreProblems.keyMissing)
  const bodyHash = contentHash(input)
  const mine = and(eq(idempotencyKey.actorId, actor.id), eq(idempotencyKey.key, key))

  const taken = await tx
    .insert(idempotencyKey)
    .values({ actorId: actor.id, key, merchantId: actor.merchantId, route, bodyHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key })
  if (taken.length === 0) {
    const [stored] = await tx.select().from(idempotencyKey).where(mine)
    // The stored response answers another question. Without this error, the caller would take it for the result of this call.
    if (!stored?.bodyHash.equals(bodyHash) || stored.route !== route) throw new Problem(coreProblems.keyReused)
    return stored.response
  }
  const response = await run()
  await tx.update(idempotencyKey).set({ response }).where(mine)
  return response
}

/**
 * SHA-256 of the input, independent of the order of its fields.
 *
 * @example
 * contentHash({ a: 1, b: 2 }).equals(contentHash({ b: 2, a: 1 })) // => true
 */
export function contentHash(content: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(content)).digest()
}
