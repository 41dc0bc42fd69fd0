import { Box, IconButton, Text } from '@chakra-ui/react'
import { Suspense } from 'react'
import { LuMenu, LuPanelLeftClose, LuPanelLeftOpen } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { preferences, toggleCollapsed } from '#client/core/session/preferences.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { SyncBadge } from '#client/sync/sync-badge.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { HalalBadge, Logo } from '#client/ui/layout/logo.tsx'
import { QuickPreferences } from '#client/ui/preferences/quick-preferences.tsx'
import { hasHadCredit } from '#shared/billing/rules.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { useShownBalance } from './account-queries.ts'
import { actionsOf, destinationsOf } from './menu.ts'

const Search = lazyComponent(() => import('#client/search/search-button.tsx'))
const AccountMenu = lazyComponent(() => import('./account-menu.tsx'))
const Bell = lazyComponent(() => import('#client/notification/bell.tsx'))

export function TopBar({ viewer, onMenu }: { viewer: Viewer; onMenu: () => void }) {
  const t = useText('app')
  const collapsed = preferences((state) => state.collapsed)
  const isHalal = viewer.features.includes('halal')
  return (
    <header className="top-bar">
      <IconButton hideFrom="md" variant="ghost" aria-label={t('openMenu')} onClick={onMenu}>
        <LuMenu />
      </IconButton>
      <IconButton
        hideBelow="md"
        variant="ghost"
        size="sm"
        aria-label={collapsed ? t('expandMenu') : t('collapseMenu')}
        aria-expanded={!collapsed}
        _expanded={{ bg: 'transparent' }}
        onClick={toggleCollapsed}
      >
        {collapsed ? <LuPanelLeftOpen /> : <LuPanelLeftClose />}
      </IconButton>
      <Link to="/" aria-label="Assay">
        <Logo compact halal={isHalal} />
      </Link>
      {isHalal && <HalalBadge />}
      <div className="top-bar-space" />
      {hasAccess('officeOrPartner', viewer.role) && (
        <Suspense>
          <Search screens={destinationsOf(viewer, t)} actions={actionsOf(viewer)} />
        </Suspense>
      )}
      {!viewer.isAdmin && !viewer.demo && <SyncBadge />}
      {hasAccess('officeOrPartner', viewer.role) && <CreditBalance viewer={viewer} />}
      {hasAccess('officeOrPartner', viewer.role) && !viewer.demo && (
        <Suspense>
          <Bell />
        </Suspense>
      )}
      <Box hideBelow="md">
        <QuickPreferences />
      </Box>
      <Suspense>
        <AccountMenu viewer={viewer} />
      </Suspense>
    </header>
  )
}

/** Codes left and days until they expire. */
function CreditBalance({ viewer }: { viewer: Viewer }) {
  const t = useText('app')
  // Until the balance is known, no zero is shown.
  const data = useShownBalance(viewer)
  const codes = data?.remainingCodes
  // Without a plan so far, nothing has expired: only expired credit is an error. An unconfirmed account cannot have one.
  const isNew = data ? !hasHadCredit(data) : !viewer.emailConfirmed
  const days = data?.remainingDays
  const isExpired = days !== undefined && days <= 0
  return (
    <Link className="credit" to="/settings/credit" data-testid="credit">
      <span className="said">{t('creditBalance')}</span>
      <strong>{t('codesLeft', { count: codes ?? 0, shown: codes === undefined ? '–' : formatNumber(codes) })}</strong>
      <Text as="small" textStyle="xs" lineHeight="inherit" color={isExpired && !isNew ? 'fg.error' : 'fg.muted'}>
        {isNew ? t('noPlan') : days === undefined ? '–' : isExpired ? t('expired') : t('daysLeft', { count: days })}
      </Text>
    </Link>
  )
}
