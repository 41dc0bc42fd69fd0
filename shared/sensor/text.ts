import { defineText } from '#shared/core/i18n/define-text.ts'

export const sensorText = defineText({
  enUS: {
    title: 'Sensors',
    description: 'The sensors that watch your goods.',
    name: 'Name',
    created: 'Date',
    empty: 'There are no sensors yet',
  },
  ruRU: {
    title: 'Датчики',
    description: 'Датчики, которые следят за вашим товаром.',
    name: 'Название',
    created: 'Дата',
    empty: 'Датчиков пока нет',
  },
})
