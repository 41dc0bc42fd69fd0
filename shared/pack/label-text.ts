import { defineText } from '#shared/core/i18n/define-text.ts'

/** Texts of the printed label of a case or pallet. */
export const packLabelText = defineText({
  enUS: {
    case: 'Case',
    pallet: 'Pallet',
    internal: 'Internal number, not an SSCC.',
    sscc: 'SSCC',
    contents: 'Contents',
    codes: '{{quantity}} items',
    cases: '{{quantity}} items in {{cases}} cases',
    packed: 'Packed',
    more: 'Further products: {{count}}',
    number: 'Number',
  },
  ruRU: {
    case: 'Короб',
    pallet: 'Паллета',
    internal: 'Внутренний номер. Это не SSCC.',
    sscc: 'SSCC',
    contents: 'Содержимое',
    codes: 'Единиц: {{quantity}}',
    cases: 'Единиц: {{quantity}}, коробов: {{cases}}',
    packed: 'Упаковано',
    more: 'Другие товары: {{count}}',
    number: 'Номер',
  },
})
