import type { Screen } from '#client/ui/screen/screen.ts'

export const customizationScreen: Screen = {
  path: '/customization',
  access: 'merchantOrService',
  menu: { merchant: { group: 'groupCodes', label: 'customization', icon: 'LuPalette' } },
  texts: ['customization'],
  load: () => import('./page.tsx'),
}
