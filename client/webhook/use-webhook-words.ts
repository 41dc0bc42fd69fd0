import { useText } from '#client/core/i18n/i18n.ts'
import type { Webhook, WebhookDelivery, WebhookFailure, WebhookMessageType } from '#shared/webhook/contract.ts'

const shownPath = 24

/** By what people know a webhook: its name, or else its address without what may be secret. Several webhooks may be on one host. */
export function titleOfWebhook({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  if (name) return name
  const { host, pathname } = new URL(url)
  if (pathname === '/') return host
  return pathname.length > shownPath ? `${host}${pathname.slice(0, shownPath)}…` : host + pathname
}

const keys = {
  'order.done': 'order_done',
  'activation.done': 'activation_done',
  'activation.anchored': 'activation_anchored',
  'shipment.created': 'shipment_created',
  'shipment.updated': 'shipment_updated',
  'shipment.delivered': 'shipment_delivered',
  'package.packed': 'package_packed',
  'package.unpacked': 'package_unpacked',
  'verdict.alert': 'verdict_alert',
  'recall.set': 'recall_set',
  'certificate.decided': 'certificate_decided',
  ping: 'ping',
} as const satisfies Record<WebhookMessageType, string>

/** What an event is, in words. */
export function useEventWords(): (type: WebhookMessageType) => string {
  const t = useText('webhook')
  return (type) => t(keys[type])
}

const failures = {
  status: 'status',
  redirect: 'redirect',
  timeout: 'timeout',
  name: 'unknownName',
  address: 'forbiddenAddress',
  tls: 'tls',
  connection: 'connection',
  gone: 'gone',
  off: 'turnedOff',
} as const satisfies Record<WebhookFailure, string>

/** What became of the last attempt; empty before the first one. */
export function useResultWords(): (delivery: WebhookDelivery) => string {
  const t = useText('webhook')
  return ({ failure, status, state }) => {
    const answered = { status: status ?? '' }
    if (failure) return t(failures[failure], answered)
    return state === 'delivered' ? t('accepted', answered) : ''
  }
}
