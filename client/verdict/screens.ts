import type { Screen } from '#client/ui/screen/screen.ts'

export const alertsScreen: Screen = {
  path: '/alerts',
  access: 'officeOrPartner',
  menu: { merchant: { group: 'groupCodes', label: 'alerts', icon: 'LuShieldAlert' } },
  actions: [
    { action: 'act_recall', to: '/alerts?open=recall', access: 'merchant' },
    { action: 'act_markUsed', to: '/alerts?open=consume', access: 'merchant' },
  ],
  texts: ['verdict', 'alertRules', 'sensor', 'pattern'],
  load: () => import('./page.tsx'),
}

export const codeCardScreen: Screen = {
  path: '/code',
  access: 'anyMerchantRole',
  menu: { merchant: { group: 'groupCodes', label: 'lookUp', icon: 'LuScanSearch' } },
  actions: [{ action: 'act_lookUp', to: '/code' }],
  texts: ['verdict', 'codeCard', 'anchoring', 'epcis', 'epcisStep'],
  load: () => import('./card-page.tsx'),
}
