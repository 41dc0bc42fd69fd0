import { Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { pickedInstant, toLocalInput } from '#client/core/format/datetime-input.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { enqueueEntry } from '#client/readings/enqueue-entry.ts'
import { useKnownSensors } from '#client/readings/known-sensors.ts'
import { DateField } from '#client/ui/form/date/date-input.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { SensorEntryInput } from '#shared/sensor/record.ts'
import { rangeOfUnit } from '#shared/sensor/units.ts'

/** A time of the device, as the input has it. */
const EntryFormValues = SensorEntryInput.pick({ value: true }).extend({
  sensorId: z.string().min(1, 'Please select an ID'),
  measuredAt: z.string().min(1, 'Please pick a date'),
})

/** Stores a reading that a person typed on this device, until the server has accepted it. */
export function EntryDialog({ onClose }: { onClose: () => void }) {
  const t = useText('sensor')
  const { current } = useKnownSensors()
  return (
    <FormDialog open onClose={onClose} title={t('entryTitle')} size="md">
      {current.length === 0 ? <Text>{t('entryNone')}</Text> : <EntryForm first={current[0]!.id} onDone={onClose} />}
    </FormDialog>
  )
}

function EntryForm({ first, onDone }: { first: string; onDone: () => void }) {
  const t = useText('sensor')
  const [offered] = useState(() => new Date(correctedNow()).toISOString())
  const form = useForm(EntryFormValues, { sensorId: first, measuredAt: toLocalInput(offered) })
  const { control, setError } = form
  const chosen = useWatch({ control, name: 'sensorId' })
  const { current, search, setSearch } = useKnownSensors([chosen])
  const sensor = current.find(({ id }) => id === chosen)
  const submit = async ({ sensorId, value, measuredAt }: z.output<typeof EntryFormValues>) => {
    const range = sensor?.unit && rangeOfUnit[sensor.unit]
    if (range && (value < range.min || value > range.max)) {
      setError('value', {
        message: t('entryOutOfRange', { from: formatNumber(range.min), to: formatNumber(range.max) }),
      })
      return
    }
    const set = {
      sensorId,
      value,
      measuredAt: pickedInstant(measuredAt, offered),
      ...(sensor && { name: sensor.name }),
    }
    await enqueueEntry(set)
    notify({ tone: 'success', title: t('entrySaved') })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <Stack gap="5">
        <Text color="fg.muted">{t('entryHint')}</Text>
        <RowSearchField search={search} setSearch={setSearch} label={t('entrySensor')} />
        <SelectField
          control={control}
          name="sensorId"
          label={t('entrySensor')}
          options={current.map(({ id, name, type }) => ({ value: id, label: `${t(type)} · ${name}` }))}
          required
        />
        <NumberField control={control} name="value" label={t('entryValue', { unit: sensor?.unit ?? '' })} required />
        <DateField control={control} name="measuredAt" label={t('entryAt')} withTime required />
      </Stack>
      <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}
