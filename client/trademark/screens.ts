import type { Screen } from '#client/ui/screen/screen.ts'

export const brandScreen: Screen = {
  path: '/brand',
  access: 'merchantServiceOrAdmin',
  menu: {
    merchant: { group: 'groupProducts', label: 'brands', icon: 'LuBadgeCheck' },
    admin: { group: 'groupAdmin', label: 'trademarks', icon: 'LuBadgeCheck' },
  },
  actions: [{ action: 'act_registerBrand', to: '/brand?open=new', access: 'merchant' }],
  texts: ['trademark'],
  load: () => import('./brand-page.tsx'),
}
