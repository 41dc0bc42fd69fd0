import { CloseButton, Drawer, Portal } from '@chakra-ui/react'
import { NavLink } from 'react-router'
import { InstallButton } from '#client/app/service-worker/install-button.tsx'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { useMountOnOpen } from '#client/ui/dialog/use-mount-on-open.ts'
import { Tooltip } from '#client/ui/feedback/tooltip.tsx'
import { Logo } from '#client/ui/layout/logo.tsx'
import { hasAccess } from '#shared/core/api/access.ts'
import { type MenuItem, menuOf } from './menu.ts'
import { useMenuBadges } from './menu-badges.ts'
import { VerificationProgress } from './verification-progress.tsx'

declare const __VERSION__: string

/** The side menu on a desktop, with labels or only icons. */
export function SideMenu({ viewer, collapsed }: { viewer: Viewer; collapsed: boolean }) {
  return (
    <div className="side-menu" {...(collapsed && { 'data-collapsed': '' })}>
      <MenuContent viewer={viewer} collapsed={collapsed} />
    </div>
  )
}

type DrawerProps = { viewer: Viewer; open: boolean; onClose: () => void }

/** The side menu as a drawer on a small screen. Choosing an entry closes it. */
export function DrawerMenu(props: DrawerProps) {
  const { isMounted: isMade, open } = useMountOnOpen(props.open)
  return isMade && <MountedDrawer {...props} open={open} />
}

function MountedDrawer({ viewer, open, onClose }: DrawerProps) {
  const t = useText('app')
  const ui = useText('ui')
  return (
    <Drawer.Root open={open} onOpenChange={(change) => !change.open && onClose()} placement="start" lazyMount>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content maxWidth="280px" aria-label={t('menu')}>
            <Drawer.Header paddingBlock="3">
              <Drawer.Title srOnly>{t('menu')}</Drawer.Title>
              <Logo halal={viewer.features.includes('halal')} />
            </Drawer.Header>
            <Drawer.Body padding="0" display="flex" flexDirection="column">
              <MenuContent viewer={viewer} onChoose={onClose} />
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={ui('close')} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}

type ContentProps = { viewer: Viewer; collapsed?: boolean; onChoose?: () => void }

function MenuContent({ viewer, collapsed = false, onChoose }: ContentProps) {
  const t = useText('app')
  const badges = useMenuBadges(viewer)
  return (
    <>
      {!collapsed && (
        <div className="menu-head">
          <span title={viewer.email} data-testid="whoami">
            {viewer.demo ? t('demoAccount') : viewer.email}
          </span>
        </div>
      )}
      <nav className="menu" aria-label={t('menu')}>
        {menuOf(viewer).map((group) => (
          <div key={group.label} className="menu-group">
            {!collapsed && <p className="menu-title">{t(group.label)}</p>}
            {group.items.map((item) => (
              <Entry key={item.to} item={item} count={badges[item.to] ?? 0} collapsed={collapsed} onChoose={onChoose} />
            ))}
          </div>
        ))}
      </nav>
      {hasAccess('merchant', viewer.role) && !collapsed && <VerificationProgress viewer={viewer} />}
      {!collapsed && (
        <div className="menu-foot">
          <InstallButton />
        </div>
      )}
      {!collapsed && <p className="menu-version">{t('version', { version: __VERSION__ })}</p>}
    </>
  )
}

function Entry({
  item,
  count,
  collapsed,
  onChoose,
}: {
  item: MenuItem
  /** The number of waiting items. */
  count: number
  collapsed: boolean
  onChoose: (() => void) | undefined
}) {
  const t = useText('app')
  const label = t(item.label)
  const shown = count > 99 ? '99+' : `${count}`
  return (
    <Tooltip content={label} disabled={!collapsed}>
      <NavLink
        className="menu-entry"
        to={item.to}
        end={item.end}
        // Begins with the visible text, so that voice control finds it.
        aria-label={count > 0 ? t('menuWaiting', { label, count, shown }) : label}
        {...(onChoose && { onClick: onChoose })}
      >
        <item.icon aria-hidden size="18" />
        {!collapsed && label}
        {count > 0 && (
          <>
            {' '}
            <span className="menu-count">{shown}</span>
          </>
        )}
      </NavLink>
    </Tooltip>
  )
}
