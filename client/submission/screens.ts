import type { Screen } from '#client/ui/screen/screen.ts'

export const submissionScreen: Screen = {
  path: '/submission',
  access: 'anyMerchantRole',
  feature: 'temperature',
  menu: { merchant: { group: 'groupTemperature', label: 'submissions', icon: 'LuClipboardCheck' } },
  actions: [{ action: 'act_submit', to: '/submission?new=1', access: 'merchantOrDealer' }],
  texts: ['submission', 'answer', 'sensor', 'scan'],
  load: () => import('./page.tsx'),
}
