import { createHmac } from 'node:crypto'
import type { WebhookMessageType } from '#shared/webhook/contract.ts'

export type Message = { id: string; type: WebhookMessageType; subject: string; at: Date }

export const bodyOf = ({ type, subject, at }: Message): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data: { id: subject } })

/**
 * The headers of an attempt, as the specification Standard Webhooks defines them.
 *
 * @param keys one signature is made with each
 * @param now the time of the attempt
 */
export function signedHeaders(id: string, body: string, keys: readonly Buffer[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sign = (key: Buffer) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map(sign).join(' '),
  }
}
