import { Flex } from '@chakra-ui/react'
import { toLocalInput } from '#client/core/format/datetime-input.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import type { ChosenRange } from './time-range.ts'

const labels = {
  all: 'wholeLog',
  '1d': 'today',
  '1w': 'thisWeek',
  '1m': 'thisMonth',
  '1y': 'thisYear',
  own: 'own',
} as const

/** Selects the range of a log: a preset, or an own range of two times. */
export function RangeSelector({ range }: { range: ChosenRange }) {
  const t = useText('sensor')
  const now = toLocalInput(new Date().toISOString())
  return (
    <Flex gap="4" wrap="wrap" align="start">
      <FieldWidth>
        <FieldFrame label={t('range')}>
          <Select
            value={range.choice}
            options={range.choices.map((value) => ({ value, label: t(labels[value]) }))}
            onChange={(choice) => range.set({ choice })}
          />
        </FieldFrame>
      </FieldWidth>
      {range.choice === 'own' &&
        (['from', 'to'] as const).map((part) => (
          <FieldWidth key={part}>
            <FieldFrame label={t(part)} error={part === 'to' && range.problem ? t(range.problem) : undefined}>
              <DateInput
                withTime
                max={part === 'from' && range.to ? range.to : now}
                {...(part === 'to' && range.from && { min: range.from })}
                value={range[part]}
                onChange={(value) => range.set({ [part]: value })}
              />
            </FieldFrame>
          </FieldWidth>
        ))}
    </Flex>
  )
}

function FieldWidth({ children }: { children: React.ReactNode }) {
  return (
    <Flex width={{ base: 'full', md: '56' }} minWidth="0">
      {children}
    </Flex>
  )
}
