import { Flex, Text } from '@chakra-ui/react'
import { LuCloudOff } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useOnline } from '#client/core/http/use-online.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { session } from '#client/core/session/session-state.ts'

/** Says without a connection from when the numbers of a screen are. */
export function AsOf({ read: { dataUpdatedAt } }: { read: { dataUpdatedAt: number } }) {
  const t = useText('ui')
  const isOnline = useOnline()
  const isAway = session(({ status }) => status === 'offline' || status === 'ended')
  if ((isOnline && !isAway) || !dataUpdatedAt) return null
  return (
    <Flex align="center" gap="2" color="fg.muted" role="status" data-testid="as-of">
      <LuCloudOff aria-hidden />
      <Text>{t('asOf', { at: formatDateTime(new Date(dataUpdatedAt)) })}</Text>
    </Flex>
  )
}
