import { plainText } from '#client/core/time-text/plain-text.ts'
import type { SensorType } from '#shared/sensor/units.ts'
import type { FileUnit } from './number-text.ts'

/**
 * Values that are not the one that was measured: limits, statistics, the state of the logger, and temperatures that are calculated from
 * the humidity.
 */
const others =
  /dew|wet.?bulb|heat.?index|feels|wind.?chill|taupunkt|feuchtkugel|ros[ée]e|roc[ií]o|rugiada|orvalho|рос[аыу]|露点|露點|이슬점|batt|akku|accu\b|pile|батаре|电池|電池|배터리|volt|\bmv\b|[([]v[)\]]|press|druck|presi[oó]n|давлен|气压|氣壓|\bk?m?h?pa\b|mbar|mmhg|\bco.?2\b|\bpm2|\bt?voc\b|alarm|alert|status|state|set.?point|sollwert|limit|grenz|threshold|порог|предел|\bmin\b|minim|\bmax\b|maxim|\bavg\b|average|\bmean\b|mittel|средн|平均|最[高低大小]|\bmkt\b|kinetic|signal|rssi|\bdbm\b|\blat|\blon|altitude|speed|door|event|delta|\bdiff|upper|lower|\bhigh\b|\blow\b|calibrat|offset|vpd|\babs\b|absolut/i
const kinds: [SensorType, RegExp][] = [
  [
    'humidity',
    /humid|\brh\b|%\s?r|r\.?h\.?\s?%|feucht|humed|umid|hygro|влаж|волог|湿度|溼度|濕度|습도|wilgot|vlhk|\bnem\b|kosteus|fukt|fugt|vocht|υγρασ|رطوب|לחות|ชื้น|độ ẩm|lembap|%/i,
  ],
  ['light', /\blux\b|\blx\b|light|licht|lumi|свет|осв|光|조도/i],
  ['vibration', /vibrat|accel|shock|beschleun|erschütter|вибрац|ускорен|振动|振動|진동|[([]g[)\]]/i],
  [
    'temperature',
    /temp|°\s?[cfk]|[([]\s?[cfk]\s?[)\]]|_[cfk]\b|celsius|fahrenheit|kelvin|темп|\bt\s?°|温度|溫度|気温|氣溫|체온|온도|θερμ|حرار|טמפ|อุณห|nhiệt|lämpö|hőm|sıcakl|suhu|teplot|temperat/i,
  ],
]

/** What a heading says that its column measures. */
type ColumnKind = SensorType | 'other'

export function kindOfHeading(heading: string): ColumnKind | undefined {
  const text = plainText(heading)
  if (others.test(text)) return 'other'
  return kinds.find(([, pattern]) => pattern.test(text))?.[0]
}

const kindsOfUnits: Record<FileUnit, SensorType> = {
  '°C': 'temperature',
  '°F': 'temperature',
  K: 'temperature',
  '%RH': 'humidity',
  lux: 'light',
  g: 'vibration',
}
export const kindOfUnit = (unit: FileUnit): SensorType => kindsOfUnits[unit]

/** The unit that a heading, or a line above the table, names. */
export function unitOfHeading(heading: string): FileUnit | undefined {
  const text = plainText(heading)
  if (/°\s?f|fahrenheit|[([]\s?f\s?[)\]]|(?:_|\btemp(?:erature)?\s?)f\b|^f$/i.test(text)) return '°F'
  if (/°\s?c|celsius|[([]\s?c\s?[)\]]|(?:_|\btemp(?:erature)?\s?)c\b|^c$/i.test(text)) return '°C'
  if (/°\s?k\b|kelvin|[([]\s?k\s?[)\]]|_k\b/i.test(text)) return 'K'
  if (/\blux\b|\blx\b/i.test(text)) return 'lux'
  return /%/.test(text) ? '%RH' : undefined
}
