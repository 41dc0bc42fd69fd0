/** Where GS1 publishes the words that events write without a namespace. */
const cbv = 'https://ref.gs1.org/cbv/'
const voc = 'https://gs1.org/voc/'

/** The beginning of the URI of a bare word, by the field that contains it. */
const ownBeginnings: Record<string, string> = {
  bizStep: `${cbv}BizStep-`,
  disposition: `${cbv}Disp-`,
  set: `${cbv}Disp-`,
  unset: `${cbv}Disp-`,
  component: `${cbv}Comp-`,
  exception: voc,
}
/** The field `type` means something else in each list. */
const typeBeginnings: Record<string, string> = {
  bizTransactionList: `${cbv}BTT-`,
  sourceList: `${cbv}SDT-`,
  destinationList: `${cbv}SDT-`,
  sensorReport: voc,
}
const urnParts: Record<string, string> = { bizstep: 'BizStep-', disp: 'Disp-', btt: 'BTT-', sdt: 'SDT-', er: 'ER-' }
const prefixes: Record<string, string> = { cbv, gs1: voc, epcis: 'https://ref.gs1.org/epcis/' }

/**
 * A word of GS1's vocabulary as a URI, from each form that EPCIS allows. Other texts are returned as they are.
 *
 * @param list the field that contains the object of a `type`
 * @example
 * vocabularyUri('shipping', 'bizStep') // => 'https://ref.gs1.org/cbv/BizStep-shipping'
 * vocabularyUri('urn:epcglobal:cbv:bizstep:shipping', 'bizStep') // => 'https://ref.gs1.org/cbv/BizStep-shipping'
 * vocabularyUri('desadv', 'type', 'bizTransactionList') // => 'https://ref.gs1.org/cbv/BTT-desadv'
 */
export function vocabularyUri(text: string, field: string, list = ''): string {
  const urn = /^urn:epcglobal:cbv:(\w+):(.+)$/.exec(text)
  if (urn && Object.hasOwn(urnParts, urn[1]!)) return `${cbv}${urnParts[urn[1]!]}${urn[2]}`
  const [prefix = '', local] = text.split(/:(.*)/s)
  if (local !== undefined) return Object.hasOwn(prefixes, prefix) ? prefixes[prefix]! + local : text
  const beginning = field === 'type' ? typeBeginnings[list] : ownBeginnings[field]
  return beginning === undefined ? text : beginning + text
}
