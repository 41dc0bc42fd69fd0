import type { z } from 'zod'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { newApiKey, shownPartOf } from '#server/core/auth/api-key/format.ts'
import { tokenHashOf } from '#server/core/auth/random-token.ts'
import { apiKey, apiKeySecret } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { and, desc, eq, lte, sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type ApiKey, type ApiKeyInput, keyProblems, type ShownApiKey } from '#shared/key/contract.ts'
import { keyQuotas } from '#shared/key/quotas.ts'

/** Older secrets of one key that can be valid at once. */
const maxOlderSecrets = 5

/** Until when an older secret of a listed key is valid. */
const graceEnd = sql<string | null>`(select max(older.ends_at) from api_key_secret as older
  where older.merchant_id = api_key.merchant_id and older.key_id = api_key.id and older.ends_at > now())`

export async function listApiKeys(tx: Tx, merchantId: string): Promise<{ rows: ApiKey[]; total: number }> {
  const rows = await selectKeys(tx)
    .where(eq(apiKey.merchantId, merchantId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
    .limit(keyQuotas.apiKeys.max)
  return { rows: rows.map(view), total: rows.length }
}

export async function createApiKey(tx: Tx, owner: Actor, input: z.output<typeof ApiKeyInput>): Promise<ShownApiKey> {
  const merchantId = merchantOf(owner)
  await assertQuota(tx, quotaOwnerOf(owner), keyQuotas.apiKeys)
  const key = newApiKey()
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt)
  const [row] = await tx
    .insert(apiKey)
    .values({ ...input, merchantId, accountId: owner.id, start: shownPartOf(key), expiresAt })
    .returning()
  await tx.insert(apiKeySecret).values({ hash: tokenHashOf(key), merchantId, keyId: row!.id })
  return { ...view({ row: row!, graceEndsAt: null }), key }
}

/**
 * Gives a key a new secret. A response can be lost, and then the caller rotates again: older secrets therefore keep the end that
 * an earlier rotation promised, unless this one asks for a shorter time.
 */
export async function rotateApiKey(tx: Tx, merchantId: string, id: string, hours: number): Promise<ShownApiKey> {
  await lockUsableKey(tx, merchantId, id)
  const ofKey = and(eq(apiKeySecret.merchantId, merchantId), eq(apiKeySecret.keyId, id))
  await tx
    .update(apiKeySecret)
    .set({ endsAt: sql`least(ends_at, now() + make_interval(hours => ${hours}))` })
    .where(ofKey)
  await tx.delete(apiKeySecret).where(and(ofKey, lte(apiKeySecret.endsAt, sql`now()`)))
  if ((await tx.$count(apiKeySecret, ofKey)) > maxOlderSecrets) {
    throw new Problem(keyProblems.rotatedTooOften, { most: maxOlderSecrets })
  }
  const key = newApiKey()
  await tx.insert(apiKeySecret).values({ hash: tokenHashOf(key), merchantId, keyId: id })
  await tx
    .update(apiKey)
    .set({ start: shownPartOf(key) })
    .where(eq(apiKey.id, id))
  const [changed] = await selectKeys(tx).where(eq(apiKey.id, id))
  return { ...view(changed!), key }
}

/** Returns the name of the deleted key. */
export async function removeApiKey(tx: Tx, merchantId: string, id: string): Promise<string> {
  const [removed] = await tx
    .delete(apiKey)
    .where(and(eq(apiKey.merchantId, merchantId), eq(apiKey.id, id)))
    .returning({ name: apiKey.name })
  if (!removed) throw new Problem(keyProblems.notFound)
  return removed.name
}

async function lockUsableKey(tx: Tx, merchantId: string, id: string): Promise<void> {
  const [found] = await tx
    .select({ isExpired: sql<boolean>`coalesce(${apiKey.expiresAt} <= now(), false)` })
    .from(apiKey)
    .where(and(eq(apiKey.merchantId, merchantId), eq(apiKey.id, id)))
    .for('update')
  if (!found) throw new Problem(keyProblems.notFound)
  if (found.isExpired) throw new Problem(keyProblems.expired)
}

const selectKeys = (tx: Tx) => tx.select({ row: apiKey, graceEndsAt: graceEnd }).from(apiKey).$dynamic()

function view({ row, graceEndsAt }: { row: typeof apiKey.$inferSelect; graceEndsAt: string | null }): ApiKey {
  const { id, name, scopes, start, expiresAt, lastUsedAt, createdAt } = row
  const times = { expiresAt: isoTime(expiresAt), lastUsedAt: isoTime(lastUsedAt), graceEndsAt: isoTime(graceEndsAt) }
  return { id, name, scopes, start, ...times, createdAt: createdAt.toISOString() }
}
