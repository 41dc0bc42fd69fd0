import { Box, Flex, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { LuWifi, LuWifiOff } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useOnline } from '#client/core/session/use-online.ts'

/** How long the return of the connection is told, ms. */
const backMs = 4000

/**
 * Says at once that there is no connection, also when nothing waits, and for a moment when it is back. It stays below
 * the top bar while the page scrolls, and covers nothing that can be pressed.
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

/** True for a moment after the device got its connection back. */
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
