import { plainText } from '#client/core/time-text/plain-text.ts'
import { convertTemperature, type SensorUnit } from '#shared/sensor/units.ts'

/** A unit of a file. Kelvin is converted to the unit of the sensor, which no sensor has itself. */
export type FileUnit = SensorUnit | 'K'
export const temperatureUnits = ['°C', '°F', 'K'] as const satisfies readonly FileUnit[]

export type DecimalSign = '.' | ','
export type NumberProblem = 'noValue' | 'marked' | 'thousands' | 'otherDecimal'
type NumberText = { value: number; unit?: FileUnit } | { problem: NumberProblem }

const unitPattern = /\s*(°\s?[cfk]|celsius|fahrenheit|kelvin|[cfk]|%\s?rh|rh\s?%|%\s?r\.?\s?[fhv]\.?|%|lux|lx|g)$/i
const unitNames: Record<string, FileUnit> = { c: '°C', f: '°F', k: 'K', l: 'lux', g: 'g', '%': '%RH', r: '%RH' }

/** The unit behind a value. */
export function unitOfCell(cell: string): FileUnit | undefined {
  const [, unit] = /\d/.test(cell) ? (unitPattern.exec(plainText(cell)) ?? []) : []
  return unit === undefined ? undefined : unitNames[unit.replace(/[°\s]/g, '')[0]!.toLowerCase()]
}

/** A value with an optional unit behind it. Nothing else may stand in the cell, and no digit is passed over. */
export function readNumberText(cell: string, decimal: DecimalSign): NumberText {
  const text = plainText(cell)
  const number = text.replace(unitPattern, '').replace(/^([+-])\s/, '$1')
  const unit = number === text ? undefined : unitOfCell(text)
  const [own, other] = decimal === ',' ? [',', '.'] : ['.', ',']
  if (!/^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$|^[+-]?[.,]\d+$/i.test(number)) {
    if (/^[+-]?\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d+)?$/.test(number)) return { problem: 'thousands' }
    return { problem: /\d/.test(text) ? 'marked' : 'noValue' }
  }
  if (number.includes(other)) return { problem: /^[+-]?\d{1,3}[.,]\d{3}$/.test(number) ? 'thousands' : 'otherDecimal' }
  return { value: Number(number.replace(own, '.')), ...(unit && { unit }) }
}

/** Whether a cell has a number, with either decimal sign. */
export const isNumberCell = (cell: string): boolean =>
  'value' in readNumberText(cell, '.') || 'value' in readNumberText(cell, ',')

/** A value in the unit of the sensor; undefined for units that cannot be converted. */
export function convertValue(value: number, from: FileUnit, to: SensorUnit): number | undefined {
  if (from === to) return value
  if (!isTemperature(from) || !isTemperature(to)) return undefined
  const [given, unit]: [number, SensorUnit] =
    from === 'K' ? [Math.round((value - 273.15) * 1000) / 1000, '°C'] : [value, from]
  return convertTemperature(given, unit, to)
}
const isTemperature = (unit: FileUnit) => (temperatureUnits as readonly string[]).includes(unit)
