import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Done, Id, Instant, PageQuery, pageOf } from '#shared/core/fields/fields.ts'
import { PatternSeen } from '#shared/pattern/contract.ts'
import { TriggeredRule } from '#shared/verdict/rules.ts'

/** The kinds of notifications: a case, a decision on a document, a recall, an order or an activation that has ended. */
export const notificationKinds = ['alert', 'decision', 'recall', 'order'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The events. Each has a sentence in `shared/notification/text.ts`. */
const notificationEvents = [
  'caseOpened',
  'reportReceived',
  'temperatureAlarm',
  'patternFound',
  'approved',
  'rejected',
  'changesRequested',
  'recalled',
  'recallEnded',
  'orderFinished',
  'orderFailed',
  'activationFinished',
  'activationFailed',
  'webhookStopped',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]

/** Why there is an alert: the rule that fired for a code, or what was seen about several codes. */
export const AlertReason = z.union([z.object({ fired: TriggeredRule }), z.object({ seen: PatternSeen })])
export type AlertReason = z.infer<typeof AlertReason>

export const Notification = z
  .object({
    id: Id,
    kind: z.enum(notificationKinds),
    event: z.enum(notificationEvents),
    /** The id of the case, the sensor or shipment, the document, the recall, the order, the batch or the webhook. */
    subject: Id,
    /** The name or number that people know it by. */
    name: z.string(),
    /** The kind of a document: business, trademark or certificate. Empty for other events. */
    detail: z.string(),
    /** Null for other events. */
    reason: AlertReason.nullable(),
    createdAt: Instant,
    readAt: Instant.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

const Channels = z.object({ bell: z.boolean(), mail: z.boolean() })
/** The channels by which an account is notified of each kind. */
export const NotificationSettings = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, Channels])) as Record<NotificationKind, typeof Channels>,
)
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const notificationContract = defineContract({
  list: {
    method: 'GET',
    path: '/notification',
    access: 'officeOrPartner',
    summary: 'List the notifications of the caller, the newest first',
    query: PageQuery.pick({ page: true, limit: true }),
    answer: pageOf(Notification),
  },
  unread: {
    method: 'GET',
    path: '/notification/unread',
    access: 'officeOrPartner',
    summary: 'Count the unread notifications of the caller, up to 100',
    answer: z.object({ unread: z.number().int() }),
  },
  markRead: {
    method: 'PUT',
    path: '/notification/read',
    access: 'officeOrPartner',
    summary: 'Mark notifications of the caller as read: those that are named, or all',
    body: z.object({ ids: z.array(Id).max(200).optional() }),
    answer: Done,
  },
  settings: {
    method: 'GET',
    path: '/notification/settings',
    access: 'officeOrPartner',
    summary: 'Read where the caller is notified of what',
    answer: NotificationSettings,
  },
  saveSettings: {
    method: 'PUT',
    path: '/notification/settings',
    access: 'officeOrPartner',
    summary: 'Choose where the caller is notified of what',
    body: NotificationSettings,
    answer: NotificationSettings,
  },
})
