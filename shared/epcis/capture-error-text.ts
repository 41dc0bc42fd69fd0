import { defineText } from '#shared/core/i18n/define-text.ts'

/** Why an event that a partner reported was not captured. */
export const captureErrorText = defineText({
  enUS: {
    unknownThings: 'The event names no code and no package of this merchant',
    wrongTime: 'The eventTime is no time, or lies more than a day ahead',
    reservedWord: 'Words of the namespace assay are reserved',
    tooLong: 'The eventID or the prefixes of the event are too long',
    idTaken: 'Another event has this eventID',
  },
  ruRU: {
    unknownThings: 'В событии нет ни одного кода и ни одной упаковки этого продавца',
    wrongTime: 'eventTime не является временем или опережает его больше чем на сутки',
    reservedWord: 'Слова пространства имён assay зарезервированы',
    tooLong: 'Слишком длинный eventID или список префиксов события',
    idTaken: 'Этот eventID уже есть у другого события',
  },
})
