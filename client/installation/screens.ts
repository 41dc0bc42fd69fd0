import type { Screen } from '#client/ui/screen/screen.ts'

export const installationScreen: Screen = {
  path: '/installation',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'installation', icon: 'LuStethoscope' } },
  texts: ['installation'],
  load: () => import('./page.tsx'),
}
