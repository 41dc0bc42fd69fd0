import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, eq, sql } from '#server/core/drizzle/orm.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Webhook, type WebhookInput, webhookEventTypes, webhookProblems } from '#shared/webhook/contract.ts'
import { webhookQuotas } from '#shared/webhook/quotas.ts'
import { mostSecrets, newSecret, printedWebhookSecret, rotated, secretKeys } from './secret.ts'
import { dropWaiting } from './sending/record.ts'
import { webhook } from './table.ts'

type Row = typeof webhook.$inferSelect

const own = (merchantId: string, id: string) => and(eq(webhook.merchantId, merchantId), eq(webhook.id, id))

export async function listWebhooks(tx: Tx, merchantId: string): Promise<Webhook[]> {
  const rows = await tx
    .select()
    .from(webhook)
    .where(eq(webhook.merchantId, merchantId))
    .orderBy(asc(webhook.createdAt), webhook.id)
  return rows.map(view)
}

export async function lockWebhook(tx: Tx, merchantId: string, id: string): Promise<Row> {
  const [row] = await tx.select().from(webhook).where(own(merchantId, id)).for('update')
  if (!row) throw new Problem(webhookProblems.notFound)
  return row
}

export async function createWebhook(tx: Tx, config: Config, owner: QuotaOwner, input: WebhookInput) {
  await assertQuota(tx, owner, webhookQuotas.webhooks)
  const [row] = await tx
    .insert(webhook)
    .values({ ...stored(input), merchantId: owner.merchantId, secrets: [newSecret()] })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Problem(webhookProblems.exists)
  return viewWithSecret(row, config)
}

/** A person who turns an endpoint on has repaired it. Messages that waited when it is turned off are given up. */
export async function updateWebhook(tx: Tx, merchantId: string, id: string, input: WebhookInput): Promise<Webhook> {
  const before = await lockWebhook(tx, merchantId, id)
  const fields = stored(input)
  const { url } = fields
  const isTaken = and(eq(webhook.merchantId, merchantId), eq(webhook.url, url), sql`${webhook.id} <> ${id}`)
  if ((await tx.$count(webhook, isTaken)) > 0) throw new Problem(webhookProblems.exists)
  if (before.isOn && !input.isOn) await dropWaiting(tx, [id])
  const isRestarted = (!before.isOn && input.isOn) || before.url !== url
  const [row] = await tx
    .update(webhook)
    .set({
      ...fields,
      updatedAt: sql`now()`,
      ...(input.isOn && { stop: null, stoppedAt: null }),
      ...(isRestarted && { failingSince: null }),
    })
    .where(own(merchantId, id))
    .returning()
  return view(row!)
}

export async function removeWebhook(tx: Tx, merchantId: string, id: string): Promise<Row> {
  const [row] = await tx.delete(webhook).where(own(merchantId, id)).returning()
  if (!row) throw new Problem(webhookProblems.notFound)
  return row
}

export async function rotateSecret(tx: Tx, config: Config, merchantId: string, id: string) {
  const before = await lockWebhook(tx, merchantId, id)
  const secrets = rotated(before.secrets, new Date())
  if (!secrets) throw new Problem(webhookProblems.tooManySecrets, { most: mostSecrets })
  const [row] = await tx.update(webhook).set({ secrets, updatedAt: sql`now()` }).where(own(merchantId, id)).returning()
  return viewWithSecret(row!, config)
}

/** The same address is always written in the same way, and each type once. */
function stored(input: WebhookInput): WebhookInput {
  const url = new URL(input.url)
  url.hash = ''
  const eventTypes = webhookEventTypes.filter((type) => input.eventTypes.includes(type))
  return { ...input, url: url.href, eventTypes }
}

function viewWithSecret(row: Row, config: Config): Webhook & { secret: string } {
  return { ...view(row), secret: printedWebhookSecret(secretKeys(config)(row.secrets[0]!)) }
}

function view(row: Row): Webhook {
  const { id, url, name, eventTypes, isOn, stop, secrets } = row
  return {
    ...{ id, url, name, eventTypes, isOn, stop },
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    oldSecretUntil: secrets[1]?.until ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
