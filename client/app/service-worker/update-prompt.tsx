import { Box, Flex, Text } from '@chakra-ui/react'
import { unsaved } from '#client/core/drafts/unsaved-changes.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { updates } from './updates.ts'

/** Offers a new version at the bottom of the screen. */
export function Component() {
  const t = useText('app')
  const { state, accept } = updates()
  const forms = unsaved((now) => now.forms)
  return (
    <Box role="status" position="fixed" insetX="0" bottom="0" zIndex="banner" pointerEvents="none">
      {state !== 'current' && (
        <Flex
          align="center"
          justify="space-between"
          gap="4"
          wrap="wrap"
          maxWidth="2xl"
          margin={{ base: '3', md: '4' }}
          marginInline={{ md: 'auto' }}
          padding="4"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="primary.solid"
          borderRadius="l3"
          boxShadow="md"
          pointerEvents="auto"
        >
          <Text>{t(state === 'ready' ? 'updateReady' : 'updateElsewhere')}</Text>
          <ButtonWithReason size="sm" disabledReason={forms > 0 ? t('updateUnsaved') : undefined} onClick={accept}>
            {t('updateNow')}
          </ButtonWithReason>
        </Flex>
      )}
    </Box>
  )
}
