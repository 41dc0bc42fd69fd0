import { defineText, type TextKey } from '#shared/core/i18n/define-text.ts'

/** The form for a shopper's report. It needs no script. */
export const reportText = defineText({
  enUS: {
    title: 'Report a problem',
    intro:
      "Tell the brand what's wrong. We include the code and time. No name needed. A photo, a shop or a few words are enough.",
    photo: 'A photo of the product and its label (JPEG or PNG, up to 5 MB)',
    takePhoto: 'Take a photo',
    shop: 'Shop or seller',
    place: 'Town or address',
    note: 'What is wrong?',
    send: 'Send',
    sending: 'Sending…',
    kept: 'Saved on this phone',
    keptHint:
      "It can't be sent now, for example because there is no connection. It is sent as soon as possible: leave this page open, or check any code later.",
    unsent:
      "It can't be sent now, and this phone has no room to keep it. Leave this page open and send it again later.",
    thanks: 'Thank you. The brand has your report.',
    reference: 'Your reference number',
    keep: 'Keep this number so the brand can find your report.',
    back: 'Back to the result',
    unknown: "This code doesn't belong to any brand, so there's no one to send a report to.",
    photoRejected:
      'This photo was not accepted: it has to be a JPEG or PNG of at most 5 MB and 16 million pixels. Your words are still here.',
    busy: 'Many photos are being sent right now. Please choose yours again and send it in a minute. Your words are still here.',
    slowDown:
      'Too many reports are being sent from your network. Wait a minute and send yours again: the form still has your words.',
    empty: 'Please add a photo, a shop or a few words.',
    tooMany:
      'The brand already has many reports about this code today. Please send yours tomorrow. Your words are still here.',
    photosFull: "The brand can't accept more photos right now. Please describe the problem in words.",
    noPhoto: "Your photo wasn't kept, because the brand can't accept more photos right now. Your words were.",
  },
  ruRU: {
    title: 'Сообщить о проблеме',
    intro:
      'Расскажите производителю, что не так. К сообщению приложим код и время; имени мы не спрашиваем. Достаточно фото, магазина или нескольких слов.',
    photo: 'Фото товара и этикетки (JPEG или PNG, до 5 МБ)',
    takePhoto: 'Сфотографировать',
    shop: 'Магазин или продавец',
    place: 'Город или адрес',
    note: 'Что не так?',
    send: 'Отправить',
    sending: 'Отправляем…',
    kept: 'Сохранено на этом телефоне',
    keptHint:
      'Сейчас отправить не удалось: например, нет связи. Мы отправим сообщение, как только сможем: не закрывайте эту страницу или проверьте позже любой код.',
    unsent:
      'Сейчас отправить не удалось, и сохранить сообщение на телефоне тоже. Не закрывайте эту страницу и отправьте ещё раз позже.',
    thanks: 'Спасибо. Производитель получил ваше сообщение.',
    reference: 'Номер вашего обращения',
    keep: 'Сохраните номер: по нему производитель найдёт ваше сообщение.',
    back: 'Назад к результату',
    unknown: 'Такого кода нет ни у одного производителя, поэтому сообщать некому.',
    photoRejected: 'Это фото не принято: нужен JPEG или PNG не больше 5 МБ и 16 млн точек. Ваш текст сохранён.',
    busy: 'Сейчас отправляют много фотографий. Выберите фото ещё раз и отправьте через минуту. Ваш текст сохранён.',
    slowDown:
      'Из вашей сети отправляют слишком много сообщений. Подождите минуту и отправьте ещё раз: текст остался в форме.',
    empty: 'Добавьте фото, магазин или несколько слов.',
    tooMany: 'Об этом коде сегодня уже много сообщений. Отправьте своё завтра. Ваш текст сохранён.',
    photosFull: 'Сейчас производитель не может принять больше фотографий. Опишите проблему словами.',
    noPhoto: 'Фото не сохранено: сейчас производитель не может принять больше фотографий. Текст сохранён.',
  },
})

export type ReportTextKey = TextKey<typeof reportText>

/** Longest text of each field. */
export const reportLimits = { shop: 120, place: 120, note: 1000 } as const
