import type { Screen } from '#client/ui/screen/screen.ts'

export const alertsScreen: Screen = {
  path: '/alerts',
  access: 'officeOrPartner',
  menu: { merchant: { group: 'groupCodes', label: 'alerts', icon: 'LuShieldAlert' } },
  texts: ['verdict', 'alertRules', 'sensor', 'pattern'],
  load: () => import('./page.tsx'),
}

export const codeCardScreen: Screen = {
  path: '/code',
  access: 'anyMerchantRole',
  menu: { merchant: { group: 'groupCodes', label: 'lookUp', icon: 'LuScanSearch' } },
  texts: ['verdict', 'codeCard', 'anchoring', 'epcis', 'epcisStep'],
  load: () => import('./card-page.tsx'),
}
