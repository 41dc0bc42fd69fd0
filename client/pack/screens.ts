import type { Screen } from '#client/ui/screen/screen.ts'

export const packScreen: Screen = {
  path: '/packages',
  access: 'anyMerchantRole',
  menu: { merchant: { group: 'groupCodes', label: 'packs', icon: 'LuPackageSearch' } },
  actions: [
    { action: 'act_packCase', to: '/packages?pack=case', access: 'merchantOrDealer' },
    { action: 'act_packPallet', to: '/packages?pack=pallet', access: 'merchantOrDealer' },
  ],
  texts: ['pack', 'scan', 'codes'],
  load: () => import('./page.tsx'),
}
