import { Button, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useText } from '#client/core/i18n.ts'
import { useSaved } from '#client/core/offline/records.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SavedStatus } from '#client/ui/saved-state.tsx'
import { type ActivationRecord, activationEntity } from '#shared/activation/record.ts'
import { FixDialog } from './fix-dialog.tsx'

/** What became of a list that was just captured; it follows the list while it is open. */
export function OutcomeDialog({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const t = useText('activation')
  const ui = useText('ui')
  const saved = useSaved<ActivationRecord>(activationEntity, recordId)
  const [fixing, setFixing] = useState(false)
  if (fixing && saved) return <FixDialog saved={saved} onClose={() => setFixing(false)} />
  const state = saved?.state ?? 'waiting'
  return (
    <Dialog
      open={saved !== undefined}
      onClose={onClose}
      title={state === 'sent' ? t('startedTitle') : state === 'waiting' ? t('captured') : t('refusedTitle')}
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
      ) : state === 'waiting' ? (
        <Text>{t('capturedHint')}</Text>
      ) : (
        saved && <SavedStatus saved={saved} onFix={() => setFixing(true)} />
      )}
    </Dialog>
  )
}
