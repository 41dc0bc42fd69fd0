import { activationScreen } from '#client/activation/screens.ts'
import { chainsScreen } from '#client/anchoring/screens.ts'
import { activityScreen, auditScreen } from '#client/audit/screens.ts'
import {
  administratorScreen,
  arrivalScreen,
  confirmEmailScreen,
  invitationScreen,
  onboardingScreen,
  organisationScreen,
  providerScreen,
  recoverPasswordScreen,
  resetPasswordScreen,
  settingsScreen,
} from '#client/auth/screens.ts'
import { backupScreen } from '#client/backup/screens.ts'
import { billingHistoryScreen, creditScreen, plansScreen } from '#client/billing/screens.ts'
import { businessAdminScreen, businessScreen } from '#client/business/screens.ts'
import { customizationScreen } from '#client/customization/screens.ts'
import { epcisScreen } from '#client/epcis/screens.ts'
import { formScreen } from '#client/form/screens.ts'
import { brandHostScreen } from '#client/host/screens.ts'
import { insightsScreen } from '#client/insights/screens.ts'
import { installationScreen } from '#client/installation/screens.ts'
import { keyScreen } from '#client/key/screens.ts'
import { experienceScreen, privacyScreen, termsScreen } from '#client/legal/screens.ts'
import { logisticScreen } from '#client/logistic/screens.ts'
import { mediaScreen } from '#client/media/screens.ts'
import { notificationSettingsScreen, unsubscribeScreen } from '#client/notification/screens.ts'
import { ordersScreen } from '#client/order/screens.ts'
import { packScreen } from '#client/pack/screens.ts'
import { receivedScreen } from '#client/received/screens.ts'
import { retentionScreen } from '#client/retention/screens.ts'
import { sensorScreen } from '#client/sensor/screens.ts'
import { skuScreen } from '#client/sku/screens.ts'
import { submissionScreen } from '#client/submission/screens.ts'
import { supportScreen } from '#client/support/screens.ts'
import { devicesScreen, settingsSignOutScreen, signOutScreen } from '#client/sync/screens.ts'
import { teamScreen } from '#client/team/screens.ts'
import { brandScreen } from '#client/trademark/screens.ts'
import type { Screen } from '#client/ui/screen/screen.ts'
import { userScreen } from '#client/user/screens.ts'
import { alertsScreen, codeCardScreen } from '#client/verdict/screens.ts'
import { webhookScreen } from '#client/webhook/screens.ts'

/**
 * All screens of the console. Routes, menus, preloading and browser tests read this list, and the menus show their
 * entries in this order.
 */
export const screens: readonly Screen[] = [
  {
    path: '/',
    access: 'signedIn',
    menu: {
      merchant: { group: 'groupInsights', label: 'dashboard', icon: 'LuLayoutDashboard' },
      admin: { group: 'groupSettings', label: 'general', icon: 'LuSettings' },
    },
    texts: ['insights'],
  },
  insightsScreen,
  onboardingScreen,
  businessAdminScreen,
  brandScreen,
  skuScreen,
  mediaScreen,
  userScreen,
  plansScreen,
  auditScreen,
  chainsScreen,
  retentionScreen,
  backupScreen,
  installationScreen,
  ordersScreen,
  receivedScreen,
  activationScreen,
  packScreen,
  alertsScreen,
  codeCardScreen,
  customizationScreen,
  sensorScreen,
  formScreen,
  submissionScreen,
  logisticScreen,
  settingsScreen,
  businessScreen,
  billingHistoryScreen,
  { path: '/settings/demo', access: 'anyMerchantRole', menu: { settings: { label: 'demoAccount', icon: 'LuGlobe' } } },
  creditScreen,
  {
    path: '/settings/preferences',
    access: 'anyMerchantRole',
    menu: { settings: { label: 'preferences', icon: 'LuSlidersHorizontal' } },
    load: () => import('./routes/preferences-page.tsx'),
  },
  notificationSettingsScreen,
  teamScreen,
  devicesScreen,
  providerScreen,
  keyScreen,
  webhookScreen,
  brandHostScreen,
  epcisScreen,
  activityScreen,
  settingsSignOutScreen,
  supportScreen,
  {
    path: '/preferences',
    access: 'admin',
    menu: { admin: { group: 'groupSettings', label: 'preferences', icon: 'LuSlidersHorizontal' } },
    load: () => import('./routes/preferences-page.tsx'),
  },
  signOutScreen,
  confirmEmailScreen,
  recoverPasswordScreen,
  resetPasswordScreen,
  invitationScreen,
  administratorScreen,
  organisationScreen,
  arrivalScreen,
  unsubscribeScreen,
  termsScreen,
  privacyScreen,
  experienceScreen,
]
