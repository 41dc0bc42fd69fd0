import { type SensorUnit, unitsOfType } from '#shared/sensor/units.ts'
import type { ReadLog, ReadOptions } from './read-log.ts'
import type { GuessedFormat } from './table/guess-format.ts'
import { type FileUnit, temperatureUnits } from './table/number-text.ts'

/** How a file is read: as it was guessed, or as a person chose. */
export type ImportChoice = {
  format: GuessedFormat
  timeZone: string
  /** Undefined if the file does not name its unit, until a person chooses. */
  fileUnit: FileUnit | undefined
  acceptsFaults: boolean
  /** The person chose the zone. */
  isZoneChosen: boolean
}
type MeasuredBy = { type: keyof typeof unitsOfType; unit: SensorUnit }

/** What a person has to say before a file can be imported, because the file does not. */
const questions = ['valueColumn', 'unit', 'order', 'dateColumn', 'decimal', 'zone'] as const
export type ImportQuestion = (typeof questions)[number]

/** The units that can be converted to that of the sensor. */
export const fileUnits = ({ type }: MeasuredBy): readonly FileUnit[] =>
  type === 'temperature' ? temperatureUnits : unitsOfType[type]

export function firstChoice(format: GuessedFormat, sensor: MeasuredBy): ImportChoice {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { namedZone } = format
  return {
    format,
    timeZone: namedZone ?? timeZone,
    isZoneChosen: namedZone !== undefined,
    acceptsFaults: false,
    fileUnit: unitOf(format, sensor),
  }
}

/** The unit that the chosen column or the file names; the only one that is possible. */
export function unitOf({ valueColumn, columns, namedUnit }: GuessedFormat, sensor: MeasuredBy): FileUnit | undefined {
  const units = fileUnits(sensor)
  const named = (valueColumn === undefined ? undefined : columns[valueColumn]?.unit) ?? namedUnit
  if (named && units.includes(named)) return named
  return units.length === 1 ? units[0] : undefined
}

/** The questions that the guessed format leaves open. The answers are in the choice. */
export function openQuestions({ format, fileUnit }: ImportChoice): ImportQuestion[] {
  const open: Record<Exclude<ImportQuestion, 'zone'>, boolean> = {
    valueColumn: format.valueColumn === undefined,
    unit: format.valueColumn !== undefined && fileUnit === undefined,
    order: format.orders.length > 1,
    dateColumn: format.isTimeUnsure,
    decimal: format.isDecimalUnsure,
  }
  return questions.filter((question) => question !== 'zone' && open[question])
}

/** Undefined while a question is open on which the values or their times depend. */
export function readOptionsOf(choice: ImportChoice, { unit: sensorUnit }: MeasuredBy): ReadOptions | undefined {
  const { format, timeZone, fileUnit, acceptsFaults } = choice
  if (openQuestions(choice).length > 0 || fileUnit === undefined) return undefined
  return { format, timeZone, fileUnit, sensorUnit, acceptsFaults }
}

/** Whether a clock that is never changed would give other times, and nobody has said which clock it was. */
export const isZoneOpen = ({ isZoneChosen }: ImportChoice, { fixedZone }: Pick<ReadLog, 'fixedZone'>): boolean =>
  fixedZone !== undefined && !isZoneChosen
