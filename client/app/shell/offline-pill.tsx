import { Flex, Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { LuWifiOff } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { useOnline } from '#client/core/session/use-online.ts'

/** Says at once that there is no connection, also when nothing waits, and again when there is one. */
export function OfflinePill() {
  const t = useText('app')
  const isOnline = useOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!isOnline) wasOffline.current = true
    else if (wasOffline.current) {
      wasOffline.current = false
      notify({ tone: 'success', title: t('backOnline') })
    }
  }, [isOnline, t])
  return (
    <div role="status" data-testid="offline">
      {!isOnline && (
        <Flex justify="center" paddingTop="2" paddingInline="4">
          <Flex
            align="center"
            gap="2"
            paddingInline="3"
            paddingBlock="1"
            borderRadius="full"
            bg="bg.inverted"
            color="fg.inverted"
            textStyle="sm"
          >
            <LuWifiOff aria-hidden />
            <Text as="span">{t('offline')}</Text>
          </Flex>
        </Flex>
      )}
    </div>
  )
}
