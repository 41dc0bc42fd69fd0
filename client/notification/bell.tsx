import { Box, Float, IconButton, Popover, Portal } from '@chakra-ui/react'
import { useState } from 'react'
import { LuBell } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { NotificationList } from './notification-list.tsx'

/** More are shown as "99+": the server counts no further. */
const maxShown = 99

/** The number of unread notifications, kept fresh by the event stream, and their list. */
export function Component() {
  const t = useText('notification')
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead(notificationContract.unread, {}, { quiet: true })
  useRefreshOnEvent('notification', notificationContract.unread, notificationContract.list)
  const unread = data?.unread ?? 0
  const label = unread > 0 ? t('open', { count: unread }) : t('openNone')
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(change) => setOpen(change.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <IconButton variant="ghost" size={{ base: 'sm', md: 'md' }} aria-label={label} title={label} data-testid="bell">
          <Box position="relative">
            <LuBell aria-hidden />
            {unread > 0 && (
              <Float offset="-0.5">
                <Box
                  minWidth="4"
                  paddingInline="1"
                  borderRadius="full"
                  bg="red.solid"
                  color="red.contrast"
                  fontSize="10px"
                  lineHeight="16px"
                  fontWeight="600"
                  textAlign="center"
                  aria-hidden
                >
                  {unread > maxShown ? `${maxShown}+` : unread}
                </Box>
              </Float>
            )}
          </Box>
        </IconButton>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content width={{ base: 'calc(100vw - 16px)', sm: '24rem' }} aria-label={t('title')}>
            <NotificationList onLeave={() => setOpen(false)} unread={unread} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
