import { Button, Stack } from '@chakra-ui/react'
import { useTask } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { engineNow, type Saved } from '#client/core/offline/records.ts'
import { useRefusal } from '#client/core/refusal.ts'
import { badRowsOf } from '#client/ui/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/ui/codes/bad-rows-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useTroubleText } from '#client/ui/saved-state.tsx'
import { TroubleAlert } from '#client/ui/trouble-alert.tsx'
import type { ActivationRecord } from '#shared/activation/record.ts'
import { correctActivation } from './capture.ts'
import { ChoiceFields, useChoice } from './choice-fields.tsx'
import { activationTroubles } from './troubles.ts'

type Props = { saved: Saved<ActivationRecord>; onClose: () => void }

/** Puts a refused list right: its rows, or what was to go with them. */
export function FixDialog({ saved, onClose }: Props) {
  const refusal = useRefusal('dealer')
  const bad = badRowsOf(saved.trouble)
  if (!bad) return <ChoiceDialog saved={saved} onClose={onClose} />
  return (
    <BadRowsDialog
      codes={saved.data.addressList ?? []}
      bad={bad}
      refusal={refusal}
      onSendAgain={(addressList) => correctActivation(engineNow(), saved, { addressList })}
      onClose={onClose}
    >
      <Trouble saved={saved} onClose={onClose} />
    </BadRowsDialog>
  )
}

function Trouble({ saved: { opId, trouble }, onClose }: Props) {
  const reasonOf = useTroubleText(activationTroubles)
  const refusal = useRefusal('dealer')
  if (!opId || !trouble) return null
  return <TroubleAlert opId={opId} reason={reasonOf(trouble)} refusal={refusal} onDiscarded={onClose} />
}

function ChoiceDialog({ saved, onClose }: Props) {
  const t = useText('activation')
  const refusal = useRefusal('dealer')
  const { addressList = [], submissionId, certificates } = saved.data
  const choice = useChoice(addressList, {
    ...(submissionId && { submissionId }),
    ...(certificates && { certificates }),
  })
  const send = useTask(() => correctActivation(engineNow(), saved, choice.value), onClose)
  return (
    <Dialog open onClose={onClose} title={t('fixChoiceTitle')}>
      <Stack gap="5">
        <Trouble saved={saved} onClose={onClose} />
        <ChoiceFields choice={choice} />
        <Button
          alignSelf="start"
          disabled={refusal !== undefined || choice.isBlocked}
          loading={send.isPending || send.isSuccess}
          onClick={() => send.mutate()}
        >
          {t('sendChanged')}
        </Button>
      </Stack>
    </Dialog>
  )
}
