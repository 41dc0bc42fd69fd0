import type { Screen } from '#client/ui/screen/screen.ts'

export const userScreen: Screen = {
  path: '/user',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'users', icon: 'LuUsers' } },
  texts: ['user'],
  load: () => import('./page.tsx'),
}
