import type { Screen } from '#client/ui/screen/screen.ts'

export const chainsScreen: Screen = {
  path: '/chains',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'chains', icon: 'LuLink' } },
  texts: ['chains', 'chainProblem', 'anchoring'],
  load: () => import('./page.tsx'),
}
