import { NativeSelect, SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
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
  const columns = format.columns.map((name, at) => [String(at), name] as const)
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
      <Choice
        label={t('separator')}
        value={format.separator}
        options={separators.map((one) => [one, separatorNames[one]])}
        onChange={(separator) => set({ separator })}
      />
      <Choice
        label={t('decimal')}
        value={format.decimal}
        options={[
          ['.', '4.5'],
          [',', '4,5'],
        ]}
        onChange={(decimal) => set({ decimal: decimal as '.' | ',' })}
      />
      <Choice
        label={t('order')}
        value={format.dateOrder}
        options={dateOrders.map((order) => [order, t(order)])}
        onChange={(order) => set({ dateOrder: order as GuessedFormat['dateOrder'], isOrderUnsure: false })}
        hint={format.isOrderUnsure ? t('orderUnsure') : undefined}
      />
      <Choice
        label={t('zone')}
        value={timeZone}
        options={zones.map((zone) => [zone, zone])}
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
          options={units.map((unit) => [unit, unit])}
          onChange={(unit) => onChange({ ...choice, fileUnit: unit as SensorUnit })}
        />
      )}
    </SimpleGrid>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  hint?: string | undefined
  onChange: (value: string) => void
}

function Choice({ label, value, options, hint, onChange }: ChoiceProps) {
  return (
    <FieldFrame label={label} {...(hint !== undefined && { hint })}>
      <NativeSelect.Root>
        <NativeSelect.Field value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  )
}
