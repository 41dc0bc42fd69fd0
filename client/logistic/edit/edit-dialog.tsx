import { SimpleGrid } from '@chakra-ui/react'
import { useWatch } from 'react-hook-form'
import { useTask } from '#client/core/async/use-task.ts'
import { deleteDraft } from '#client/core/drafts/draft-storage.ts'
import { useStoredForm } from '#client/core/drafts/use-stored-form.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { nameOf } from '#client/logistic/columns.tsx'
import { changeShipment } from '#client/logistic/enqueue-shipment.ts'
import { logisticRejectionProblems } from '#client/logistic/rejection-problems.ts'
import { ShipmentDialog } from '#client/logistic/shipment-dialog.tsx'
import { PackagesLine } from '#client/logistic/shipped-packages.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { DateField } from '#client/ui/form/date/date-input.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField, TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import type { LogisticView } from '#shared/logistic/record.ts'
import { changedValues, EditValues, editValuesOf, NewEditValues } from './edit-values.ts'

type Props = { shipment: OfflineRecord<LogisticView>; isReminded?: boolean; onClose: () => void }

/** Edits the details of a shipment, but not its codes. */
export function EditShipmentDialog({ shipment, isReminded = false, onClose: onClosed }: Props) {
  const t = useText('logistic')
  const ui = useText('ui')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const isNew = shipment.ver === 0
  const form = useForm(isNew ? NewEditValues : EditValues, editValuesOf(shipment))
  const { control } = form
  const arrived = useWatch({ control, name: 'arrived' })
  const draftName = `logistic.edit.${shipment.id}`
  const isRestored = useStoredForm(form, draftName)
  const onClose = () => {
    deleteDraft(draftName)
    onClosed()
  }
  const save = useTask(async (values: EditValues) => {
    await changeShipment(requireEngine(), shipment, changedValues(shipment, values))
    notify({ tone: 'success', title: t('saved') })
    onClose()
  })
  return (
    <ShipmentDialog
      onClose={onClose}
      title={t('editTitle', { name: nameOf(shipment.data) })}
      dirty={form.formState.isDirty}
      isReminded={isReminded}
    >
      <Form form={form} onSubmit={save.mutateAsync}>
        <RejectedChangeAlert
          record={shipment}
          problems={logisticRejectionProblems}
          disabledReason={deniedReason}
          onDiscarded={onClose}
          onRetried={onClose}
        />
        {isRestored && <InlineAlert status="info">{ui('draftBack')}</InlineAlert>}
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
          <TextField
            control={control}
            name="identifier"
            label={t('identifier')}
            required={!isNew}
            {...(isNew && { placeholder: t('notNamedYet') })}
          />
          <DateField control={control} name="shipped_at" label={t('shippedAt')} withTime required />
        </SimpleGrid>
        <TextField control={control} name="recipient" label={t('recipient')} required />
        <TextareaField control={control} name="note" label={t('note')} />
        {!isNew && <PackagesLine id={shipment.id} />}
        <CheckboxField control={control} name="arrived" label={t('arrived')} />
        {arrived && (
          <TextField
            control={control}
            name="receiver"
            label={t('receiver')}
            hint={t('receiverHint')}
            maxLength={200}
            autoComplete="off"
          />
        )}
        {shipment.data.manufacturer_id !== null && (
          <>
            <NumberField control={control} name="minlimit" label={t('minlimit')} hint={t('minlimitHint')} />
            <CheckboxField control={control} name="loggingEnded" label={t('loggingEnded')} />
          </>
        )}
        <DialogActions loading={save.isPending}>{ui('save')}</DialogActions>
      </Form>
    </ShipmentDialog>
  )
}
