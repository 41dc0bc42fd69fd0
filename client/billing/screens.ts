import type { Screen } from '#client/ui/screen/screen.ts'

export const plansScreen: Screen = {
  path: '/plan',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'plans', icon: 'LuPackageSearch' } },
  actions: [{ action: 'act_addPlan', to: '/plan?open=new' }],
  texts: ['billingAdmin'],
  load: () => import('./plans-page.tsx'),
}

export const billingHistoryScreen: Screen = {
  path: '/settings/billing-history',
  access: 'ownerOrService',
  menu: { settings: { label: 'billingHistory', icon: 'LuHistory' } },
  texts: ['billing'],
  load: () => import('./history-page.tsx'),
}

export const creditScreen: Screen = {
  path: '/settings/credit',
  access: 'officeOrPartner',
  menu: { settings: { label: 'credit', icon: 'LuCoins' } },
  texts: ['billing', 'support'],
  load: () => import('./credit-page.tsx'),
}
