import { Field, Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { TagField } from '#client/scan/tag/tag-field.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { LogisticInput } from '#shared/logistic/contract.ts'
import type { DraftDetails } from './shipment-draft.ts'
import { TagSelect } from './tag-select.tsx'
import { TagStart } from './tag-start.tsx'

const ShipmentDetails = LogisticInput.pick({ recipient: true, manufacturer_id: true, minlimit: true, note: true })
export type ShipmentDetails = z.infer<typeof ShipmentDetails>

const formId = 'shipment-details'

type Props = {
  details: DraftDetails
  /** Receives every input, valid or not. */
  onChange: (details: DraftDetails) => void
  onNext: (details: ShipmentDetails) => void
}

/**
 * The recipient of the shipment and its temperature tag. The tag field is a form of its own, so it cannot be inside
 * this form.
 */
export function DetailsStep({ details, onChange, onNext }: Props) {
  const t = useText('logistic')
  const language = useLanguage()
  const form = useForm(ShipmentDetails, {
    recipient: details.recipient ?? '',
    note: details.note ?? '',
    ...(typeof details.minlimit === 'number' && { minlimit: details.minlimit }),
    ...(details.manufacturer_id !== undefined && { manufacturer_id: details.manufacturer_id }),
  })
  const { control } = form
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => onChange({ ...values }) }),
    [form, onChange],
  )
  const sensor = form.watch('manufacturer_id')
  const wrong = form.formState.errors.manufacturer_id?.message
  /** Whether the field contains unconfirmed text. It counts as the number, and is shown as accepted only after the confirmation. */
  const [isTyping, setTyping] = useState(false)
  const [touched, setTouched] = useState<string>()
  const setSensor = (value: string | null | undefined) =>
    form.setValue('manufacturer_id', value as string | null, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  return (
    <Stack gap="5">
      <Form id={formId} form={form} onSubmit={async (values) => onNext(values)}>
        <TextField control={control} name="recipient" label={t('recipient')} required maxLength={200} />
        <TextareaField control={control} name="note" label={t('note')} />
        {sensor !== null && (
          <NumberField control={control} name="minlimit" label={t('minlimit')} hint={t('minlimitHint')} />
        )}
      </Form>
      <Stack as="section" aria-label={t('sensor')} gap="3">
        <Text color="fg.muted">{t('sensorHint')}</Text>
        {sensor !== null && (
          <TagSelect
            value={sensor ?? ''}
            onTag={(tag) => {
              setTyping(false)
              setSensor(tag)
            }}
          />
        )}
        {sensor !== null && (
          <TagField
            label={t('sensor')}
            value={isTyping ? '' : (sensor ?? '')}
            onTag={(tag, isTouched) => {
              setTyping(false)
              setTouched(isTouched ? tag : undefined)
              setSensor(tag)
            }}
            onTyping={(tag) => {
              setTyping(tag !== undefined)
              setSensor(tag)
            }}
          />
        )}
        {sensor && !isTyping && <TagStart key={sensor} tag={sensor} isTouched={touched === sensor} />}
        <LabelledCheckbox checked={sensor === null} onChange={(on) => setSensor(on ? null : undefined)}>
          {t('noSensor')}
        </LabelledCheckbox>
        {wrong && (
          <Field.Root invalid>
            <Field.ErrorText role="alert">{validationMessage(wrong, language)}</Field.ErrorText>
          </Field.Root>
        )}
      </Stack>
      <DialogActions form={formId}>{t('next')}</DialogActions>
    </Stack>
  )
}
