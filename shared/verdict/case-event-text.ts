import { defineText } from '#shared/core/i18n/define-text.ts'

/** The events behind alerts, in the words of the brand. Shoppers read `shopper-text.ts`. */
export const caseEventText = defineText({
  enUS: {
    visitors: 'Unusually many shoppers: scanned {{checks}} in {{countries}} by at least {{people}}',
    visitorsNowhere: 'Unusually many shoppers: scanned {{checks}} by at least {{people}}',
    travel: 'Impossible travel: scanned in {{from}}, {{time}} later in {{to}}, {{km}} km away',
    travelWithin: 'Impossible travel: scanned in {{from}}, {{time}} later {{km}} km away',
    market: 'Outside of your markets: scanned by {{people}} in {{places}}',
    consumed: 'A used item was scanned: you marked it as used on {{date}}',
    expired: 'Scanned after the end of its shelf life on {{date}}',
  },
  ruRU: {
    visitors: 'Необычно много покупателей: отсканирован {{checks}} в {{countries}}, не менее чем с {{people}}',
    visitorsNowhere: 'Необычно много покупателей: отсканирован {{checks}}, не менее чем с {{people}}',
    travel: 'Невозможное перемещение: отсканирован здесь: {{from}}, а через {{time}} в {{km}} км оттуда: {{to}}',
    travelWithin: 'Невозможное перемещение: отсканирован здесь: {{from}}, а через {{time}} в {{km}} км оттуда',
    market: 'Вне ваших рынков: отсканирован с {{people}} здесь: {{places}}',
    consumed: 'Отсканирован использованный товар: вы отметили его {{date}}',
    expired: 'Отсканирован после окончания срока годности {{date}}',
  },
})
