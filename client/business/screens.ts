import type { Screen } from '#client/ui/screen/screen.ts'

export const businessAdminScreen: Screen = {
  path: '/business',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'businesses', icon: 'LuBuilding2' } },
  texts: ['businessAdmin', 'billingAdmin', 'review', 'business'],
  load: () => import('./admin-page.tsx'),
}

export const businessScreen: Screen = {
  path: '/settings/business',
  access: 'merchantOrService',
  menu: { settings: { label: 'business', icon: 'LuBuilding2' } },
  texts: ['business', 'billing'],
  load: () => import('./page.tsx'),
}
