import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'

/** Shows a new key, which the server cannot show again: it closes only with the button. */
export function ShownKeyDialog({ shown, onClose }: { shown: string | undefined; onClose: () => void }) {
  const t = useText('key')
  return (
    <Dialog
      open={shown !== undefined}
      title={t('shownTitle')}
      footer={<Button onClick={onClose}>{t('stored')}</Button>}
    >
      <Stack gap="4">
        <Text>{t('shownHint')}</Text>
        <Flex align="center" gap="2" padding="3" borderWidth="1px" borderRadius="md">
          <chakra.code data-testid="api-key" flex="1" minWidth="0" overflowWrap="anywhere">
            {shown}
          </chakra.code>
          <CopyButton text={shown ?? ''} label={t('copy')} done={t('copied')} />
        </Flex>
      </Stack>
    </Dialog>
  )
}
