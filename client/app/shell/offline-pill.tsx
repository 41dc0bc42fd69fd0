import { Box, Flex, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { LuWifi, LuWifiOff } from 'react-icons/lu'
import { useOnline } from '#client/core/http/use-online.ts'
import { useText } from '#client/core/i18n/i18n.ts'

/** How long the message about the restored connection is shown, ms. */
const backMs = 4000

/**
 * Shows immediately that there is no connection, also when no change waits, and for some seconds that it is back. It stays
 * below the top bar while the page scrolls. Presses pass through it.
 */
export function OfflinePill() {
  const t = useText('app')
  const isOnline = useOnline()
  const isBack = useIsBack(isOnline)
  const Icon = isOnline ? LuWifi : LuWifiOff
  return (
    <Box
      role="status"
      data-testid="offline"
      position="sticky"
      top={{ base: '46px', md: '16' }}
      zIndex="docked"
      pointerEvents="none"
    >
      {(!isOnline || isBack) && (
        <Flex justify="center" paddingTop="2" paddingInline="4">
          <Flex
            align="center"
            gap="2"
            paddingInline="3"
            paddingBlock="1"
            borderRadius="full"
            bg={isOnline ? 'green.solid' : 'bg.inverted'}
            color={isOnline ? 'green.contrast' : 'fg.inverted'}
            textStyle="sm"
          >
            <Icon aria-hidden />
            <Text as="span">{t(isOnline ? 'backOnline' : 'offline')}</Text>
          </Flex>
        </Flex>
      )}
    </Box>
  )
}

/** True for some seconds after the connection was restored. */
function useIsBack(isOnline: boolean): boolean {
  const [wasOnline, setWasOnline] = useState(isOnline)
  const [isBack, setBack] = useState(false)
  if (wasOnline !== isOnline) {
    setWasOnline(isOnline)
    setBack(isOnline)
  }
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setBack(false), backMs)
    return () => clearTimeout(timer)
  }, [isBack])
  return isBack
}
