import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { resubmitCodes } from '#client/logistic/enqueue-shipment.ts'
import { logisticRejectionProblems } from '#client/logistic/rejection-problems.ts'
import type { LogisticView } from '#shared/logistic/record.ts'

type Props = { shipment: OfflineRecord<LogisticView>; onClose: () => void }

/** Corrects a shipment that was rejected because of some of its codes. */
export function FixShipmentDialog({ shipment, onClose }: Props) {
  return (
    <BadRowsDialog
      record={shipment}
      codes={shipment.data.addresses ?? []}
      problems={logisticRejectionProblems}
      onSendAgain={(addresses) => resubmitCodes(requireEngine(), shipment, addresses)}
      onClose={onClose}
    />
  )
}
