import { SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select, type SelectProps } from '#client/ui/form/select.tsx'
import type { SensorUnit } from '#shared/sensor/units.ts'
import { dateOrders } from './cells.ts'
import { type GuessedFormat, separators } from './guess-format.ts'

export type ImportChoice = { format: GuessedFormat; timeZone: string; fileUnit: SensorUnit }

type Props = {
  choice: ImportChoice
  /** The units that can be converted to the one of the sensor. */
  units: readonly SensorUnit[]
  onChange: (choice: ImportChoice) => void
}

const separatorNames = { ';': ';', '\t': 'Tab', '|': '|', ',': ',' } as const

/** The detected format of the file. Each part can be corrected. */
export function FormatFields({ choice: { format, timeZone, fileUnit }, units, onChange }: Props) {
  const t = useText('sensorImport')
  const choice = { format, timeZone, fileUnit }
  const set = (change: Partial<GuessedFormat>) => onChange({ ...choice, format: { ...format, ...change } })
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  const columns = format.columns.map((name, at) => ({ value: String(at), label: name }))
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
      <Choice
        label={t('separator')}
        value={format.separator}
        options={separators.map((value) => ({ value, label: separatorNames[value] }))}
        onChange={(separator) => set({ separator })}
      />
      <Choice
        label={t('decimal')}
        value={format.decimal}
        options={[
          { value: '.', label: '4.5' },
          { value: ',', label: '4,5' },
        ]}
        onChange={(decimal) => set({ decimal })}
      />
      <Choice
        label={t('order')}
        value={format.dateOrder}
        options={dateOrders.map((value) => ({ value, label: t(value) }))}
        onChange={(order) => set({ dateOrder: order, isOrderUnsure: false })}
        hint={format.isOrderUnsure ? t('orderUnsure') : undefined}
      />
      <Choice
        label={t('zone')}
        value={timeZone}
        options={zones.map((value) => ({ value, label: value }))}
        onChange={(zone) => onChange({ ...choice, timeZone: zone })}
        hint={t('zoneHint')}
      />
      <Choice
        label={t('dateColumn')}
        value={String(format.dateColumn)}
        options={columns}
        onChange={(at) => set({ dateColumn: Number(at) })}
      />
      <Choice
        label={t('clockColumn')}
        value={String(format.clockColumn)}
        options={columns}
        onChange={(at) => set({ clockColumn: Number(at) })}
      />
      <Choice
        label={t('valueColumn')}
        value={String(format.valueColumn)}
        options={columns}
        onChange={(at) => set({ valueColumn: Number(at) })}
      />
      {units.length > 1 && (
        <Choice
          label={t('unit')}
          value={fileUnit}
          options={units.map((value) => ({ value, label: value }))}
          onChange={(unit) => onChange({ ...choice, fileUnit: unit })}
        />
      )}
    </SimpleGrid>
  )
}

type ChoiceProps<V extends string> = SelectProps<V> & { label: string; hint?: string | undefined }

function Choice<V extends string>({ label, hint, ...select }: ChoiceProps<V>) {
  return (
    <FieldFrame label={label} hint={hint}>
      <Select {...select} />
    </FieldFrame>
  )
}
