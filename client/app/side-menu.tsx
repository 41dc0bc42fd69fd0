import { Box, CloseButton, Drawer, Flex, Portal, Stack, Text } from '@chakra-ui/react'
import { NavLink } from 'react-router'
import { useText } from '#client/core/i18n.ts'
import type { Viewer } from '#client/core/session.ts'
import { useEver } from '#client/ui/ever.ts'
import { Logo } from '#client/ui/logo.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { InstallApp } from './install-app.tsx'
import { type MenuItem, menuOf } from './menu.ts'
import { Verification } from './verification.tsx'

const width = { full: '280px', icons: '64px' }
declare const __VERSION__: string

/** The menu beside the screen on a desktop: whole, or icons alone. */
export function SideMenu({ viewer, collapsed }: { viewer: Viewer; collapsed: boolean }) {
  return (
    <Flex
      hideBelow="md"
      direction="column"
      width={collapsed ? width.icons : width.full}
      flexShrink="0"
      height="100dvh"
      position="sticky"
      top="0"
      overflowY="auto"
      bg="bg.panel"
      borderEndWidth="1px"
    >
      <MenuContent viewer={viewer} collapsed={collapsed} />
    </Flex>
  )
}

type DrawerProps = { viewer: Viewer; open: boolean; onClose: () => void }

/** The same as a drawer over a small screen; choosing an entry closes it. */
export function DrawerMenu(props: DrawerProps) {
  return useEver(props.open) && <MadeDrawer {...props} />
}

function MadeDrawer({ viewer, open, onClose }: DrawerProps) {
  const t = useText('app')
  const ui = useText('ui')
  return (
    <Drawer.Root open={open} onOpenChange={(change) => !change.open && onClose()} placement="start" lazyMount>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content maxWidth={width.full} aria-label={t('menu')}>
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
  return (
    <>
      {!collapsed && (
        <Flex paddingInline="5" minHeight="64px" align="center" borderBottomWidth="1px" flexShrink="0">
          <Text fontWeight="600" truncate title={viewer.email} data-testid="whoami">
            {viewer.demo ? t('demoAccount') : viewer.email}
          </Text>
        </Flex>
      )}
      <Stack as="nav" aria-label={t('menu')} gap="5" padding={collapsed ? '2' : '3'} flex="1">
        {menuOf(viewer).map((group) => (
          <Stack key={group.label} gap="1">
            {!collapsed && (
              <Text paddingInline="3" textStyle="xs" color="fg.muted" letterSpacing="0.04em">
                {t(group.label)}
              </Text>
            )}
            {group.items.map((item) => (
              <Entry key={item.to} item={item} collapsed={collapsed} onChoose={onChoose} />
            ))}
          </Stack>
        ))}
      </Stack>
      {viewer.role === 'merchant' && !collapsed && <Verification viewer={viewer} />}
      {!collapsed && (
        <Box paddingInline="5">
          <InstallApp />
        </Box>
      )}
      {!collapsed && (
        <Text padding="4" paddingInline="5" textStyle="xs" color="fg.muted">
          {t('version', { version: __VERSION__ })}
        </Text>
      )}
    </>
  )
}

function Entry({
  item,
  collapsed,
  onChoose,
}: {
  item: MenuItem
  collapsed: boolean
  onChoose: (() => void) | undefined
}) {
  const t = useText('app')
  const label = t(item.label)
  return (
    <Tooltip content={label} disabled={!collapsed}>
      <NavLink
        className="menu-entry"
        to={item.to}
        end={item.end ?? false}
        aria-label={label}
        {...(collapsed && { 'data-collapsed': '' })}
        {...(onChoose && { onClick: onChoose })}
      >
        <item.icon aria-hidden size="18" />
        {!collapsed && label}
      </NavLink>
    </Tooltip>
  )
}
