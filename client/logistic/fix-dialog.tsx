import { type OfflineRecord, requireEngine } from '#client/core/offline/records.ts'
import { useDeniedReason } from '#client/core/refusal.ts'
import { badRowsOf } from '#client/ui/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/ui/codes/bad-rows-dialog.tsx'
import { useRejectionText } from '#client/ui/saved-state.tsx'
import { RejectedChangeAlert } from '#client/ui/trouble-alert.tsx'
import type { LogisticView } from '#shared/logistic/record.ts'
import { resubmitCodes } from './capture.ts'
import { logisticRejectionProblems } from './troubles.ts'

type Props = { shipment: OfflineRecord<LogisticView>; onClose: () => void }

/** A shipment that was refused for some of its codes. */
export function FixDialog({ shipment, onClose }: Props) {
  const refusal = useDeniedReason('dealer')
  const bad = badRowsOf(shipment.trouble)
  if (!bad) return null
  return (
    <BadRowsDialog
      codes={shipment.data.addresses ?? []}
      bad={bad}
      disabledReason={refusal}
      onSendAgain={(addresses) => resubmitCodes(requireEngine(), shipment, addresses)}
      onClose={onClose}
    >
      <ShipmentRejectionAlert shipment={shipment} onClose={onClose} />
    </BadRowsDialog>
  )
}

/** Why the server refused a shipment, and the ways out that need no typing. */
export function ShipmentRejectionAlert({ shipment: { opId, state, trouble }, onClose }: Props) {
  const reasonOf = useRejectionText(logisticRejectionProblems)
  const refusal = useDeniedReason('dealer')
  if (!opId || !trouble || state !== 'attention') return null
  return <RejectedChangeAlert opId={opId} reason={reasonOf(trouble)} disabledReason={refusal} onDiscarded={onClose} />
}
