import { badRowsOf } from '#client/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { resubmitCodes } from '#client/logistic/enqueue-shipment.ts'
import { logisticRejectionProblems } from '#client/logistic/rejection-problems.ts'
import { RejectedChangeAlert } from '#client/sync/rejected-change-alert.tsx'
import { useRejectionText } from '#client/sync/sync-state-chip.tsx'
import type { LogisticView } from '#shared/logistic/record.ts'

type Props = { shipment: OfflineRecord<LogisticView>; onClose: () => void }

/** A shipment that was refused for some of its codes. */
export function FixShipmentDialog({ shipment, onClose }: Props) {
  const deniedReason = useDeniedReason('dealer')
  const bad = badRowsOf(shipment.trouble)
  if (!bad) return null
  return (
    <BadRowsDialog
      codes={shipment.data.addresses ?? []}
      bad={bad}
      disabledReason={deniedReason}
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
  const deniedReason = useDeniedReason('dealer')
  if (!opId || !trouble || state !== 'attention') return null
  return (
    <RejectedChangeAlert opId={opId} reason={reasonOf(trouble)} disabledReason={deniedReason} onDiscarded={onClose} />
  )
}
