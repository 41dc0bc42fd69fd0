import { Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { localeTag } from '#client/core/i18n/locale.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { dateOrders } from '#client/core/time-text/time-text.ts'
import { fixedZones, offsetOfFixedZone } from '#client/core/time-text/zone-time.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select, type SelectProps } from '#client/ui/form/select.tsx'
import type { Language } from '#shared/core/i18n/language.ts'
import { fileUnits, type ImportChoice, type ImportQuestion, openQuestions, unitOf } from './import-choice.ts'
import type { ImportedSensor } from './import-dialog.tsx'
import { type ChosenSigns, type FileColumn, type GuessedFormat, joinedSample } from './table/guess-format.ts'
import { separators } from './table/lines.ts'

type Props = {
  choice: ImportChoice
  sensor: ImportedSensor
  /** The zone of a clock that is not changed in summer, if that makes a difference to this file and nobody has chosen. */
  askedZone: string | undefined
  onChange: (choice: ImportChoice) => void
  /** Chooses signs on which the columns depend. */
  onSigns: (signs: ChosenSigns) => void
}

/** The detected format of the file. Each part can be corrected; what the file does not say is asked first. */
export function FormatFields(props: Props) {
  const t = useText('sensorImport')
  const asked = [...openQuestions(props.choice), ...(props.askedZone ? (['zone'] as const) : [])]
  const fields = useFields(props, asked)
  // The unit depends on the column.
  const isHidden = (question: string) => question === 'unit' && props.choice.format.valueColumn === undefined
  const rest = fields.filter(({ question }) => !isHidden(question) && !asked.some((one) => one === question))
  const open = fields.filter(({ question }) => asked.some((one) => one === question))
  return (
    <>
      {open.length > 0 && (
        <Stack
          as="section"
          gap="3"
          aria-label={t('questions')}
          borderWidth="2px"
          borderColor="fg.warning"
          rounded="lg"
          p="4"
        >
          <Heading as="h3" size="md">
            {t('questions')}
          </Heading>
          <Text color="fg.muted">{t('questionsHint')}</Text>
          <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
            {open.map(({ question, field }) => (
              <div key={question}>{field}</div>
            ))}
          </SimpleGrid>
        </Stack>
      )}
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
        {rest.map(({ question, field }) => (
          <div key={question}>{field}</div>
        ))}
      </SimpleGrid>
    </>
  )
}

type Field = { question: ImportQuestion | 'separator' | 'clockColumn'; field: ReactNode }

function useFields({ choice, sensor, askedZone, onChange, onSigns }: Props, asked: readonly ImportQuestion[]): Field[] {
  const t = useText('sensorImport')
  const language = useLanguage()
  const { format, timeZone, fileUnit } = choice
  const set = (change: Partial<GuessedFormat>) => onChange({ ...choice, format: { ...format, ...change } })
  const isAsked = (question: ImportQuestion) => asked.includes(question)
  const columnOption = ({ name, samples }: FileColumn, at: number) => ({
    value: String(at),
    label: `${name || t('columnNumber', { number: at + 1 })}: ${samples.join(' · ')}`,
  })
  const columns = format.columns.map(columnOption)
  const numbers = columns.filter((_, at) => format.columns[at]!.isNumber && !format.timeColumns.includes(at))
  const zones = useMemo(() => zoneOptions(timeZone, askedZone, t), [timeZone, askedZone, t])
  const [first, last] = [format.timeColumns[0]!, format.timeColumns.at(-1)!]
  const setTime = (timeColumns: number[]) => set({ timeColumns: [...new Set(timeColumns)], isTimeUnsure: false })
  const split = joinedSample(format)
  return [
    {
      question: 'valueColumn',
      field: (
        <Choice
          label={t('valueColumn')}
          value={format.valueColumn === undefined ? '' : String(format.valueColumn)}
          {...(format.valueColumn === undefined && { empty: t('choose'), hint: t('valueColumnHint') })}
          options={numbers}
          onChange={(at) => {
            const changed = { ...format, valueColumn: Number(at) }
            onChange({ ...choice, format: changed, fileUnit: unitOf(changed, sensor) })
          }}
        />
      ),
    },
    {
      question: 'unit',
      field: (
        <Choice
          label={t('unit')}
          value={fileUnit ?? ''}
          {...(fileUnit === undefined && { empty: t('choose'), hint: t('unitHint') })}
          options={fileUnits(sensor).map((value) => ({ value, label: value }))}
          onChange={(unit) => onChange({ ...choice, fileUnit: unit })}
        />
      ),
    },
    {
      question: 'order',
      field: (
        <Choice
          label={t('order')}
          value={isAsked('order') ? '' : format.dateOrder}
          {...(isAsked('order') && { empty: t('choose'), hint: t('orderUnsure') })}
          options={(isAsked('order') ? format.orders.map(({ order }) => order) : dateOrders).map((value) => {
            const wall = format.orders.find(({ order }) => order === value)?.wall
            return { value, label: wall === undefined ? t(value) : `${t(value)} (${dayOf(wall, language)})` }
          })}
          onChange={(dateOrder) => set({ dateOrder, orders: format.orders.filter(({ order }) => order === dateOrder) })}
        />
      ),
    },
    {
      question: 'zone',
      field: (
        <Choice
          label={t('zone')}
          value={askedZone ? '' : timeZone}
          {...(askedZone && { empty: t('choose') })}
          hint={askedZone ? t('zoneUnsure', { zone: timeZone, fixed: askedZone }) : t('zoneHint')}
          options={zones}
          onChange={(zone) => onChange({ ...choice, timeZone: zone, isZoneChosen: true })}
        />
      ),
    },
    {
      question: 'dateColumn',
      field: (
        <Choice
          label={t('dateColumn')}
          value={isAsked('dateColumn') ? '' : String(first)}
          {...(isAsked('dateColumn') && { empty: t('choose') })}
          hint={isAsked('dateColumn') ? t(format.timeKind === 'serial' ? 'serialUnsure' : 'dateUnsure') : undefined}
          options={isAsked('dateColumn') ? columns.filter((_, at) => isTimeLike(format, at)) : columns}
          onChange={(at) => setTime(first === last ? [Number(at)] : [Number(at), last])}
        />
      ),
    },
    {
      question: 'clockColumn',
      field: (
        <Choice
          label={t('clockColumn')}
          value={String(last)}
          options={columns}
          onChange={(at) => setTime([first, Number(at)])}
        />
      ),
    },
    {
      question: 'separator',
      field: (
        <Choice
          label={t('separator')}
          value={format.separator}
          options={separators.map((value) => ({
            value,
            label: value === '\t' ? 'Tab' : value === ' ' ? t('blank') : value,
          }))}
          onChange={(separator) => onSigns({ separator })}
        />
      ),
    },
    {
      question: 'decimal',
      field: (
        <Choice
          label={t('decimal')}
          value={isAsked('decimal') ? '' : format.decimal}
          {...(isAsked('decimal') && { empty: t('choose'), hint: t('decimalUnsure', { cells: split ?? '' }) })}
          options={[
            { value: '.', label: '4.5' },
            { value: ',', label: '4,5' },
          ]}
          onChange={(decimal) => onSigns({ separator: format.separator, decimal })}
        />
      ),
    },
  ]
}

/** With the name of the month, so that nobody takes it for the day. */
const dayOf = (wall: number, language: Language) =>
  new Intl.DateTimeFormat(localeTag[language], { dateStyle: 'long', timeZone: 'UTC' }).format(wall)
const isTimeLike = ({ columns, timeColumns }: GuessedFormat, at: number) =>
  timeColumns.includes(at) || (columns[at]!.kind === undefined && /\d{4}|:/.test(columns[at]!.samples[0] ?? ''))

type ChoiceProps<V extends string> = SelectProps<V> & { label: string; hint?: string | undefined }

function Choice<V extends string>({ label, hint, ...select }: ChoiceProps<V>) {
  return (
    <FieldFrame label={label} hint={hint} required={select.empty !== undefined}>
      <Select {...select} />
    </FieldFrame>
  )
}

type Say = (key: 'allYear', values: { zone: string }) => string

/** The zones to choose from: those that are likely first, then clocks that are never changed, then all places. */
function zoneOptions(timeZone: string, asked: string | undefined, t: Say): { value: string; label: string }[] {
  const likely = [timeZone, ...(asked ? [asked] : []), 'UTC']
  const zones = [...new Set([...likely, ...fixedZones, ...Intl.supportedValuesOf('timeZone')])]
  return zones.map((value) => ({
    value,
    label: offsetOfFixedZone(value) === undefined ? value : t('allYear', { zone: value }),
  }))
}
