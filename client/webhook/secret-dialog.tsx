import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'

/** Shows a secret, once: only its button closes the dialog. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const t = useText('webhook')
  return (
    <Dialog
      open={secret !== undefined}
      title={t('secretTitle')}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Stack gap="4">
        <Text>{t('secretHint')}</Text>
        {secret && (
          <Flex gap="2" align="center">
            <Text as="code" fontFamily="mono" overflowWrap="anywhere">
              {secret}
            </Text>
            <CopyButton text={secret} label={t('copy')} done={t('copied')} />
          </Flex>
        )}
      </Stack>
    </Dialog>
  )
}
