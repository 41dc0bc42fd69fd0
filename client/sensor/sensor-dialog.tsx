import { SimpleGrid } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField, SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { type Sensor, SensorInput, sensorContract } from '#shared/sensor/contract.ts'
import { type SensorType, type SensorUnit, sensorTypes, unitsOfType } from '#shared/sensor/units.ts'

const noUnits: readonly SensorUnit[] = []

type Props = { open: boolean; sensor: Sensor | undefined; onClose: () => void }

/** Adds a sensor, or edits the given one. */
export function SensorDialog({ open, sensor, onClose }: Props) {
  const t = useText('sensor')
  const title = sensor ? t('editTitle', { name: sensor.name }) : t('addTitle')
  return (
    <FormDialog open={open} onClose={onClose} title={title} size="lg">
      <SensorForm sensor={sensor} onDone={onClose} />
    </FormDialog>
  )
}

type FormProps = { sensor: Sensor | undefined; onDone: () => void }

function SensorForm({ sensor, onDone }: FormProps) {
  const t = useText('sensor')
  const after = { done: t('saved'), refresh: [sensorContract.list] }
  const create = useWrite(sensorContract.create, after)
  const update = useWrite(sensorContract.update, after)
  const form = useForm(SensorInput, initialValues(sensor))
  const { control, setValue } = form
  const [type, unit, threshold, minimum] = useWatch({ control, name: ['type', 'unit', 'threshold', 'minimum'] })
  // Without a limit there are no alarms.
  const isLimited = typeof threshold === 'number' || typeof minimum === 'number'
  // The empty option has no units.
  const units = unitsOfType[type as SensorType] ?? noUnits
  useEffect(() => {
    const [first] = units
    if (first && !units.some((one) => one === unit)) setValue('unit', first, { shouldDirty: true })
  }, [units, unit, setValue])
  const submit = async (body: SensorInput) => {
    await (sensor ? update.mutateAsync({ params: { id: sensor.id }, body }) : create.mutateAsync({ body }))
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField control={control} name="name" label={t('name')} maxLength={120} required />
        <TextField control={control} name="model" label={t('model')} maxLength={120} />
        <SelectField
          control={control}
          name="type"
          label={t('type')}
          options={sensorTypes.map((value) => ({ value, label: t(value) }))}
          required
        />
        <SelectField
          control={control}
          name="unit"
          label={t('unit')}
          options={units.map((value) => ({ value, label: value }))}
          required
        />
        <TextField control={control} name="location" label={t('location')} maxLength={200} />
        <NumberField control={control} name="threshold" label={t('threshold')} hint={t('thresholdHint')} />
        <NumberField control={control} name="minimum" label={t('minimum')} hint={t('minimumHint')} />
        {isLimited && (
          <>
            <NumberField control={control} name="alarmMinutes" label={t('alarmMinutes')} hint={t('alarmMinutesHint')} />
            <NumberField
              control={control}
              name="alarmTotalMinutes"
              label={t('alarmTotalMinutes')}
              hint={t('alarmTotalMinutesHint')}
            />
          </>
        )}
      </SimpleGrid>
      {isLimited && <CheckboxField control={control} name="alarmMails" label={t('alarmMails')} />}
      <DialogActions loading={form.formState.isSubmitting}>{sensor ? t('save') : t('add')}</DialogActions>
    </Form>
  )
}

function initialValues(sensor: Sensor | undefined) {
  const { name = '', model = '', type = 'temperature', unit = '°C', location = '', threshold = null } = sensor ?? {}
  const { minimum = null } = sensor ?? {}
  const { alarmMinutes = 0, alarmTotalMinutes = null, alarmMails = true } = sensor ?? {}
  return {
    name,
    model,
    type,
    unit,
    location,
    alarmMinutes,
    alarmMails,
    ...(threshold !== null && { threshold }),
    ...(minimum !== null && { minimum }),
    ...(alarmTotalMinutes !== null && { alarmTotalMinutes }),
  } as const
}
