import { useState } from 'react'
import { useTask } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { dropDraft } from '#client/core/kept-draft.ts'
import { engineNow } from '#client/core/offline/records.ts'
import { notify } from '#client/ui/toast.tsx'
import { captureShipment } from './capture.ts'
import { CodesStep, scanKeptAs } from './codes-step.tsx'
import { type Details, DetailsStep } from './details-step.tsx'
import { ShipmentDialog } from './shipment-dialog.tsx'

/** A new shipment: what it is, then its codes. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText('logistic')
  const [details, setDetails] = useState<Partial<Details>>({})
  const [step, setStep] = useState<'details' | 'codes'>('details')
  const [dirty, setDirty] = useState(false)
  const close = () => {
    dropDraft(scanKeptAs)
    onClose()
  }
  const save = useTask(async (addresses: readonly string[]) => {
    await captureShipment(engineNow(), { ...(details as Details), addresses })
    notify({ tone: 'success', title: t('saved') })
    close()
  })
  return (
    <ShipmentDialog onClose={close} title={t('addTitle')} dirty={dirty || step === 'codes'}>
      {step === 'details' ? (
        <DetailsStep
          details={details}
          onDirty={setDirty}
          onNext={(next) => {
            setDetails(next)
            setStep('codes')
          }}
        />
      ) : (
        <CodesStep onBack={() => setStep('details')} onSave={save.mutate} busy={save.isPending} />
      )}
    </ShipmentDialog>
  )
}
