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
  LuLogOut,
  LuPackageSearch,
  LuPalette,
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
      { to: '/customization', label: 'customization', icon: LuPalette },
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
  { label: 'groupSettings', items: [{ to: '/settings', label: 'settings', icon: LuSettings }] },
]

const adminMenu: readonly MenuGroup[] = [
  {
    label: 'groupAdmin',
    items: [
      { to: '/business', label: 'businesses', icon: LuBuilding2 },
      { to: '/brand', label: 'trademarks', icon: LuBadgeCheck },
      { to: '/sku', label: 'certificates', icon: LuFileBadge },
      { to: '/plan', label: 'plans', icon: LuPackageSearch },
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

/** The entries of the side menu for this person. The Settings group is gone in demo mode. */
export function menuOf({ isAdmin, demo, features }: Viewer): readonly MenuGroup[] {
  if (isAdmin && !demo) return adminMenu
  const hidden = [demo && 'groupSettings', !features.includes('temperature') && 'groupTemperature']
  return merchantMenu.filter(({ label }) => !hidden.includes(label))
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
