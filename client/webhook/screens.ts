import type { Screen } from '#client/ui/screen/screen.ts'

export const webhookScreen: Screen = {
  path: '/settings/webhooks',
  access: 'merchant',
  menu: { settings: { label: 'webhooks', icon: 'LuLink' } },
  actions: [{ action: 'act_addWebhook', to: '/settings/webhooks?open=new' }],
  texts: ['webhook'],
  load: () => import('./page.tsx'),
}
