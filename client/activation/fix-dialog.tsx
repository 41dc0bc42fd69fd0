import { Button, Stack } from '@chakra-ui/react'
import { badRowsOf } from '#client/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import type { ActivationRecord } from '#shared/activation/record.ts'
import { optionsOf, resubmitActivation } from './enqueue-activation.ts'
import { activationRejectionProblems } from './history-rows.ts'
import { ActivationOptionFields, useActivationOptions } from './option-fields.tsx'

type Props = { saved: OfflineRecord<ActivationRecord>; onClose: () => void }

/** Corrects a rejected list: its rows or its options. */
export function FixActivationDialog({ saved, onClose }: Props) {
  if (!badRowsOf(saved.rejection)) return <OptionsDialog saved={saved} onClose={onClose} />
  return (
    <BadRowsDialog
      record={saved}
      codes={saved.data.addressList ?? []}
      problems={activationRejectionProblems}
      onSendAgain={(addressList) => resubmitActivation(requireEngine(), saved, { addressList })}
      onClose={onClose}
    />
  )
}

function OptionsDialog({ saved, onClose }: Props) {
  const t = useText('activation')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const choice = useActivationOptions(saved.data.addressList ?? [], optionsOf(saved.data))
  const send = useTask(() => resubmitActivation(requireEngine(), saved, choice.value), onClose)
  return (
    <Dialog open onClose={onClose} title={t('fixChoiceTitle')}>
      <Stack gap="5">
        <RejectedChangeAlert
          record={saved}
          problems={activationRejectionProblems}
          disabledReason={deniedReason}
          onDiscarded={onClose}
          onRetried={onClose}
        />
        <ActivationOptionFields choice={choice} />
        <Button
          alignSelf="start"
          disabled={deniedReason !== undefined || choice.isBlocked}
          loading={send.isPending || send.isSuccess}
          onClick={() => send.mutate()}
        >
          {t('sendChanged')}
        </Button>
      </Stack>
    </Dialog>
  )
}
