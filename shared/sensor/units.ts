export const sensorTypes = ['temperature', 'humidity', 'light', 'vibration'] as const
export type SensorType = (typeof sensorTypes)[number]
export const sensorUnits = ['°C', '°F', '%RH', 'lux', 'g'] as const
export type SensorUnit = (typeof sensorUnits)[number]

/** The units in which each type of sensor can measure. The first one is the default. */
export const unitsOfType: Record<SensorType, readonly SensorUnit[]> = {
  temperature: ['°C', '°F'],
  humidity: ['%RH'],
  light: ['lux'],
  vibration: ['g'],
}

/**
 * The values that a working sensor can measure. A value outside is a fault of the sensor or a wrong unit. The lower
 * limits of temperatures also keep the exponents of the mean kinetic temperature in the range of a double.
 */
export const rangeOfUnit: Record<SensorUnit, { min: number; max: number }> = {
  '°C': { min: -200, max: 1000 },
  '°F': { min: -328, max: 1832 },
  '%RH': { min: 0, max: 100 },
  lux: { min: 0, max: 1_000_000 },
  g: { min: -10_000, max: 10_000 },
}

/** A value in another unit of its type. Converted values have three decimals. */
export function convertTemperature(value: number, from: SensorUnit, to: SensorUnit): number {
  if (from === to) return value
  const other = from === '°F' ? ((value - 32) * 5) / 9 : (value * 9) / 5 + 32
  return Math.round(other * 1000) / 1000
}

const typeNames: Record<string, SensorType> = {
  temp: 'temperature',
  thermometer: 'temperature',
  'relative humidity': 'humidity',
  rh: 'humidity',
  illuminance: 'light',
  brightness: 'light',
  shock: 'vibration',
  acceleration: 'vibration',
}
const unitNames: Record<string, SensorUnit> = {
  c: '°C',
  '° c': '°C',
  ºc: '°C',
  '℃': '°C',
  celsius: '°C',
  'degrees celsius': '°C',
  'deg c': '°C',
  f: '°F',
  '° f': '°F',
  ºf: '°F',
  '℉': '°F',
  fahrenheit: '°F',
  'degrees fahrenheit': '°F',
  'deg f': '°F',
  '%': '%RH',
  rh: '%RH',
  '% rh': '%RH',
  '%rh': '%RH',
  percent: '%RH',
  lx: 'lux',
  '°c': '°C',
  '°f': '°F',
}
const known = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The type that a text means, such as `Temperature`; other text unchanged. */
export const namedType = (text: string): string => typeNames[known(text)] ?? known(text)
/** The unit that a text means, such as `Celsius`; other text unchanged. */
export const namedUnit = (text: string): string =>
  unitNames[known(text)] ?? (known(text) in rangeOfUnit ? known(text) : text)
