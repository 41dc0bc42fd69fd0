import { Button, ButtonGroup, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { authContract } from '#shared/auth/contract.ts'

/** Explains that the e-mail must be confirmed first, and sends the link again. */
export function VerifyEmailDialog() {
  const t = useText('app')
  const ui = useText('ui')
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(true)
  const resend = useWrite(authContract.sendConfirmation, { done: t('confirmationSent') })
  const close = () => setOpen(false)
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('stepEmail')}
      size="sm"
      footer={
        <ButtonGroup>
          <Button variant="outline" onClick={close}>
            {ui('close')}
          </Button>
          <Button
            loading={resend.isPending}
            onClick={() => resend.mutate({ query: { email: viewer?.email ?? '' } }, { onSuccess: close })}
          >
            {t('resendConfirmation')}
          </Button>
        </ButtonGroup>
      }
    >
      <Text>{t('confirmFirst')}</Text>
    </Dialog>
  )
}
