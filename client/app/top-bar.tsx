import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react'
import { LuMenu, LuPanelLeftClose, LuPanelLeftOpen } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import { preferences, toggleCollapsed } from '#client/core/preferences.ts'
import type { Viewer } from '#client/core/session.ts'
import { HalalBadge, Logo } from '#client/ui/logo.tsx'
import { QuickPreferences } from '#client/ui/quick-preferences.tsx'
import { hadCredit } from '#shared/billing/rules.ts'
import { limits } from '#shared/core/limits.ts'
import { useBalance } from './account.ts'
import { SyncBadge } from './sync-badge.tsx'

export function TopBar({ viewer, onMenu }: { viewer: Viewer; onMenu: () => void }) {
  const t = useText('app')
  const collapsed = preferences((state) => state.collapsed)
  const isHalal = viewer.features.includes('halal')
  return (
    <Flex
      as="header"
      align="center"
      gap={{ base: '1', md: '3' }}
      minHeight={{ base: '46px', md: '64px' }}
      paddingInline={{ base: '2', md: '6' }}
      bg="bg.panel"
      borderBottomWidth="1px"
      position="sticky"
      top="0"
      zIndex="docked"
    >
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
      <Box flex="1" />
      {!viewer.isAdmin && !viewer.demo && <SyncBadge />}
      {!viewer.isAdmin && <CreditBalance viewer={viewer} />}
      <QuickPreferences />
    </Flex>
  )
}

/** Codes left and the days that they last. */
function CreditBalance({ viewer }: { viewer: Viewer }) {
  const t = useText('app')
  const { data } = useBalance(viewer)
  // Without a connection nobody knows: that is not none.
  const codes = data?.remainingCodes
  const days = data?.remainingDays ?? limits.remainingDaysBeforeLoad
  const over = days <= 0
  return (
    <Button asChild variant="ghost" height="auto" paddingBlock="1" paddingInline="2" fontWeight="normal">
      <Link to="/settings/credit" data-testid="credit">
        <Box srOnly>{t('creditBalance')}</Box>
        <Flex direction="column" align="end" lineHeight="1.25">
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {t('codesLeft', { count: codes ?? 0, shown: codes === undefined ? '–' : formatNumber(codes) })}
          </Text>
          <Text textStyle="xs" color={over ? 'fg.error' : 'fg.muted'}>
            {!over ? t('daysLeft', { count: days }) : data && !hadCredit(data) ? t('noPlan') : t('expired')}
          </Text>
        </Flex>
      </Link>
    </Button>
  )
}
