import { engineNow, type Saved } from '#client/core/offline/records.ts'
import { useRefusal } from '#client/core/refusal.ts'
import { badRowsOf } from '#client/ui/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/ui/codes/bad-rows-dialog.tsx'
import { useTroubleText } from '#client/ui/saved-state.tsx'
import { TroubleAlert } from '#client/ui/trouble-alert.tsx'
import type { LogisticView } from '#shared/logistic/record.ts'
import { correctCodes } from './capture.ts'
import { logisticTroubles } from './troubles.ts'

type Props = { shipment: Saved<LogisticView>; onClose: () => void }

/** A shipment that was refused for some of its codes. */
export function FixDialog({ shipment, onClose }: Props) {
  const refusal = useRefusal('dealer')
  const bad = badRowsOf(shipment.trouble)
  if (!bad) return null
  return (
    <BadRowsDialog
      codes={shipment.data.addresses ?? []}
      bad={bad}
      refusal={refusal}
      onSendAgain={(addresses) => correctCodes(engineNow(), shipment, addresses)}
      onClose={onClose}
    >
      <Trouble shipment={shipment} onClose={onClose} />
    </BadRowsDialog>
  )
}

/** Why the server refused a shipment, and the ways out that need no typing. */
export function Trouble({ shipment: { opId, state, trouble }, onClose }: Props) {
  const reasonOf = useTroubleText(logisticTroubles)
  const refusal = useRefusal('dealer')
  if (!opId || !trouble || state !== 'attention') return null
  return <TroubleAlert opId={opId} reason={reasonOf(trouble)} refusal={refusal} onDiscarded={onClose} />
}
