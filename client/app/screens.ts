import type { Namespace } from '#client/core/i18n/i18n.ts'
import type { ComponentModule } from '#client/ui/layout/lazy-component.ts'
import type { appText } from '#shared/app/text.ts'
import type { Access } from '#shared/core/api/access.ts'
import type { Feature } from '#shared/core/api/features.ts'
import type { PlainTextKey } from '#shared/core/i18n/define-text.ts'
import type { menuIcons } from './shell/menu-icons.ts'

type Label = PlainTextKey<typeof appText>
export type MenuGroupName = Extract<Label, `group${string}`>
/** The name of an icon. The icons themselves are loaded with the menus, not with the first bundle. */
type Tab = { label: Label; icon: keyof typeof menuIcons }
type MenuEntry = Tab & { group: MenuGroupName }

export type Screen = {
  path: string
  /** The roles that may open the screen; others are redirected to the error page. `public`: needs no sign-in. */
  access: Access
  /** Only for merchants that have this feature. */
  feature?: Feature
  /** Its entries in the side menus of merchants and administrators, and in the menu of the settings. */
  menu?: { merchant?: MenuEntry; admin?: MenuEntry; settings?: Tab }
  /** Text namespaces that are fetched together with the screen when it is the first one. */
  texts?: readonly Namespace[]
  /** The first frame of the page shows the heading (`title` of the first of `texts`) and placeholders of four cards, until the code of the screen is loaded. */
  framed?: boolean
  /** Loads the screen when it is first opened. Without it, the component is in `routes.tsx`, in the first bundle. */
  load?: () => Promise<ComponentModule<object>>
}

/**
 * All screens of the console. Routes, menus, preloading and browser tests read this list, and the menus show their
 * entries in this order.
 */
export const screens: readonly Screen[] = [
  {
    path: '/',
    access: 'account',
    menu: {
      merchant: { group: 'groupInsights', label: 'dashboard', icon: 'LuLayoutDashboard' },
      admin: { group: 'groupSettings', label: 'general', icon: 'LuSettings' },
    },
    texts: ['insights'],
  },
  {
    path: '/insights',
    access: 'reader',
    menu: { merchant: { group: 'groupInsights', label: 'insights', icon: 'LuChartLine' } },
    texts: ['insightsOverview', 'insights', 'insightsMap'],
    framed: true,
    load: () => import('#client/insights/overview/page.tsx'),
  },
  {
    path: '/onboarding',
    access: 'merchant',
    texts: ['auth'],
    load: () => import('#client/auth/onboarding-page.tsx'),
  },
  {
    path: '/business',
    access: 'admin',
    menu: { admin: { group: 'groupAdmin', label: 'businesses', icon: 'LuBuilding2' } },
    texts: ['businessAdmin', 'billingAdmin', 'review', 'business'],
    load: () => import('#client/business/admin-page.tsx'),
  },
  {
    path: '/brand',
    access: 'overseer',
    menu: {
      merchant: { group: 'groupProducts', label: 'brands', icon: 'LuBadgeCheck' },
      admin: { group: 'groupAdmin', label: 'trademarks', icon: 'LuBadgeCheck' },
    },
    texts: ['trademark'],
    load: () => import('#client/trademark/brand-page.tsx'),
  },
  {
    path: '/sku',
    access: 'overseer',
    menu: {
      merchant: { group: 'groupProducts', label: 'skus', icon: 'LuBox' },
      admin: { group: 'groupAdmin', label: 'certificates', icon: 'LuFileBadge' },
    },
    texts: ['sku'],
    load: () => import('#client/sku/sku-page.tsx'),
  },
  {
    path: '/media',
    access: 'office',
    menu: { merchant: { group: 'groupProducts', label: 'media', icon: 'LuImages' } },
    texts: ['media'],
    load: () => import('#client/media/page.tsx'),
  },
  {
    path: '/user',
    access: 'admin',
    menu: { admin: { group: 'groupAdmin', label: 'users', icon: 'LuUsers' } },
    texts: ['user'],
    load: () => import('#client/user/page.tsx'),
  },
  {
    path: '/plan',
    access: 'admin',
    menu: { admin: { group: 'groupAdmin', label: 'plans', icon: 'LuPackageSearch' } },
    texts: ['billingAdmin'],
    load: () => import('#client/billing/plans-page.tsx'),
  },
  {
    path: '/audit',
    access: 'admin',
    menu: { admin: { group: 'groupAdmin', label: 'audit', icon: 'LuScrollText' } },
    texts: ['audit'],
    load: () => import('#client/audit/page.tsx'),
  },
  {
    path: '/chains',
    access: 'admin',
    menu: { admin: { group: 'groupAdmin', label: 'chains', icon: 'LuLink' } },
    texts: ['chains', 'chainProblem', 'anchoring'],
    load: () => import('#client/anchoring/page.tsx'),
  },
  {
    path: '/retention',
    access: 'admin',
    menu: { admin: { group: 'groupAdmin', label: 'retention', icon: 'LuArchive' } },
    texts: ['retention'],
    load: () => import('#client/retention/page.tsx'),
  },
  {
    path: '/generatecode',
    access: 'reader',
    menu: { merchant: { group: 'groupCodes', label: 'generateCodes', icon: 'LuQrCode' } },
    texts: ['order'],
    load: () => import('#client/order/page.tsx'),
  },
  {
    path: '/activatecode',
    access: 'reader',
    menu: { merchant: { group: 'groupCodes', label: 'activateCodes', icon: 'LuCircleCheckBig' } },
    texts: ['activation', 'codes', 'anchoring'],
    load: () => import('#client/activation/page.tsx'),
  },
  {
    path: '/alerts',
    access: 'reader',
    menu: { merchant: { group: 'groupCodes', label: 'alerts', icon: 'LuShieldAlert' } },
    texts: ['verdict', 'sensor'],
    load: () => import('#client/verdict/page.tsx'),
  },
  {
    path: '/code',
    access: 'reader',
    menu: { merchant: { group: 'groupCodes', label: 'lookUp', icon: 'LuScanSearch' } },
    texts: ['verdict', 'codeCard', 'anchoring'],
    load: () => import('#client/verdict/card-page.tsx'),
  },
  {
    path: '/customization',
    access: 'office',
    menu: { merchant: { group: 'groupCodes', label: 'customization', icon: 'LuPalette' } },
    texts: ['customization'],
    load: () => import('#client/customization/page.tsx'),
  },
  {
    path: '/sensor',
    access: 'reader',
    feature: 'temperature',
    menu: { merchant: { group: 'groupTemperature', label: 'sensors', icon: 'LuThermometer' } },
    texts: ['sensor', 'sensorImport', 'sensorTag', 'scan'],
    load: () => import('#client/sensor/page.tsx'),
  },
  {
    path: '/form',
    access: 'reader',
    feature: 'temperature',
    menu: { merchant: { group: 'groupTemperature', label: 'forms', icon: 'LuClipboardList' } },
    texts: ['form', 'sensor'],
    load: () => import('#client/form/page.tsx'),
  },
  {
    path: '/submission',
    access: 'reader',
    feature: 'temperature',
    menu: { merchant: { group: 'groupTemperature', label: 'submissions', icon: 'LuClipboardCheck' } },
    texts: ['submission', 'sensor'],
    load: () => import('#client/submission/page.tsx'),
  },
  {
    path: '/logistic',
    access: 'reader',
    feature: 'temperature',
    menu: { merchant: { group: 'groupTemperature', label: 'logistics', icon: 'LuTruck' } },
    texts: ['logistic', 'sensor'],
    load: () => import('#client/logistic/page.tsx'),
  },
  {
    path: '/settings',
    access: 'reader',
    menu: {
      merchant: { group: 'groupSettings', label: 'settings', icon: 'LuSettings' },
      settings: { label: 'general', icon: 'LuSettings' },
    },
    texts: ['auth'],
    load: () => import('#client/auth/account/settings-page.tsx'),
  },
  {
    path: '/settings/business',
    access: 'office',
    menu: { settings: { label: 'business', icon: 'LuBuilding2' } },
    texts: ['business', 'billing'],
    load: () => import('#client/business/page.tsx'),
  },
  {
    path: '/settings/billing-history',
    access: 'office',
    menu: { settings: { label: 'billingHistory', icon: 'LuHistory' } },
    texts: ['billing'],
    load: () => import('#client/billing/history-page.tsx'),
  },
  { path: '/settings/demo', access: 'reader', menu: { settings: { label: 'demoAccount', icon: 'LuGlobe' } } },
  {
    path: '/settings/credit',
    access: 'reader',
    menu: { settings: { label: 'credit', icon: 'LuCoins' } },
    texts: ['billing', 'support'],
    load: () => import('#client/billing/credit-page.tsx'),
  },
  {
    path: '/settings/preferences',
    access: 'reader',
    menu: { settings: { label: 'preferences', icon: 'LuSlidersHorizontal' } },
    load: () => import('./routes/preferences-page.tsx'),
  },
  {
    path: '/settings/notifications',
    access: 'reader',
    menu: { settings: { label: 'notifications', icon: 'LuBell' } },
    texts: ['notification'],
    load: () => import('#client/notification/settings-page.tsx'),
  },
  {
    path: '/settings/activity',
    access: 'merchant',
    menu: { settings: { label: 'activity', icon: 'LuScrollText' } },
    texts: ['audit'],
    load: () => import('#client/audit/activity-page.tsx'),
  },
  {
    path: '/settings/signout',
    access: 'reader',
    menu: { settings: { label: 'signOut', icon: 'LuLogOut' } },
    load: () => import('#client/sync/sign-out-page.tsx'),
  },
  {
    path: '/support',
    access: 'account',
    menu: {
      merchant: { group: 'groupSettings', label: 'support', icon: 'LuLifeBuoy' },
      admin: { group: 'groupAdmin', label: 'messages', icon: 'LuLifeBuoy' },
    },
    texts: ['support'],
    load: () => import('#client/support/support-page.tsx'),
  },
  {
    path: '/preferences',
    access: 'admin',
    menu: { admin: { group: 'groupSettings', label: 'preferences', icon: 'LuSlidersHorizontal' } },
    load: () => import('./routes/preferences-page.tsx'),
  },
  {
    path: '/signout',
    access: 'account',
    menu: { admin: { group: 'groupSettings', label: 'signOut', icon: 'LuLogOut' } },
    load: () => import('#client/sync/sign-out-page.tsx'),
  },
  { path: '/email-confirmation', access: 'public', load: () => import('#client/auth/confirm-email-page.tsx') },
  { path: '/recover-password', access: 'public', load: () => import('#client/auth/recover-password-page.tsx') },
  { path: '/reset-password', access: 'public', load: () => import('#client/auth/reset-password-page.tsx') },
  { path: '/administrator', access: 'public', load: () => import('#client/auth/administrator-page.tsx') },
  {
    path: '/unsubscribe',
    access: 'public',
    texts: ['notification'],
    load: () => import('#client/notification/unsubscribe-page.tsx'),
  },
  { path: '/terms-of-service', access: 'public', load: () => import('#client/legal/terms-page.tsx') },
  { path: '/privacy', access: 'public', load: () => import('#client/legal/privacy-page.tsx') },
  { path: '/experience', access: 'public', load: () => import('#client/legal/experience-page.tsx') },
]
