import type { Screen } from '#client/ui/screen/screen.ts'

export const packScreen: Screen = {
  path: '/packages',
  access: 'anyMerchantRole',
  menu: { merchant: { group: 'groupCodes', label: 'packs', icon: 'LuPackageSearch' } },
  texts: ['pack', 'scan', 'codes'],
  load: () => import('./page.tsx'),
}
