import { defineDomain } from '#server/domain.ts'
import { webhookRetentionRule } from './retention.ts'
import { queueWebhooks } from './subscriber.ts'

export const webhookDomain = defineDomain({
  name: 'webhook',
  routes: [async () => (await import('./routes.ts')).webhookRoutes],
  subscribers: [queueWebhooks],
  retention: [webhookRetentionRule],
  work: async () => (await import('./sending/sender.ts')).startSending,
})
