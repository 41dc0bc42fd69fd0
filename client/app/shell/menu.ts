import type { IconType } from 'react-icons'
import { screens } from '#client/app/screens.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import type { SearchableAction } from '#client/search/search-dialog.tsx'
import { menuIcons } from '#client/ui/screen/menu-icons.ts'
import type { MenuGroupName, Screen } from '#client/ui/screen/screen.ts'
import type { appText } from '#shared/app/text.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import type { PlainTextKey } from '#shared/core/i18n/define-text.ts'

export type MenuItem = { to: string; label: PlainTextKey<typeof appText>; icon: IconType; end: boolean }
type MenuGroup = { label: MenuGroupName; items: readonly MenuItem[] }

/** The groups of each side menu, in their order. */
const menuGroups: Record<'merchant' | 'admin', readonly MenuGroupName[]> = {
  merchant: ['groupInsights', 'groupProducts', 'groupCodes', 'groupTemperature', 'groupSettings'],
  admin: ['groupAdmin', 'groupSettings'],
}

/** The side menu entries of the current user. Without the Settings entry in demo mode. */
export function menuOf({ isAdmin, demo, features, role }: Viewer): readonly MenuGroup[] {
  const menu = isAdmin && !demo ? 'admin' : 'merchant'
  const shown = allowedFor(role).filter(
    ({ path, feature }) => (!feature || features.includes(feature)) && !(demo && path === '/settings'),
  )
  return menuGroups[menu]
    .map((label) => ({
      label,
      items: shown.flatMap(({ path, menu: entries }) => {
        const entry = entries?.[menu]
        return entry?.group === label ? [menuItem(path, entry, path === '/')] : []
      }),
    }))
    .filter(({ items }) => items.length > 0)
}

export function settingsMenuOf({ role }: Pick<Viewer, 'role'>): readonly MenuItem[] {
  return allowedFor(role).flatMap(({ path, menu }) => (menu?.settings ? [menuItem(path, menu.settings, true)] : []))
}

/** The screens of both menus by their names, for the search. */
export function destinationsOf(
  viewer: Viewer,
  t: (label: MenuItem['label']) => string,
): { to: string; label: string }[] {
  const items = [...menuOf(viewer).flatMap(({ items }) => items), ...(viewer.demo ? [] : settingsMenuOf(viewer))]
  return [...new Map(items.map(({ to, label }) => [to, { to, label: t(label) }])).values()]
}

/** What the current user can start, for the search. The demo saves nothing, so it has none. */
export function actionsOf(viewer: Viewer): readonly SearchableAction[] {
  if (viewer.demo) return []
  return allowedFor(viewer.role)
    .filter(({ feature }) => !feature || viewer.features.includes(feature))
    .flatMap(({ actions = [], access: screenAccess }) =>
      actions.filter(({ access = screenAccess }) => hasAccess(access, viewer.role)),
    )
}

function allowedFor(role: Viewer['role']): readonly Screen[] {
  return screens.filter(({ access }) => hasAccess(access, role))
}

type Tab = NonNullable<NonNullable<Screen['menu']>['settings']>

/** @param end marks the entry as current only at its own path, not at paths below it */
function menuItem(to: string, { label, icon }: Tab, end: boolean): MenuItem {
  return { to, label, icon: menuIcons[icon], end }
}
