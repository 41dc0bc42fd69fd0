import { Box, Button, Link as ChakraLink, Flex, Heading, Popover, Stack, Text } from '@chakra-ui/react'
import { LuBadgeCheck, LuBell, LuMegaphone, LuQrCode, LuSettings, LuShieldAlert } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { alertReasonText } from '#shared/notification/alert-reason-text.ts'
import { type Notification, notificationContract } from '#shared/notification/contract.ts'
import { notificationPath } from '#shared/notification/rules.ts'

const icons = { alert: LuShieldAlert, decision: LuBadgeCheck, recall: LuMegaphone, order: LuQrCode } as const
const newest = { query: { limit: 20 } }

type Props = { onLeave: () => void; unread: number }

/** The newest notifications. Opening one marks it as read. */
export function NotificationList({ onLeave, unread }: Props) {
  const t = useText('notification')
  const list = useRead(notificationContract.list, newest)
  const markRead = useWrite(notificationContract.markRead, {
    refresh: [notificationContract.list, notificationContract.unread],
    quiet: true,
  })
  const openOne = ({ id, readAt }: Notification) => {
    if (readAt === null) markRead.mutate({ body: { ids: [id] } })
    onLeave()
  }
  return (
    <>
      <Popover.Header>
        <Flex justify="space-between" align="center" gap="3">
          <Heading as="h2" size="md">
            {t('title')}
          </Heading>
          {unread > 0 && (
            <Button
              size="xs"
              variant="ghost"
              loading={markRead.isPending}
              onClick={() => markRead.mutate({ body: {} })}
            >
              {t('markAll')}
            </Button>
          )}
        </Flex>
      </Popover.Header>
      <Popover.Body padding="0" maxHeight="min(60vh, 28rem)" overflowY="auto">
        {!list.data ? (
          <Box padding="4">
            <LoadState read={list} height="32" />
          </Box>
        ) : list.data.rows.length === 0 ? (
          <EmptyState icon={LuBell} title={t('none')} hint={t('noneHint')} />
        ) : (
          <Stack as="ul" gap="0" listStyleType="none">
            {list.data.rows.map((row) => (
              <Entry key={row.id} row={row} onOpen={() => openOne(row)} />
            ))}
          </Stack>
        )}
      </Popover.Body>
      <Popover.Footer>
        <Button asChild size="sm" variant="ghost" onClick={onLeave}>
          <Link to="/settings/notifications">
            <LuSettings aria-hidden />
            {t('choose')}
          </Link>
        </Button>
      </Popover.Footer>
    </>
  )
}

function Entry({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const t = useText('notification')
  const language = useLanguage()
  const Icon = icons[row.kind]
  const isUnread = row.readAt === null
  return (
    <Box as="li" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <ChakraLink
        asChild
        display="flex"
        gap="3"
        padding="3"
        paddingInline="4"
        color="fg"
        _hover={{ bg: 'bg.muted' }}
        {...(isUnread && { bg: 'secondary.subtle' })}
      >
        <Link to={notificationPath(row)} onClick={onOpen}>
          <Box paddingTop="0.5" color="fg.muted">
            <Icon aria-hidden size="18" />
          </Box>
          <Box minWidth="0" flex="1">
            <Text fontWeight={isUnread ? '600' : 'normal'} overflowWrap="anywhere">
              {t(row.event, { name: row.name })}
            </Text>
            {row.reason && (
              <Text textStyle="sm" overflowWrap="anywhere">
                {alertReasonText(row.reason, language)}
              </Text>
            )}
            <Text textStyle="xs" color="fg.muted">
              {formatDateTime(row.createdAt)}
            </Text>
          </Box>
          {isUnread && (
            <Box
              boxSize="2"
              marginTop="2"
              borderRadius="full"
              bg="secondary.solid"
              flexShrink="0"
              role="img"
              aria-label={t('unread')}
            />
          )}
        </Link>
      </ChakraLink>
    </Box>
  )
}
