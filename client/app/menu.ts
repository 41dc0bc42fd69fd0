import type { IconType } from 'react-icons'
import {
  LuBadgeCheck,
  LuBox,
  LuBuilding2,
  LuCircleCheckBig,
  LuClipboardCheck,
  LuClipboardList,
  LuCoins,
  LuFileBadge,
  LuGlobe,
  LuHistory,
  LuImages,
  LuLayoutDashboard,
  LuLifeBuoy,
  LuLogOut,
  LuPackageSearch,
  LuQrCode,
  LuSettings,
  LuSlidersHorizontal,
  LuTruck,
} from 'react-icons/lu'
import type { Viewer } from '#client/core/session.ts'
import type { appText } from '#shared/app/text.ts'
import type { TextKey } from '#shared/core/text.ts'

type Word = TextKey<typeof appText>
export type MenuItem = { to: string; label: Word; icon: IconType; end?: boolean }
export type MenuGroup = { label: Word; items: readonly MenuItem[] }

const merchantMenu: readonly MenuGroup[] = [
  { label: 'groupInsights', items: [{ to: '/', label: 'dashboard', icon: LuLayoutDashboard, end: true }] },
  {
    label: 'groupProducts',
    items: [
      { to: '/brand', label: 'brands', icon: LuBadgeCheck },
      { to: '/sku', label: 'skus', icon: LuBox },
      { to: '/media', label: 'media', icon: LuImages },
    ],
  },
  {
    label: 'groupCodes',
    items: [
      { to: '/generatecode', label: 'generateCodes', icon: LuQrCode },
      { to: '/activatecode', label: 'activateCodes', icon: LuCircleCheckBig },
    ],
  },
  {
    label: 'groupTemperature',
    items: [
      { to: '/form', label: 'forms', icon: LuClipboardList },
      { to: '/submission', label: 'submissions', icon: LuClipboardCheck },
      { to: '/logistic', label: 'logistics', icon: LuTruck },
    ],
  },
  {
    label: 'groupSettings',
    items: [
      { to: '/settings', label: 'settings', icon: LuSettings },
      { to: '/support', label: 'support', icon: LuLifeBuoy },
    ],
  },
]

const adminMenu: readonly MenuGroup[] = [
  {
    label: 'groupAdmin',
    items: [
      { to: '/business', label: 'businesses', icon: LuBuilding2 },
      { to: '/brand', label: 'trademarks', icon: LuBadgeCheck },
      { to: '/sku', label: 'certificates', icon: LuFileBadge },
      { to: '/plan', label: 'plans', icon: LuPackageSearch },
      { to: '/support', label: 'messages', icon: LuLifeBuoy },
    ],
  },
  {
    label: 'groupSettings',
    items: [
      { to: '/', label: 'general', icon: LuSettings, end: true },
      { to: '/preferences', label: 'preferences', icon: LuSlidersHorizontal },
      { to: '/signout', label: 'signOut', icon: LuLogOut },
    ],
  },
]

/** The entries of the side menu for this person. The Settings entry is gone in demo mode. */
export function menuOf({ isAdmin, demo, features }: Viewer): readonly MenuGroup[] {
  if (isAdmin && !demo) return adminMenu
  return merchantMenu
    .filter(({ label }) => label !== 'groupTemperature' || features.includes('temperature'))
    .map(({ label, items }) => ({ label, items: items.filter(({ to }) => !(demo && to === '/settings')) }))
}

export const settingsMenu: readonly MenuItem[] = [
  { to: '/settings', label: 'general', icon: LuSettings, end: true },
  { to: '/settings/business', label: 'business', icon: LuBuilding2 },
  { to: '/settings/billing-history', label: 'billingHistory', icon: LuHistory },
  { to: '/settings/demo', label: 'demoAccount', icon: LuGlobe },
  { to: '/settings/credit', label: 'credit', icon: LuCoins },
  { to: '/settings/preferences', label: 'preferences', icon: LuSlidersHorizontal },
  { to: '/settings/signout', label: 'signOut', icon: LuLogOut },
]
