import type { Screen } from '#client/ui/screen/screen.ts'

export const supportScreen: Screen = {
  path: '/support',
  access: 'signedIn',
  menu: {
    merchant: { group: 'groupSettings', label: 'support', icon: 'LuLifeBuoy' },
    admin: { group: 'groupAdmin', label: 'messages', icon: 'LuLifeBuoy' },
  },
  texts: ['support'],
  load: () => import('./support-page.tsx'),
}
