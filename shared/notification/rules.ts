import type { MerchantRole } from '#shared/core/api/access.ts'
import type { Notification, NotificationSettings } from './contract.ts'

/** The settings of an account that has not chosen any. Mail goes to the merchant’s own account only; a finished order needs no mail. */
export function defaultNotificationSettings(role: MerchantRole): NotificationSettings {
  const mail = role === 'merchant'
  return {
    alert: { bell: true, mail },
    decision: { bell: true, mail },
    recall: { bell: true, mail },
    order: { bell: true, mail: false },
  }
}

const documentScreens: Record<string, string> = {
  business: '/settings/business',
  trademark: '/brand',
  certificate: '/sku',
}

/** The screen that shows what a notification is about. */
export function notificationPath({
  kind,
  event,
  subject,
  name,
  detail,
}: Pick<Notification, 'kind' | 'event' | 'subject' | 'name' | 'detail'>) {
  if (kind === 'decision') return documentScreens[detail] ?? '/'
  if (kind === 'order') return event.startsWith('order') ? '/generatecode' : '/activatecode'
  if (event === 'patternFound') return `/alerts?open=${subject}`
  if (event === 'temperatureAlarm') return '/alerts'
  if (event === 'webhookStopped') return '/settings/webhooks'
  return kind === 'alert' ? `/alerts?search=${encodeURIComponent(name)}` : '/alerts'
}
