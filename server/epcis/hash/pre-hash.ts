import { canonicalEpc } from './canonical-epc.ts'
import { vocabularyUri } from './vocabulary.ts'

type Json = unknown
type Fields = Record<string, Json>
/** What a field contains: a value, the items of a list under the name that XML gives them, or fields in their own order. */
type Shape = null | { item?: string; order?: Order }
type Order = readonly (readonly [name: string, shape: Shape])[]

const values = (...names: string[]): Order => names.map((name) => [name, null] as const)
const epcs: Shape = { item: 'epc' }
const quantities: Shape = { item: 'quantityElement', order: values('epcClass', 'quantity', 'uom') }
const location: Shape = { order: values('id') }

const metadata: Shape = {
  order: values(
    ...['time', 'startTime', 'endTime', 'deviceID', 'deviceMetadata', 'rawData', 'dataProcessingMethod', 'bizRules'],
  ),
}
const report: Shape = {
  item: 'sensorReport',
  order: values(
    ...['type', 'exception', 'deviceID', 'deviceMetadata', 'rawData', 'dataProcessingMethod', 'time', 'microorganism'],
    ...['chemicalSubstance', 'value', 'component', 'stringValue', 'booleanValue', 'hexBinaryValue', 'uriValue'],
    ...['minValue', 'maxValue', 'meanValue', 'sDev', 'percRank', 'percValue', 'uom', 'coordinateReferenceSystem'],
  ),
}

/** The canonical property order of CBV 2.0; where its text and its examples differ, that of the examples. */
const eventOrder: Order = [
  ...values('eventTime', 'eventTimeZoneOffset', 'certificationInfo', 'parentID'),
  ['epcList', epcs],
  ['inputEPCList', epcs],
  ['childEPCs', epcs],
  ['quantityList', quantities],
  ['childQuantityList', quantities],
  ['inputQuantityList', quantities],
  ['outputEPCList', epcs],
  ['outputQuantityList', quantities],
  ...values('action', 'transformationID', 'bizStep', 'disposition'),
  ['persistentDisposition', { order: values('set', 'unset') }],
  ['readPoint', location],
  ['bizLocation', location],
  [
    'sensorElementList',
    {
      item: 'sensorElement',
      order: [
        ['sensorMetadata', metadata],
        ['sensorReport', report],
      ],
    },
  ],
]

/** Standard fields that the examples of CBV 2.0 sort among those of other namespaces. The items of the lists have no name of their own. */
const sortedOrder: Order = [
  ['bizTransactionList', { item: '', order: values('type', 'bizTransaction') }],
  ['sourceList', { item: '', order: values('type', 'source') }],
  ['destinationList', { item: '', order: values('type', 'destination') }],
  ['ilmd', { order: [] }],
]

const ignored = new Set([
  ...['recordTime', 'eventID', 'type', 'errorDeclaration', '@context', 'rdfs:comment', 'comment'],
])

/** Namespaces by their prefixes. */
export type Namespaces = Readonly<Record<string, string>>
/** `list`: the field that contains the object whose fields are written. */
type Place = { namespaces: Namespaces; list: string }

/**
 * The text whose hash is the id of an event: the same for every way to write the event down. Fields of other namespaces count, and
 * time, id and corrections of the record do not.
 */
export function preHashOf(event: Fields, namespaces: Namespaces): string {
  const written = (order: Order) =>
    order.map(([name, shape]) => writeField(name, event[name], shape, { namespaces, list: '' }))
  const others = extensionsOf(event, [...eventOrder, ...sortedOrder], namespaces)
  return `eventType=${event.type}${written(eventOrder).join('')}${[...written(sortedOrder), ...others].sort().join('')}`
}

function writeField(name: string, value: Json, shape: Shape, place: Place): string {
  if (value === undefined || value === null) return ''
  const inside = { ...place, list: name }
  if (shape?.item !== undefined) {
    const { item, order } = shape
    const items = asList(value).map((one) => (order ? item + writeFields(one, order, inside) : writeValue(item, one)))
    const isNamed = name !== item
    return items.length === 0 ? '' : (isNamed ? name : '') + items.sort().join('')
  }
  if (shape?.order) {
    const fields = writeFields(value, shape.order, inside)
    return fields === '' ? '' : name + fields
  }
  return asList(value)
    .map((one) => writeValue(name, one, place.list))
    .sort()
    .join('')
}

function writeFields(value: Json, order: Order, place: Place): string {
  if (typeof value !== 'object' || value === null) return ''
  const fields = value as Fields
  const known = order.map(([name, shape]) => writeField(name, fields[name], shape, place))
  return known.join('') + extensionsOf(fields, order, place.namespaces).join('')
}

/** The fields that the order does not name, each with its namespace, sorted. */
function extensionsOf(fields: Fields, order: Order, namespaces: Namespaces): string[] {
  const known = new Set(order.map(([name]) => name))
  return Object.entries(fields)
    .filter(([name]) => !known.has(name) && !ignored.has(name))
    .flatMap(([name, value]) => asList(value).map((one) => writeExtension(name, one, namespaces)))
    .sort()
}

function writeExtension(name: string, value: Json, namespaces: Namespaces): string {
  const key = expandedName(name, namespaces)
  if (typeof value === 'object' && value !== null) return key + extensionsOf(value as Fields, [], namespaces).join('')
  return writeValue(key, value)
}

function expandedName(name: string, namespaces: Namespaces): string {
  const [prefix = '', local] = name.split(/:(.*)/s)
  return local !== undefined && Object.hasOwn(namespaces, prefix) ? `{${namespaces[prefix]}}${local}` : name
}

function writeValue(name: string, value: Json, list = ''): string {
  const text = String(value).trim()
  if (text === '') return ''
  return `${name}=${/time(?!.*offset)/i.test(name) ? utc(text) : canonicalEpc(plainNumber(vocabularyUri(text, name, list)))}`
}

/** Milliseconds in UTC: further digits are rounded, which `Date` does not do. */
function utc(text: string): string {
  const [, start, fraction = '', zone] = /^(.*?)(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? []
  const at = Date.parse(`${start}${zone}`)
  return Number.isNaN(at) ? text : new Date(at + Math.round(Number(`0${fraction}`) * 1000)).toISOString()
}

const plainNumber = (text: string): string => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? String(Number(text)) : text)

const asList = (value: Json): Json[] => (Array.isArray(value) ? value : [value])
