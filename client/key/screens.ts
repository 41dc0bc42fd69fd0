import type { Screen } from '#client/ui/screen/screen.ts'

export const keyScreen: Screen = {
  path: '/settings/keys',
  access: 'owner',
  menu: { settings: { label: 'apiKeys', icon: 'LuKeyRound' } },
  texts: ['key'],
  load: () => import('./page.tsx'),
}
