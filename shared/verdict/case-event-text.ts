import { defineText } from '#shared/core/i18n/define-text.ts'

/** The events behind alerts, in the words of the brand. Shoppers read `shopper-text.ts`. */
export const caseEventText = defineText({
  enUS: {
    visitors: 'More scans than usual for one item: scanned {{facts}}',
    travel:
      'Impossible travel: scanned by a phone whose network was located in {{from}}, {{time}} later by one located in {{to}}, {{km}} km away',
    travelWithin:
      'Impossible travel: scanned by two phones within {{time}}, whose networks were located in {{from}}, {{km}} km apart',
    market: 'Outside of your markets: scanned by {{people}} whose networks were located in {{places}}',
    consumed: 'A used item was scanned: you marked it as used on {{date}}',
    expired: 'Scanned after the end of its shelf life on {{date}}',
  },
  ruRU: {
    visitors: 'Больше сканирований, чем обычно у одного товара: код сканировали {{facts}}',
    travel:
      'Невозможное перемещение: отсканирован с телефона, сеть которого находилась здесь: {{from}}, а через {{time}} в {{km}} км оттуда: {{to}}',
    travelWithin:
      'Невозможное перемещение: отсканирован с двух телефонов с разницей в {{time}}, сети которых находились в {{km}} км друг от друга: {{from}}',
    market: 'Вне ваших рынков: отсканирован с {{people}}, сети которых находились здесь: {{places}}',
    consumed: 'Отсканирован использованный товар: вы отметили его {{date}}',
    expired: 'Отсканирован после окончания срока годности {{date}}',
  },
})
