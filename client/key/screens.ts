import type { Screen } from '#client/ui/screen/screen.ts'

export const keyScreen: Screen = {
  path: '/settings/keys',
  access: 'owner',
  menu: { settings: { label: 'apiKeys', icon: 'LuKeyRound' } },
  actions: [{ action: 'act_createKey', to: '/settings/keys?open=new' }],
  texts: ['key'],
  load: () => import('./page.tsx'),
}
