import type { Screen } from '#client/ui/screen/screen.ts'

export const insightsScreen: Screen = {
  path: '/insights',
  access: 'officeOrPartner',
  menu: { merchant: { group: 'groupInsights', label: 'insights', icon: 'LuChartLine' } },
  texts: ['insightsOverview', 'insights', 'insightsMap'],
  framed: true,
  load: () => import('./overview/page.tsx'),
}
