import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, PageQuery, pageOf, SingleLine, UserDateTime } from '#shared/core/fields/fields.ts'

/** What an endpoint can choose to be told of. Each message names the id of what happened, and nothing else. */
export const webhookEventTypes = [
  'order.done',
  'activation.done',
  'activation.anchored',
  'shipment.created',
  'shipment.updated',
  'shipment.delivered',
  'package.packed',
  'package.unpacked',
  'verdict.alert',
  'recall.set',
  'certificate.decided',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]
/** Every endpoint gets it when a person tests the endpoint. */
export const pingType = 'ping'
export type WebhookMessageType = WebhookEventType | typeof pingType

/** Also after other letters than those of URLs were encoded. */
export const longestWebhookUrl = 2_000

export const WebhookInput = z.object({
  url: z
    .string()
    .trim()
    .max(longestWebhookUrl)
    .refine((text) => URL.parse(text)?.protocol === 'https:', 'The address must begin with https://')
    .refine((text) => (URL.parse(text)?.href.length ?? 0) <= longestWebhookUrl, 'The text is too long')
    .refine((text) => {
      const { username = '', password = '' } = URL.parse(text) ?? {}
      return username === '' && password === ''
    }, 'Leave out the user name and the password'),
  name: SingleLine(100).default(''),
  eventTypes: z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length),
  isOn: z.boolean().default(true),
})
export type WebhookInput = z.infer<typeof WebhookInput>

/** Why an endpoint was turned off by the system: it answered 410, or no message has arrived for five days. */
export const webhookStops = ['gone', 'failing'] as const
export type WebhookStop = (typeof webhookStops)[number]

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    name: z.string(),
    eventTypes: z.array(z.enum(webhookEventTypes)),
    isOn: z.boolean(),
    /** Null if it is on, or if a person turned it off. */
    stop: z.enum(webhookStops).nullable(),
    stoppedAt: Instant.nullable(),
    /** The first failed attempt since the last message that arrived. */
    failingSince: Instant.nullable(),
    /** Until then, messages are also signed with the secret that was replaced last. */
    oldSecretUntil: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const WithSecret = Webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' })

export const webhookStates = ['waiting', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof webhookStates)[number]

/**
 * Why the last attempt failed.
 *
 * - `status`: the answer was not 2xx
 * - `redirect`: the answer was 3xx, which is not followed
 * - `timeout`: no complete answer within 15 seconds
 * - `name`: the host name has no address
 * - `address`: the host is in a private network
 * - `tls`: no encrypted connection, for example because of the certificate
 * - `connection`: no connection, or it was lost
 * - `gone`: the answer was 410
 * - `off`: the endpoint was turned off before the message was sent
 */
export const WebhookFailure = z.enum([
  'status',
  'redirect',
  'timeout',
  'name',
  'address',
  'tls',
  'connection',
  'gone',
  'off',
])
export type WebhookFailure = z.infer<typeof WebhookFailure>

export const WebhookDelivery = z
  .object({
    id: Id,
    /** The `webhook-id` of the message: the same for all attempts, endpoints and repetitions. */
    messageId: Id,
    type: z.enum([...webhookEventTypes, pingType]),
    /** The id in `data` of the message. */
    subject: Id,
    state: z.enum(webhookStates),
    /** Since it was sent for the first time, or again by a person. */
    attempts: z.number().int(),
    happenedAt: Instant,
    /** Null if it is not waiting. */
    nextAttemptAt: Instant.nullable(),
    attemptedAt: Instant.nullable(),
    /** The HTTP status of the last answer. */
    status: z.number().int().nullable(),
    milliseconds: z.number().int().nullable(),
    failure: WebhookFailure.nullable(),
    /** The first 1,024 bytes of the last answer. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** Messages that one call sends again at most. */
export const mostReplayed = 10_000

export const webhookContract = defineContract({
  list: {
    method: 'GET',
    path: '/webhooks',
    access: 'merchant',
    scope: 'webhooks:read',
    summary: 'List the webhook endpoints of the merchant, the oldest first',
    answer: z.object({ rows: z.array(Webhook) }),
  },
  create: {
    method: 'POST',
    path: '/webhooks',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Add a webhook endpoint. The answer is the only one with its secret',
    perMinute: 30,
    body: WebhookInput,
    answer: WithSecret,
  },
  update: {
    method: 'PUT',
    path: '/webhooks/:id',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Change a webhook endpoint, or turn it on or off',
    perMinute: 60,
    params: ById,
    body: WebhookInput,
    answer: Webhook,
  },
  remove: {
    method: 'DELETE',
    path: '/webhooks/:id',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Remove a webhook endpoint with its deliveries',
    params: ById,
    answer: Done,
  },
  rotate: {
    method: 'POST',
    path: '/webhooks/:id/rotate',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Replace the secret of an endpoint. For 24 hours, messages are signed with the old one, too',
    perMinute: 30,
    params: ById,
    answer: WithSecret,
  },
  test: {
    method: 'POST',
    path: '/webhooks/:id/test',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Send a ping to an endpoint, also to one that is off. It is tried once',
    perMinute: 30,
    params: ById,
    answer: WebhookDelivery,
  },
  deliveries: {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    access: 'merchant',
    scope: 'webhooks:read',
    summary: 'List the deliveries to an endpoint, the newest first',
    params: ById,
    query: PageQuery.pick({ page: true, limit: true }).extend({ state: z.enum(webhookStates).optional() }),
    answer: pageOf(WebhookDelivery),
  },
  delivery: {
    method: 'GET',
    path: '/webhooks/deliveries/:id',
    access: 'merchant',
    scope: 'webhooks:read',
    summary: 'Read one delivery',
    params: ById,
    answer: WebhookDelivery,
  },
  redeliver: {
    method: 'POST',
    path: '/webhooks/deliveries/:id/redeliver',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Send a message again, with all repetitions. Also before its next attempt is due',
    perMinute: 60,
    params: ById,
    answer: WebhookDelivery,
  },
  replay: {
    method: 'POST',
    path: '/webhooks/:id/replay',
    access: 'confirmedMerchant',
    scope: 'webhooks:write',
    summary: 'Send the messages about all events of a time range to an endpoint, or only those that have not arrived',
    perMinute: 10,
    params: ById,
    body: z
      .object({ from: UserDateTime, to: UserDateTime, missedOnly: z.boolean().default(false) })
      .refine(({ from, to }) => from < to, { message: 'Start Time must be before End Time', path: ['to'] }),
    answer: z.object({ count: z.number().int() }),
  },
})

export const webhookProblems = defineProblems('webhook', {
  notFound: { status: 404, enUS: 'This webhook was not found', ruRU: 'Такой веб-хук не найден' },
  noDelivery: { status: 404, enUS: 'This delivery was not found', ruRU: 'Такая доставка не найдена' },
  exists: {
    status: 409,
    enUS: 'There is a webhook with this address already. Change its events, or replace its secret if it is lost.',
    ruRU: 'Веб-хук с таким адресом уже есть. Измените его события или замените его секрет, если он утерян.',
  },
  off: {
    status: 409,
    enUS: 'This webhook is off. Turn it on first.',
    ruRU: 'Этот веб-хук выключен. Сначала включите его.',
  },
  tooManySecrets: {
    status: 409,
    enUS: 'The secret was replaced {{most}} times within 24 hours. Try again tomorrow.',
    ruRU: 'Секрет меняли {{most}} раз за сутки. Повторите завтра.',
  },
  tooManyEvents: {
    status: 409,
    enUS: 'There are more than {{most}} messages in this range. Please choose a shorter one.',
    ruRU: 'В этом промежутке больше {{most}} сообщений. Выберите промежуток короче.',
  },
})
