import { badRowsOf, withoutRows } from '#client/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { resubmitCodes } from '#client/logistic/enqueue-shipment.ts'
import { logisticRejectionProblems } from '#client/logistic/rejection-problems.ts'
import { RejectedChangeAlert } from '#client/sync/rejected-change-alert.tsx'
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
      <RejectedChangeAlert
        record={shipment}
        problems={logisticRejectionProblems}
        disabledReason={deniedReason}
        onDiscarded={onClose}
        onRetried={onClose}
        isHopeless={withoutRows(codes, bad.errors).length === 0}
      />
    </BadRowsDialog>
  )
}
