import { receivedPath } from '#client/core/files/received-file.ts'
import type { Screen } from '#client/ui/screen/screen.ts'

export const receivedScreen: Screen = {
  path: receivedPath,
  access: 'anyMerchantRole',
  texts: ['received'],
  load: () => import('./page.tsx'),
}
