import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = {
  /** The secret; the dialog is closed without one. */
  secret: string | undefined
  onClose: () => void
  title: string
  hint: string
  copy: string
  copied: string
  /** The words of the button, by which the person says that the secret is stored. */
  stored: string
}

/** Shows a new secret, which the server cannot show again: it closes only with the button. */
export function ShownSecretDialog({ secret, onClose, title, hint, copy, copied, stored }: Props) {
  return (
    <Dialog open={secret !== undefined} title={title} footer={<Button onClick={onClose}>{stored}</Button>}>
      <Stack gap="4">
        <Text>{hint}</Text>
        <Flex align="center" gap="2" padding="3" borderWidth="1px" borderRadius="md">
          <chakra.code data-testid="secret" flex="1" minWidth="0" overflowWrap="anywhere">
            {secret}
          </chakra.code>
          <CopyButton text={secret ?? ''} label={copy} done={copied} />
        </Flex>
      </Stack>
    </Dialog>
  )
}
