import { IconButton, Menu, Portal, Text } from '@chakra-ui/react'
import { LuCircleUser } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'

/** The menu of the account on every screen: its name, the preferences, and the sign-out. */
export function Component({ viewer }: { viewer: Viewer }) {
  const t = useText('app')
  const isAdmin = viewer.isAdmin && !viewer.demo
  const entries = [
    { to: isAdmin ? '/' : '/settings', label: t('settings') },
    { to: isAdmin ? '/preferences' : '/settings/preferences', label: t('preferences') },
    { to: isAdmin ? '/signout' : '/settings/signout', label: t('signOut') },
  ]
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size={{ base: 'sm', md: 'md' }} aria-label={t('account')}>
          <LuCircleUser />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minWidth="48">
            <Text paddingInline="2" paddingBlock="1.5" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {viewer.demo ? t('demoAccount') : viewer.email}
            </Text>
            {entries.map(({ to, label }) => (
              <Menu.Item key={to} value={to} asChild>
                <Link to={to}>{label}</Link>
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
