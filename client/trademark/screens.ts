import type { Screen } from '#client/ui/screen/screen.ts'

export const brandScreen: Screen = {
  path: '/brand',
  access: 'merchantServiceOrAdmin',
  menu: {
    merchant: { group: 'groupProducts', label: 'brands', icon: 'LuBadgeCheck' },
    admin: { group: 'groupAdmin', label: 'trademarks', icon: 'LuBadgeCheck' },
  },
  texts: ['trademark'],
  load: () => import('./brand-page.tsx'),
}
