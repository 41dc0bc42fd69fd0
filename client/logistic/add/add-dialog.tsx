import { Box, Text } from '@chakra-ui/react'
import { useCallback } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { enqueueShipment } from '#client/logistic/enqueue-shipment.ts'
import { ShipmentDialog } from '#client/logistic/shipment-dialog.tsx'
import type { ChosenPack } from '#client/pack/chosen-packs.ts'
import type { ScannedCode } from '#shared/verify/code/code.ts'
import { CodesStep } from './codes-step.tsx'
import { DetailsStep, type ShipmentDetails } from './details-step.tsx'
import { DraftStatus } from './draft-status.tsx'
import { type DraftDetails, isEmpty, type ShipmentDraft, useShipmentDraft } from './shipment-draft.ts'

type Props = { initial: ShipmentDraft; onClose: () => void }

/** Creates a shipment, or continues a draft: first its details, then its codes. */
export function AddShipmentDialog({ initial, onClose }: Props) {
  const t = useText('logistic')
  const { draft, storage, change, end } = useShipmentDraft(initial)
  const close = () => void end().then(onClose)
  const save = useTask(async (addresses: readonly string[]) => {
    const { details, id, packages } = draft
    await enqueueShipment(requireEngine(), { ...(details as ShipmentDetails), id, addresses, packages })
    notify({ tone: 'success', title: t('saved') })
    await end()
    onClose()
  })
  const keepDetails = useCallback((details: DraftDetails) => change({ details }), [change])
  const keepCodes = useCallback((codes: ScannedCode[]) => change({ codes }), [change])
  const keepPackages = useCallback((packages: readonly ChosenPack[]) => change({ packages: [...packages] }), [change])
  return (
    <ShipmentDialog
      onClose={close}
      title={t('addTitle')}
      dirty={!isEmpty(draft)}
      discarded={storage === 'stored' ? t('draftDiscarded') : undefined}
      isReminded={!isEmpty(initial)}
    >
      <Box marginBottom="5">
        <Text color="fg.muted">{t(draft.step === 'details' ? 'stepDetails' : 'stepCodes')}</Text>
        <DraftStatus storage={storage} />
      </Box>
      {draft.step === 'details' ? (
        <DetailsStep
          details={draft.details}
          onChange={keepDetails}
          onNext={(details) => change({ details, step: 'codes' })}
        />
      ) : (
        <CodesStep
          codes={draft.codes}
          onCodes={keepCodes}
          packages={draft.packages}
          onPackages={keepPackages}
          onBack={() => change({ step: 'details' })}
          onSave={save.mutate}
          busy={save.isPending}
        />
      )}
    </ShipmentDialog>
  )
}
