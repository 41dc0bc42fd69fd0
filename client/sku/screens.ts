import type { Screen } from '#client/ui/screen/screen.ts'

export const skuScreen: Screen = {
  path: '/sku',
  access: 'merchantServiceOrAdmin',
  menu: {
    merchant: { group: 'groupProducts', label: 'skus', icon: 'LuBox' },
    admin: { group: 'groupAdmin', label: 'certificates', icon: 'LuFileBadge' },
  },
  actions: [{ action: 'act_addSku', to: '/sku?open=new', access: 'merchant' }],
  texts: ['sku', 'gs1', 'passport'],
  load: () => import('./sku-page.tsx'),
}
