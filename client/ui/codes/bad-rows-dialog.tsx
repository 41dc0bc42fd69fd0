import { Button, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { showError } from '#client/core/errors.ts'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { type BadRows, without } from './bad-rows.ts'
import { ErrorTable } from './rows-table.tsx'

type Props = {
  /** The codes as they were sent. */
  codes: readonly string[]
  bad: BadRows
  /** Sends what is left in place of the refused list. */
  onSendAgain: (codes: string[]) => Promise<unknown>
  onClose: () => void
}

/** A refused list: its bad rows, and one press that sends the others. */
export function BadRowsDialog({ codes, bad, onSendAgain, onClose }: Props) {
  const t = useText('codes')
  const ui = useText('ui')
  const [busy, setBusy] = useState(false)
  const left = without(codes, bad.errors)
  const named = { count: bad.errors.length, shown: formatNumber(bad.errors.length) }
  const send = async () => {
    setBusy(true)
    try {
      await onSendAgain(left)
      onClose()
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('fixTitle')}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {ui('close')}
          </Button>
          <Button onClick={() => void send()} disabled={left.length === 0} loading={busy}>
            {t('takeOutAndSend', named)}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text>{t('fixBody', { count: bad.count, shown: formatNumber(bad.count) })}</Text>
        {left.length === 0 && <Text color="fg.error">{t('noneLeft')}</Text>}
        <ErrorTable errors={bad.errors} />
      </Stack>
    </Dialog>
  )
}
