import { Box, chakra, Flex } from '@chakra-ui/react'
import { LuArrowLeft } from 'react-icons/lu'
import { NavLink, Outlet } from 'react-router'
import { useText } from '#client/core/i18n.ts'
import { settingsMenu } from './menu.ts'

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

/** Settings: their menu beside the screen, above it on a phone. */
export function Component() {
  const t = useText('app')
  return (
    <Flex direction={{ base: 'column', lg: 'row' }} gap={{ base: '4', lg: '10' }} maxWidth="7xl" marginInline="auto">
      <Flex
        as="nav"
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
        {settingsMenu.map(({ to, label, icon: Icon, end }) => (
          <Tab key={to} to={to} end={end ?? false}>
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
