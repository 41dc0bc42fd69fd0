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
  LuPalette,
  LuQrCode,
  LuScrollText,
  LuSettings,
  LuShieldAlert,
  LuSlidersHorizontal,
  LuTruck,
  LuUsers,
} from 'react-icons/lu'
import type { Viewer } from '#client/core/session/session.ts'
import type { appText } from '#shared/app/text.ts'
import { type Access, hasAccess, type Role } from '#shared/core/api/access.ts'
import type { TextKey } from '#shared/core/i18n/define-text.ts'

type Word = TextKey<typeof appText>
/** `access`: who may open the screen; without it everybody whose menu it is. */
export type MenuItem = { to: string; label: Word; icon: IconType; end?: boolean; access?: Access }
export type MenuGroup = { label: Word; items: readonly MenuItem[] }

const merchantMenu: readonly MenuGroup[] = [
  { label: 'groupInsights', items: [{ to: '/', label: 'dashboard', icon: LuLayoutDashboard, end: true }] },
  {
    label: 'groupProducts',
    items: [
      { to: '/brand', label: 'brands', icon: LuBadgeCheck, access: 'office' },
      { to: '/sku', label: 'skus', icon: LuBox, access: 'office' },
      { to: '/media', label: 'media', icon: LuImages, access: 'office' },
    ],
  },
  {
    label: 'groupCodes',
    items: [
      { to: '/generatecode', label: 'generateCodes', icon: LuQrCode },
      { to: '/activatecode', label: 'activateCodes', icon: LuCircleCheckBig },
      { to: '/alerts', label: 'alerts', icon: LuShieldAlert },
      { to: '/customization', label: 'customization', icon: LuPalette, access: 'office' },
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
      { to: '/user', label: 'users', icon: LuUsers },
      { to: '/plan', label: 'plans', icon: LuPackageSearch },
      { to: '/audit', label: 'audit', icon: LuScrollText },
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
export function menuOf({ isAdmin, demo, features, role }: Viewer): readonly MenuGroup[] {
  if (isAdmin && !demo) return adminMenu
  return merchantMenu
    .filter(({ label }) => label !== 'groupTemperature' || features.includes('temperature'))
    .map(({ label, items }) => ({
      label,
      items: allowedFor(role, items).filter(({ to }) => !(demo && to === '/settings')),
    }))
    .filter(({ items }) => items.length > 0)
}

export function settingsMenuOf({ role }: Pick<Viewer, 'role'>): readonly MenuItem[] {
  return allowedFor(role, settingsMenu)
}

function allowedFor(role: Role, items: readonly MenuItem[]): readonly MenuItem[] {
  return items.filter(({ access }) => !access || hasAccess(access, role))
}

const settingsMenu: readonly MenuItem[] = [
  { to: '/settings', label: 'general', icon: LuSettings, end: true },
  { to: '/settings/business', label: 'business', icon: LuBuilding2, access: 'office' },
  { to: '/settings/billing-history', label: 'billingHistory', icon: LuHistory, access: 'office' },
  { to: '/settings/demo', label: 'demoAccount', icon: LuGlobe },
  { to: '/settings/credit', label: 'credit', icon: LuCoins },
  { to: '/settings/preferences', label: 'preferences', icon: LuSlidersHorizontal },
  { to: '/settings/signout', label: 'signOut', icon: LuLogOut },
]
