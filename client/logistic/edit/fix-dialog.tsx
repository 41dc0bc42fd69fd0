import { badRowsOf, withoutRows } from '#client/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { resubmitCodes } from '#client/logistic/enqueue-shipment.ts'
import { logisticRejectionProblems } from '#client/logistic/rejection-problems.ts'
import { RejectedChangeAlert } from '#client/sync/rejected-change-alert.tsx'
import { useRejectionText } from '#client/sync/sync-state-chip.tsx'
import type { LogisticView } from '#shared/logistic/record.ts'

type Props = { shipment: OfflineRecord<LogisticView>; onClose: () => void }

/** Corrects a shipment that was rejected because of some of its codes. */
export function FixShipmentDialog({ shipment, onClose }: Props) {
  const deniedReason = useDeniedReason('dealer')
  const bad = badRowsOf(shipment.rejection)
  if (!bad) return null
  const codes = shipment.data.addresses ?? []
  return (
    <BadRowsDialog
      codes={codes}
      bad={bad}
      disabledReason={deniedReason}
      onSendAgain={(addresses) => resubmitCodes(requireEngine(), shipment, addresses)}
      onClose={onClose}
    >
      <ShipmentRejectionAlert
        shipment={shipment}
        isHopeless={withoutRows(codes, bad.errors).length === 0}
        onClose={onClose}
      />
    </BadRowsDialog>
  )
}

/** Shows why the server rejected a shipment, and the actions that need no input. */
export function ShipmentRejectionAlert({
  shipment: { opId, state, rejection },
  isHopeless = false,
  onClose,
}: Props & { isHopeless?: boolean }) {
  const reasonOf = useRejectionText(logisticRejectionProblems)
  const deniedReason = useDeniedReason('dealer')
  if (!opId || !rejection || state !== 'attention') return null
  return (
    <RejectedChangeAlert
      opId={opId}
      reason={reasonOf(rejection)}
      disabledReason={deniedReason}
      onDiscarded={onClose}
      onRetried={onClose}
      isHopeless={isHopeless}
    />
  )
}
