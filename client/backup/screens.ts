import type { Screen } from '#client/ui/screen/screen.ts'

export const backupScreen: Screen = {
  path: '/backups',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'backups', icon: 'LuDatabaseBackup' } },
  texts: ['backup'],
  load: () => import('./page.tsx'),
}
