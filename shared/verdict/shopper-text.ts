/** The reasons of a verdict. `{{word}}` is filled in; words with plural forms are objects. */
export const shopperText = {
  enUS: {
    first: 'First time this code has been scanned',
    recognised: 'Scanned {{checks}} before',
    copied: 'The brand has found copies of this code',
    visitors: 'Scanned {{checks}} in {{countries}} by at least {{people}}. That is unusual for a single item',
    visitorsNowhere: 'Scanned {{checks}} by at least {{people}}. That is unusual for a single item',
    travel: 'Scanned in {{from}}, then {{time}} later in {{to}}, {{km}} km away. One item cannot travel that fast',
    travelWithin: 'Scanned in {{from}}, then {{time}} later {{km}} km away. One item cannot travel that fast',
    market: 'Scanned by {{people}} in {{places}}, where this product is not sold',
    consumed: 'The brand marked this item as used on {{date}}',
    expired: 'Expired on {{date}}',
    somewhere: 'an unknown country',
    times: { one: '{{n}} time', other: '{{n}} times' },
    timesBefore: { one: 'once', other: '{{n}} times' },
    inCountries: { one: '{{n}} country', other: '{{n}} countries' },
    byPhones: { one: '{{n}} phone', other: '{{n}} phones' },
    minutes: { one: '{{n}} minute', other: '{{n}} minutes' },
    hours: { one: '{{n}} hour', other: '{{n}} hours' },
  },
  ruRU: {
    first: 'Этот код сканируют впервые',
    recognised: 'Ранее отсканирован {{checks}}',
    copied: 'Производитель нашёл копии этого кода',
    visitors: 'Отсканирован {{checks}} в {{countries}}, не менее чем с {{people}}. Для одного товара это много',
    visitorsNowhere: 'Отсканирован {{checks}}, не менее чем с {{people}}. Для одного товара это много',
    travel:
      'Отсканирован здесь: {{from}}, а через {{time}} в {{km}} км оттуда: {{to}}. Один товар так быстро не перевезти',
    travelWithin:
      'Отсканирован здесь: {{from}}, а через {{time}} в {{km}} км оттуда. Один товар так быстро не перевезти',
    market: 'Отсканирован с {{people}} там, где этот товар не продаётся: {{places}}',
    consumed: '{{date}} производитель отметил, что этот товар использован',
    expired: 'Срок годности истёк {{date}}',
    somewhere: 'неизвестная страна',
    times: { one: '{{n}} раз', few: '{{n}} раза', many: '{{n}} раз', other: '{{n}} раза' },
    timesBefore: { one: '{{n}} раз', few: '{{n}} раза', many: '{{n}} раз', other: '{{n}} раза' },
    inCountries: { one: '{{n}} стране', few: '{{n}} странах', many: '{{n}} странах', other: '{{n}} страны' },
    byPhones: { one: '{{n}} телефона', few: '{{n}} телефонов', many: '{{n}} телефонов', other: '{{n}} телефона' },
    minutes: { one: '{{n}} минуту', few: '{{n}} минуты', many: '{{n}} минут', other: '{{n}} минуты' },
    hours: { one: '{{n}} час', few: '{{n}} часа', many: '{{n}} часов', other: '{{n}} часа' },
  },
} as const

type Words = (typeof shopperText)['enUS']
export type PluralTextKey = { [K in keyof Words]: Words[K] extends string ? never : K }[keyof Words]
export type ShopperTextKey = Exclude<keyof Words, PluralTextKey>
