import type { Screen } from '#client/ui/screen/screen.ts'

export const ordersScreen: Screen = {
  path: '/generatecode',
  access: 'officeOrPartner',
  menu: { merchant: { group: 'groupCodes', label: 'generateCodes', icon: 'LuQrCode' } },
  actions: [{ action: 'act_createOrder', to: '/generatecode', access: 'merchant' }],
  texts: ['order', 'serials'],
  load: () => import('./page.tsx'),
}
