import { plainText } from './plain-text.ts'
import { fixedZone } from './zone-time.ts'

/**
 * Abbreviations of zones, with the difference from UTC in minutes. Null: several zones have it, such as CST in America and
 * China, so that a time with it is not known.
 */
const abbreviations: Record<string, number | null> = {
  z: 0,
  utc: 0,
  gmt: 0,
  ut: 0,
  zulu: 0,
  wet: 0,
  west: 60,
  cet: 60,
  mez: 60,
  cest: 120,
  mesz: 120,
  eet: 120,
  oez: 120,
  eest: 180,
  oesz: 180,
  msk: 180,
  мск: 180,
  trt: 180,
  eat: 180,
  wat: 60,
  cat: 120,
  sast: 120,
  samt: 240,
  yekt: 300,
  npt: 345,
  mmt: 390,
  ict: 420,
  wib: 420,
  wita: 480,
  wit: 540,
  hkt: 480,
  sgt: 480,
  myt: 480,
  pht: 480,
  awst: 480,
  jst: 540,
  kst: 540,
  acst: 570,
  acdt: 630,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  hst: -600,
  akst: -540,
  akdt: -480,
  brt: -180,
  art: -180,
  clt: -240,
  clst: -180,
  nst: -210,
  ndt: -150,
  est: null,
  edt: null,
  cst: null,
  cdt: null,
  mst: null,
  mdt: null,
  pst: null,
  pdt: null,
  ast: null,
  adt: null,
  ist: null,
  bst: null,
  sst: null,
  gst: null,
  amt: null,
  ect: null,
  pkt: null,
  wst: null,
  cot: null,
  met: null,
  et: null,
  ct: null,
  mt: null,
  pt: null,
  bt: null,
  sct: null,
  pet: null,
  lt: null,
  lmt: null,
}

/** Minutes, null for an abbreviation of several zones, undefined for other words. */
export const offsetOfWord = (word: string): number | null | undefined => abbreviations[word]

/** The difference from UTC in minutes; undefined where no zone has it. */
export function offsetOf(sign: string, hours: string, minutes = '0'): number | undefined {
  const size = Number(hours) * 60 + Number(minutes)
  if (size > 14 * 60 || Number(minutes) > 59) return undefined
  return sign === '-' ? -size : size
}

/** A list of cities behind the difference is the name of a zone whose clocks are changed, not of a fixed one. */
const namedOffset = /(?:\b|_)(?:utc|gmt)\s?(?:([+-])\s?(\d{1,2})(?::?(\d{2}))?)?(?![\d\p{L}])(?!\)?\s*\p{L}{3,})/iu
const namedZone = /\b[A-Z][a-z]+\/[A-Z][A-Za-z_]+\b/

/** The zone that a heading or a line above the table names, such as `Date Time, GMT-05:00`; undefined without one. */
export function zoneInHeading(heading: string): string | undefined {
  const text = plainText(heading)
  const name = namedZone.exec(text)?.[0]
  if (name && Intl.supportedValuesOf('timeZone').includes(name)) return name
  const [whole, sign, hours, minutes] = namedOffset.exec(text) ?? []
  const offset = sign === undefined ? 0 : offsetOf(sign, hours!, minutes)
  return whole === undefined || offset === undefined ? undefined : fixedZone(offset)
}
