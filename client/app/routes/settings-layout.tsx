import { Box, chakra, Flex } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { LuArrowLeft } from 'react-icons/lu'
import { NavLink, Outlet, useLocation } from 'react-router'
import { settingsMenuOf } from '#client/app/shell/menu.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'

const Tab = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '10',
    paddingInline: '3',
    borderRadius: 'l2',
    whiteSpace: 'nowrap',
    color: 'fg',
    _hover: { bg: 'bg.muted' },
    '&[aria-current=page]': { bg: 'bg.muted', fontWeight: '600', boxShadow: 'inset 3px 0 0 currentColor' },
  },
})

/** The layout of the settings: their menu beside the screen, or above it on a phone. */
export function Component() {
  const t = useText('app')
  const viewer = useViewer()
  const { pathname } = useLocation()
  const menu = useRef<HTMLDivElement>(null)
  // On a phone the menu scrolls horizontally, so the current tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which tab is current.
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <Flex direction={{ base: 'column', lg: 'row' }} gap={{ base: '4', lg: '10' }} maxWidth="7xl" marginInline="auto">
      <Flex
        as="nav"
        ref={menu}
        aria-label={t('settings')}
        direction={{ base: 'row', lg: 'column' }}
        gap="1"
        minWidth={{ lg: '56' }}
        overflowX="auto"
        flexShrink="0"
      >
        <Tab to="/" end color="fg.muted" aria-label={t('backToDashboard')}>
          <LuArrowLeft aria-hidden />
          <Box as="span" hideBelow="lg">
            {t('backToDashboard')}
          </Box>
        </Tab>
        {(viewer ? settingsMenuOf(viewer) : []).map(({ to, label, icon: Icon, end }) => (
          <Tab key={to} to={to} end={end}>
            <Icon aria-hidden />
            {t(label)}
          </Tab>
        ))}
      </Flex>
      <Box flex="1" minWidth="0">
        <Outlet />
      </Box>
    </Flex>
  )
}
