import { activationFailed, activationFinished, batchFailed } from '#shared/activation/events.ts'
import { alarmRaised } from '#shared/alarm/events.ts'
import { hasAccess, type MerchantRole } from '#shared/core/api/access.ts'
import type { DomainEvent } from '#shared/core/domain-event.ts'
import type {
  AlertReason,
  NotificationEvent,
  NotificationKind,
  NotificationSettings,
} from '#shared/notification/contract.ts'
import { defaultNotificationSettings } from '#shared/notification/rules.ts'
import { orderFailed, orderFinished } from '#shared/order/events.ts'
import { patternFound } from '#shared/pattern/events.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { caseOpened, recallEnded, recallStarted } from '#shared/verdict/events.ts'
import { webhookStopped } from '#shared/webhook/events.ts'

/** What accounts are notified of. */
export const notifiedEvents = [
  orderFinished,
  orderFailed,
  activationFinished,
  activationFailed,
  batchFailed,
  caseOpened,
  patternFound,
  recallStarted,
  recallEnded,
  reviewDecided,
  alarmRaised,
  webhookStopped,
]
export type NotifiedEvent = DomainEvent<(typeof notifiedEvents)[number]>

type Told = {
  kind: NotificationKind
  event: NotificationEvent
  name: string
  detail?: string
  reason?: AlertReason | undefined
  /** Its domain writes mails of its own, which say more. */
  hasOwnMail?: boolean
  /** It concerns owners and office only, as decisions do. */
  isForOwner?: boolean
}

const decisions = { Approved: 'approved', Rejected: 'rejected', 'Request Changes': 'changesRequested' } as const

/** What is said about an event; undefined if it is no news. */
export function notificationOf({ name, data }: NotifiedEvent): Told | undefined {
  switch (name) {
    case 'order.finished':
      return { kind: 'order', event: 'orderFinished', name: data.number }
    case 'order.failed':
      return { kind: 'order', event: 'orderFailed', name: data.number }
    case 'activation.finished':
      return { kind: 'order', event: 'activationFinished', name: data.number }
    case 'activation.failed':
    case 'batch.failed':
      return { kind: 'order', event: 'activationFailed', name: data.number }
    case 'case.opened':
      return {
        kind: 'alert',
        event: data.isReport ? 'reportReceived' : 'caseOpened',
        name: data.product,
        reason: data.fired && { fired: data.fired },
      }
    case 'pattern.found':
      return {
        kind: 'alert',
        event: 'patternFound',
        name: data.product,
        reason: data.seen && { seen: data.seen },
      }
    case 'recall.started':
      return { kind: 'recall', event: 'recalled', name: data.name }
    case 'recall.ended':
      return { kind: 'recall', event: 'recallEnded', name: data.name }
    case 'alarm.raised':
      return { kind: 'alert', event: 'temperatureAlarm', name: data.name, hasOwnMail: true }
    case 'webhook.stopped':
      return { kind: 'alert', event: 'webhookStopped', name: data.host, isForOwner: true }
    case 'review.decided':
      if (data.status === 'Pending Approval') return undefined
      return { kind: 'decision', event: decisions[data.status], name: data.name, detail: data.kind, hasOwnMail: true }
  }
  // The compiler names an event without a case.
  return name satisfies never
}

/** An alert of the same name is not repeated for this time while it is unread, so that an attack with many copies is one alert. */
export const alertPauseMinutes = 60

type Reader = { role: MerchantRole; settings: NotificationSettings | null }

/** Where an account is told of a kind of event. Field workers are told of none; decisions concern owners and office only. */
export function channelsOf({ role, settings }: Reader, kind: NotificationKind): { bell: boolean; mail: boolean } {
  const readers = kind === 'decision' ? 'merchant' : 'officeOrPartner'
  if (!hasAccess(readers, role)) return { bell: false, mail: false }
  return { ...defaultNotificationSettings(role), ...settings }[kind]
}
