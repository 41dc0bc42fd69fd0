import type { Screen } from '#client/ui/screen/screen.ts'

export const ordersScreen: Screen = {
  path: '/generatecode',
  access: 'officeOrPartner',
  menu: { merchant: { group: 'groupCodes', label: 'generateCodes', icon: 'LuQrCode' } },
  texts: ['order', 'serials'],
  load: () => import('./page.tsx'),
}
