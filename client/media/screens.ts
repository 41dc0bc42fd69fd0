import type { Screen } from '#client/ui/screen/screen.ts'

export const mediaScreen: Screen = {
  path: '/media',
  access: 'merchantOrService',
  menu: { merchant: { group: 'groupProducts', label: 'media', icon: 'LuImages' } },
  texts: ['media'],
  load: () => import('./page.tsx'),
}
