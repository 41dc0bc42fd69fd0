import { expect, test } from 'vitest'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { appText } from '#shared/app/text.ts'
import { menuOf, settingsMenuOf } from './menu.ts'

const merchant: Viewer = {
  role: 'merchant',
  isAdmin: false,
  demo: false,
  emailConfirmed: true,
  hasPassword: true,
  email: '',
  merchant: 'tea',
  features: ['temperature'],
}
const paths = (viewer: Viewer) => menuOf(viewer).flatMap(({ items }) => items.map(({ to }) => to))
const settings = (viewer: Viewer) => settingsMenuOf(viewer).map(({ to }) => to)

test('shows each role the screens that it may open [AD06]', () => {
  const officeOnly = ['/brand', '/sku', '/media', '/customization']
  const all = paths(merchant)
  expect(all).toEqual(expect.arrayContaining(['/', '/generatecode', ...officeOnly, '/settings', '/support']))
  expect(paths({ ...merchant, role: 'customerservice' })).toEqual(all)
  const dealer: Viewer = { ...merchant, role: 'dealer' }
  expect(paths(dealer)).toEqual(all.filter((path) => !officeOnly.includes(path)))
  expect(settings(merchant)).toContain('/settings/business')
  expect(settings(dealer)).not.toContain('/settings/business')
  expect(settings(dealer)).not.toContain('/settings/billing-history')
})

const words: Partial<Record<string, string>> = appText.enUS
const groups = (viewer: Viewer) => menuOf(viewer).map(({ label }) => words[label])
const names = (viewer: Viewer) => settingsMenuOf(viewer).map(({ label }) => words[label])

test('shows the menu of a merchant in groups with these names [SH04]', () => {
  const four = ['Data Insights', 'Product Management', 'Code Management', 'Settings']
  expect(groups({ ...merchant, features: [] })).toEqual(four)
  expect(groups(merchant)).toEqual([...four.slice(0, 3), 'Temperature Tagging', 'Settings'])
})

test('links to all parts of the settings from their menu, and back [SH05]', () => {
  const parts = [
    'business',
    'billing-history',
    'demo',
    'credit',
    'preferences',
    'notifications',
    'team',
    'devices',
    'organisation',
    'keys',
    'webhooks',
    'host',
    'events',
    'activity',
    'signout',
  ]
  expect(settings(merchant)).toEqual(['/settings', ...parts.map((part) => `/settings/${part}`)])
  expect(names(merchant)).toEqual([
    ...['General', 'Business', 'Billing History', 'Demo account', 'Credit Top Up', 'Preferences'],
    ...[
      'Notifications',
      'Team',
      'Devices',
      'Organization sign-in',
      'API keys',
      'Webhooks',
      'Custom domain',
      'Events (EPCIS)',
    ],
    ...['Activity log', 'Sign out'],
  ])
})

test('shows Temperature Tagging to merchants with the feature, and hides the settings in demo mode [SH04]', () => {
  expect(paths({ ...merchant, features: [] })).not.toContain('/submission')
  expect(paths({ ...merchant, demo: true })).not.toContain('/settings')
})

test('shows administrators their own menu, and the merchant menu in the demo [SH05]', () => {
  const admin: Viewer = { ...merchant, role: 'admin', isAdmin: true, features: [] }
  expect(paths(admin)).toEqual(expect.arrayContaining(['/business', '/brand', '/sku', '/user', '/plan']))
  expect(paths(admin)).not.toContain('/generatecode')
})
