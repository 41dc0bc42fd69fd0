import { Button, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useRecord } from '#client/core/offline/read/queries.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { FixActivationDialog } from './fix-dialog.tsx'

/** The result of a stored list, updated while the dialog is open. A rejected list can be corrected here. */
export function ActivationStatusDialog({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const t = useText('activation')
  const ui = useText('ui')
  const saved = useRecord<ActivationRecord>(activationEntity, recordId)
  const state = saved?.state ?? 'waiting'
  const quantity = saved?.data.quantity ?? 0
  const amount = { count: quantity, shown: formatNumber(quantity) }
  if (saved && state === 'attention') return <FixActivationDialog saved={saved} onClose={onClose} />
  return (
    <Dialog
      open={saved !== undefined}
      onClose={onClose}
      title={state === 'sent' ? t('startedTitle') : t('captured', amount)}
      size="sm"
      footer={<Button onClick={onClose}>{ui('close')}</Button>}
    >
      {state === 'sent' ? (
        <Stack gap="2">
          <Text>
            {saved?.data.identifier ? t('startedBody', { batch: saved.data.identifier }) : t('startedWithoutNumber')}
          </Text>
          <Text color="fg.muted">{t('startedHint')}</Text>
        </Stack>
      ) : (
        <Text>{t('capturedHint')}</Text>
      )}
    </Dialog>
  )
}
