import { Box, Stack, Text } from '@chakra-ui/react'
import { type FieldPath, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { enqueueEntry } from '#client/readings/enqueue-entry.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import type { KnownSensor } from '#client/readings/known-sensors.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import type { RowSearch } from '#client/ui/form/search/use-searched-rows.ts'
import type { TagContent, TagSeries } from '#shared/sensor/senml/read-senml.ts'
import { convertTemperature, unitsOfType } from '#shared/sensor/units.ts'
import { SkippedRecords } from './skipped-records.tsx'

/** The choice that a series is not saved. */
const notKept = 'none'
/** One choice for each series: the id of a sensor, or `notKept`. */
const Choices = z.object({ sensors: z.array(z.string().min(1, 'Please select an ID')) })
type Choices = z.infer<typeof Choices>
const fieldOf = (at: number): FieldPath<Choices> => `sensors.${at}`

type Props = {
  content: TagContent
  tag: string
  /** The sensors to choose from. The choices start from the first list. */
  sensors: readonly KnownSensor[]
  /** All sensors that this device knows, also those that a search does not list any more. */
  known: readonly KnownSensor[]
  /** Finds other sensors than the listed ones. */
  finder: RowSearch
  sensorId: string | undefined
  onDone: () => void
}

/** The series of a tag, each with the sensor for which it is saved. */
export function SeriesForm({ content, tag, sensors, known, finder, sensorId, onDone }: Props) {
  const { series, leftOut, isRelative } = content
  const t = useText('sensorTag')
  const s = useText('sensor')
  const fitting = ({ unit }: TagSeries) => sensors.filter(({ type }) => unitsOfType[type].includes(unit))
  const areAllListed = finder.search === undefined
  const hasNone = (one: TagSeries) => areAllListed && fitting(one).length === 0
  const form = useForm(Choices, { sensors: firstChoices(series.map(fitting), sensorId, areAllListed) })
  const { control, setError } = form
  const chosen = useWatch({ control, name: 'sensors' })
  const count = series.reduce((sum, { readings }, at) => sum + (isSensor(chosen[at]) ? readings.length : 0), 0)
  const submit = async ({ sensors: ids }: Choices) => {
    if (!ids.some(isSensor)) return setError(fieldOf(0), { message: t('keepOne') })
    const twice = ids.findIndex((id, at) => isSensor(id) && ids.indexOf(id) < at)
    if (twice >= 0) return setError(fieldOf(twice), { message: t('twice') })
    for (const [at, one] of series.entries()) {
      const sensor = known.find(({ id }) => id === ids[at])
      if (sensor) await saveSeries(one, sensor, tag)
    }
    notify({ tone: 'success', title: t('saved', { count: formatNumber(count) }) })
    onDone()
  }
  const offered = (one: TagSeries, at: number): readonly KnownSensor[] => {
    const listed = fitting(one)
    return listed.some(({ id }) => id === chosen[at])
      ? listed
      : [...known.filter(({ id }) => id === chosen[at]), ...listed]
  }
  const foundIn = ({ readings, min, max, unit }: TagSeries) => {
    const [from, to] = [readings[0]!, readings.at(-1)!].map(({ at }) => formatDateTime(new Date(at)))
    const [low, high] = [min, max].map((value) => formatReading(value, unit))
    if (readings.length === 1) return t('foundOne', { at: from!, value: low! })
    return t('found', { count: formatNumber(readings.length), from: from!, to: to!, min: low!, max: high! })
  }
  return (
    <Form form={form} onSubmit={submit}>
      <Stack gap="5">
        <Stack role="status" gap="3">
          {series.length === 0 && <Text fontWeight="600">{t('none')}</Text>}
          {series.map((one) => (
            <Box key={`${one.name} ${one.unit}`} fontVariantNumeric="tabular-nums">
              <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
                {one.name}
              </Text>
              <Text fontWeight="600">{foundIn(one)}</Text>
            </Box>
          ))}
          {isRelative && <Text>{t('relative')}</Text>}
        </Stack>
        {series.length > 0 && <RowSearchField {...finder} label={s('entrySensor')} />}
        {series.map((one, at) =>
          hasNone(one) ? (
            <Text key={fieldOf(at)}>{t('noSensor', { unit: one.unit })}</Text>
          ) : (
            <SelectField
              key={fieldOf(at)}
              control={control}
              name={fieldOf(at)}
              label={series.length === 1 ? s('entrySensor') : t('sensor', { name: one.name })}
              options={[
                ...offered(one, at).map(({ id, name, type }) => ({ value: id, label: `${s(type)} · ${name}` })),
                ...(series.length > 1 ? [{ value: notKept, label: t('notKept') }] : []),
              ]}
              hint={t('known')}
              required
            />
          ),
        )}
        <SkippedRecords records={leftOut} />
      </Stack>
      {series.length > 0 && (
        <DialogActions loading={form.formState.isSubmitting} disabled={series.every(hasNone)}>
          {count === 0 ? t('saveNone') : t('save', { count: formatNumber(count) })}
        </DialogActions>
      )}
    </Form>
  )
}

const isSensor = (id: string | undefined) => id !== undefined && id !== '' && id !== notKept

/**
 * The initial choices. With a given sensor, the first series that fits it is saved for it, and the others are not saved. Without
 * one, a series is saved for the only sensor that fits it; a series that no sensor fits is not saved. If not all sensors are
 * listed, others may fit, too, and a person chooses.
 */
function firstChoices(
  fitting: readonly (readonly KnownSensor[])[],
  sensorId: string | undefined,
  areAllListed: boolean,
): string[] {
  const own = fitting.findIndex((sensors) => sensors.some(({ id }) => id === sensorId))
  return fitting.map((sensors, at) => {
    if (own >= 0) return at === own ? sensorId! : notKept
    if (!areAllListed) return ''
    if (sensors.length === 0) return notKept
    const [only] = sensors
    const isUnique = sensors.length === 1 && fitting.findIndex((others) => others.includes(only!)) === at
    return isUnique ? only!.id : ''
  })
}

/** Stores a series of a tag for a sensor, as one operation. @param tag the serial number; empty if unknown */
async function saveSeries({ unit, readings }: TagSeries, sensor: KnownSensor, tag: string): Promise<void> {
  const others = readings.slice(0, -1)
  const last = readings.at(-1)!
  const converted = ({ value }: { value: number }) => convertTemperature(value, unit, sensor.unit)
  await enqueueEntry({
    sensorId: sensor.id,
    name: sensor.name,
    tag,
    value: converted(last),
    measuredAt: new Date(last.at).toISOString(),
    ...(others.length > 0 && { others: { at: others.map(({ at }) => at), value: others.map(converted) } }),
  })
}
