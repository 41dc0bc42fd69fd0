import { type Datatype, datatypes } from '#shared/form/question-types/registry.ts'

/** What a type of XLSForm becomes. `list` is the name of a list of choices. */
export type RowType =
  | { kind: 'question'; datatype: Datatype; whole?: true; list?: string; hasOther?: true }
  | { kind: 'begin'; repeats: boolean }
  | { kind: 'end' }
  | { kind: 'calculate' }
  | { kind: 'metadata' }
  | { kind: 'unknown' }

/** Types of XLSForm and those that they become, the nearest first. A type that this version does not have is left out. */
const questionTypes: Readonly<Record<string, readonly string[]>> = {
  text: ['string'],
  string: ['string'],
  email: ['string'],
  phonenumber: ['string'],
  integer: ['number'],
  int: ['number'],
  decimal: ['number'],
  range: ['number'],
  date: ['date'],
  datetime: ['date'],
  time: ['time'],
  note: ['note'],
  barcode: ['barcode'],
  image: ['photo'],
  photo: ['photo'],
  audio: ['audio'],
  geopoint: ['gps', 'location', 'geopoint'],
}
const metadata = [
  'start',
  'end',
  'today',
  'deviceid',
  'username',
  'phonenumber',
  'email',
  'audit',
  'subscriberid',
  'simserial',
]

const isDatatype = (name: string): name is Datatype => (datatypes as readonly string[]).includes(name)

/** @param isAsked whether the row has a label; a row such as `email` without one is filled in by other programs themselves */
export function rowTypeOf(text: string, isAsked: boolean): RowType {
  const line = text.trim().replace(/\s+/g, ' ')
  const words = line.toLowerCase().replaceAll('_', ' ')
  const list =
    /^(?:add )?select[ _](?<count>one|1|multiple|all that apply)(?:[ _]from)? (?<list>\S+)(?<other> or[ _](?:specify[ _])?other)?$/i.exec(
      line,
    )
  if (list) {
    const { count = '', list: name = '', other } = list.groups ?? {}
    return {
      kind: 'question',
      datatype: ['one', '1'].includes(count.toLowerCase()) ? 'choice' : 'choices',
      list: name,
      ...(other && { hasOther: true as const }),
    }
  }
  if (/^begin (group|repeat|loop)/.test(words)) return { kind: 'begin', repeats: !words.includes('group') }
  if (/^end (group|repeat|loop)/.test(words)) return { kind: 'end' }
  if (words === 'calculate') return { kind: 'calculate' }
  if (!isAsked && metadata.includes(words)) return { kind: 'metadata' }
  const datatype = Object.hasOwn(questionTypes, words) ? questionTypes[words]!.find(isDatatype) : undefined
  if (!datatype) return metadata.includes(words) ? { kind: 'metadata' } : { kind: 'unknown' }
  return { kind: 'question', datatype, ...(['integer', 'int'].includes(words) && { whole: true as const }) }
}
