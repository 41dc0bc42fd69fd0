import { randomUUID } from 'node:crypto'
import { openTargets } from '#server/core/network/targets.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { type WebhookEventType, webhookContract, webhookEventTypes } from '#shared/webhook/contract.ts'
import { queueMessages } from './queue.ts'
import { openPoster } from './sending/post.ts'
import { createSender } from './sending/sender.ts'

/** The configuration of a test whose receivers are on this machine. */
export const localReceivers = { webhookAllowCidrs: ['127.0.0.0/8'] }

export const webhooks = (world: TestApp, person: Person) => world.api(webhookContract, person)

export const addWebhook = (
  world: TestApp,
  person: Person,
  url: string,
  eventTypes: WebhookEventType[] = [...webhookEventTypes],
) => webhooks(world, person).create({ body: { url, eventTypes } })

/** Events of a merchant, as its subscriber queues them. Returns the ids of their subjects. */
export async function happen(
  world: TestApp,
  { merchantId }: Person,
  count = 1,
  type: WebhookEventType = 'order.done',
): Promise<string[]> {
  const subjects = Array.from({ length: count }, () => randomUUID())
  const happened = subjects.map((subject) => ({ merchantId: merchantId!, type, subject, at: new Date() }))
  await world.services.db.system((tx) => queueMessages(tx, happened))
  return subjects
}

/** Sends everything that is due. */
export async function sendDue(world: TestApp, attemptMs?: number): Promise<void> {
  const sender = createSender(world.services, openPoster(openTargets(world.services.config), attemptMs))
  await sender.sendDue()
  await sender.close()
}

/** Lets the time pass until the next attempts of an endpoint. */
export const becomeDue = (world: TestApp, webhookId: string) =>
  world.database.query("update webhook_delivery set due_at = now() where webhook_id = $1 and state = 'waiting'", [
    webhookId,
  ])
