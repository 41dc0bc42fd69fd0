import type { RuleName } from '#shared/verdict/rules.ts'
import type { ResultKind } from './result-kind.ts'

/**
 * Why a result was chosen, where the result kind alone does not say it: a rule, that the brand found copies, or that the tag is one of
 * another code.
 */
export type Cause = RuleName | 'copied' | 'otherCode'

/**
 * `hint` is the reason, `hints` that of one cause; `next` the advice, `nextWithoutPhotos` that without photos to compare with.
 * What is known is about the code and its scans, so no text calls a product genuine.
 */
type HeadlineWords = {
  headline: string
  hint: string
  hints?: Partial<Record<Cause, string>>
  next: string
  nextWithoutPhotos?: string
}
type Headlines = Readonly<Record<ResultKind, HeadlineWords>>

const enUS: Headlines = {
  genuine: {
    headline: 'Pass!',
    hint: 'This code is real and active. No sign of a second item.',
    next: 'Codes can be copied. Compare the product with the photos of the brand.',
    nextWithoutPhotos: 'Codes can be copied. If something about the product seems wrong, report it.',
  },
  opened: {
    headline: 'The hidden code was checked before',
    hint: 'This code is real and active, but you are not the first to check the code under its scratch layer.',
    next: 'If you have checked it yourself, all is well. If not, and the item was sold to you as new or its layer is not scratched, it may be a copy: do not use it, ask the seller and report it.',
  },
  tapped: {
    headline: 'Tapped the genuine tag',
    hint: 'The NFC tag has just proved its code. Such a tag cannot be copied.',
    hints: {
      visitors:
        'The NFC tag has just proved its code. Many phones looked at the code, so it may be copied, but the tag is not.',
      travel:
        'The NFC tag has just proved its code. The code was looked at far away, so it may be copied, but the tag is not.',
      copied: 'The NFC tag has just proved its code. The brand has found copies of the code, but the tag is no copy.',
    },
    next: 'Make sure that the tag belongs to this item: it must not be loose, damaged or stuck over something.',
  },
  tap_again: {
    headline: 'Tap the tag again',
    hint: 'This link of the tag was opened before. Each tap makes a new link, and an old one proves nothing.',
    next: 'Hold your phone to the tag of the item again. If this page comes after every tap, do not rely on the product and ask the brand.',
  },
  tap_refused: {
    headline: 'This tap is not valid',
    hint: 'What the tag sent was changed, or the tag was not made for this code.',
    hints: {
      otherCode: 'The tag belongs to another code: it was taken from another item or written for another code.',
    },
    next: 'Tap the tag of the item again. If this page comes again, do not rely on the product and ask the seller.',
  },
  caution: {
    headline: 'Check this product carefully',
    hint: 'This code was scanned in a way that is unusual for one item.',
    hints: {
      visitors: 'More phones scanned this code than is usual for one item.',
      travel: 'This code was scanned in places too far apart for one item.',
      market: 'This code was scanned in a country where the brand does not sell this product.',
    },
    next: 'The code may be copied. Compare the product and its packaging with the photos of the brand. If something looks different, do not use it, ask the brand and report it.',
    nextWithoutPhotos:
      'The code may be copied. Look at the product and its packaging closely. If something seems wrong, do not use it, ask the brand and report it.',
  },
  used_up: {
    headline: 'This item is marked as used',
    hint: 'The brand recorded that the item with this code was used up or taken out of sale.',
    next: 'If it was sold to you as new, do not use it. Ask the brand and report it.',
  },
  past_date: {
    headline: 'This product is past its date',
    hint: 'It has expired: its shelf life, as set by the brand, is over.',
    next: 'Do not use it. Ask the brand or the seller.',
  },
  suspected_copy: {
    headline: 'This may be a copy',
    hint: 'This code was scanned so often that several items probably have it.',
    hints: { copied: 'The brand has found copies of this code. This item may be one of them.' },
    next: 'Do not use it until you are sure. Compare it with the photos of the brand, ask the brand, keep the receipt and report where you got it.',
    nextWithoutPhotos: 'Do not use it until you are sure. Ask the brand, keep the receipt and report where you got it.',
  },
  recalled: {
    headline: 'Recalled – do not use',
    hint: 'The brand has recalled this product.',
    next: 'Stop using it and follow the message of the brand. If it is not clear, ask the brand or the seller.',
  },
  expired: {
    headline: "We can't verify the product",
    hint: 'The brand issued this code, but no longer maintains it.',
    next: 'Ask the brand or the seller before you buy or use the product.',
  },
  not_active: {
    headline: 'This code is not yet activated',
    hint: 'The brand has not put this code into use. Items with such a code should not be on sale.',
    next: 'Do not buy or use the product. There is nothing that you have to activate: ask the brand and report it.',
  },
  unknown: {
    headline: 'This code is not valid',
    hint: 'No product has this code, or part of it is missing or wrong.',
    next: 'Scan it once more, or check what you typed. If the code is still not valid, do not buy or use the product, and ask the seller.',
  },
  damaged: {
    headline: 'This link or code is damaged',
    hint: 'It did not arrive completely and correctly.',
    next: 'Scan the code on the product again, or compare what was typed with the label.',
  },
  unassessed: {
    headline: "We can't verify the product",
    hint: 'This is a fault of our service, not of the product: the scans of this code cannot be read right now.',
    next: 'Check the code again in a few minutes. Until then this page says nothing about the product.',
  },
}

const ruRU: Headlines = {
  genuine: {
    headline: 'Проверка пройдена!',
    hint: 'Код настоящий и активен. Ничто не указывает на второй товар с этим кодом.',
    next: 'Код можно скопировать. Сравните товар с фотографиями производителя.',
    nextWithoutPhotos: 'Код можно скопировать. Если с товаром что-то не так, сообщите об этом.',
  },
  opened: {
    headline: 'Скрытый код уже проверяли',
    hint: 'Код настоящий и активен, но код под его защитным слоем уже проверяли до вас.',
    next: 'Если его проверили вы, всё в порядке. Если не вы, а товар продан вам как новый или слой на нём не стёрт, возможно, это копия: не пользуйтесь товаром, спросите продавца и сообщите о проблеме.',
  },
  tapped: {
    headline: 'Подлинная метка приложена',
    hint: 'NFC-метка только что подтвердила свой код. Такую метку нельзя скопировать.',
    hints: {
      visitors:
        'NFC-метка только что подтвердила свой код. Код проверяли со многих телефонов, его могли скопировать, но не метку.',
      travel:
        'NFC-метка только что подтвердила свой код. Код проверяли далеко отсюда, его могли скопировать, но не метку.',
      copied: 'NFC-метка только что подтвердила свой код. Производитель нашёл копии кода, но метка не копия.',
    },
    next: 'Убедитесь, что метка принадлежит этому товару: она не отклеена, не повреждена и не наклеена поверх чего-либо.',
  },
  tap_again: {
    headline: 'Приложите телефон к метке ещё раз',
    hint: 'Эту ссылку метки уже открывали. Каждое касание создаёт новую ссылку, а старая ничего не доказывает.',
    next: 'Снова поднесите телефон к метке товара. Если эта страница появляется после каждого касания, не полагайтесь на товар и спросите производителя.',
  },
  tap_refused: {
    headline: 'Касание недействительно',
    hint: 'Данные метки изменены, или метка сделана не для этого кода.',
    hints: { otherCode: 'Метка принадлежит другому коду: её сняли с другого товара или записали для другого кода.' },
    next: 'Поднесите телефон к метке товара ещё раз. Если страница появится снова, не полагайтесь на товар и спросите продавца.',
  },
  caution: {
    headline: 'Внимательно проверьте этот товар',
    hint: 'Этот код проверяли необычно для одного товара.',
    hints: {
      visitors: 'Этот код проверяли с большего числа телефонов, чем бывает у одного товара.',
      travel: 'Этот код проверяли в местах, слишком далёких друг от друга для одного товара.',
      market: 'Этот код проверяли там, где производитель не продаёт этот товар.',
    },
    next: 'Возможно, код скопирован. Сравните товар и упаковку с фотографиями производителя. Если что-то отличается, не пользуйтесь товаром, спросите производителя и сообщите о проблеме.',
    nextWithoutPhotos:
      'Возможно, код скопирован. Внимательно осмотрите товар и упаковку. Если что-то не так, не пользуйтесь товаром, спросите производителя и сообщите о проблеме.',
  },
  used_up: {
    headline: 'Товар отмечен как использованный',
    hint: 'Производитель отметил, что товар с этим кодом использован или снят с продажи.',
    next: 'Если вам продали его как новый, не пользуйтесь им. Спросите производителя и сообщите о проблеме.',
  },
  past_date: {
    headline: 'Срок годности товара истёк',
    hint: 'Срок, установленный производителем, закончился.',
    next: 'Не пользуйтесь товаром. Спросите производителя или продавца.',
  },
  suspected_copy: {
    headline: 'Возможно, это копия',
    hint: 'Этот код проверяли так часто, что он, вероятно, стоит на нескольких товарах.',
    hints: { copied: 'Производитель нашёл копии этого кода. Этот товар может быть одной из них.' },
    next: 'Не пользуйтесь товаром, пока не убедитесь. Сравните его с фотографиями производителя, спросите производителя, сохраните чек и сообщите, где вы его взяли.',
    nextWithoutPhotos:
      'Не пользуйтесь товаром, пока не убедитесь. Спросите производителя, сохраните чек и сообщите, где вы его взяли.',
  },
  recalled: {
    headline: 'Товар отозван – не\u00a0используйте его',
    hint: 'Производитель отозвал этот товар.',
    next: 'Прекратите пользоваться товаром и следуйте сообщению производителя. Если оно неясно, спросите производителя или продавца.',
  },
  expired: {
    headline: 'Не удаётся проверить товар',
    hint: 'Производитель выпустил этот код, но больше не поддерживает его.',
    next: 'Спросите производителя или продавца, прежде чем покупать товар или пользоваться им.',
  },
  not_active: {
    headline: 'Этот код ещё не активирован',
    hint: 'Производитель ещё не ввёл этот код в действие. Товары с таким кодом не должны продаваться.',
    next: 'Не покупайте товар и не пользуйтесь им. Вам ничего активировать не нужно: спросите производителя и сообщите о проблеме.',
  },
  unknown: {
    headline: 'Этот код недействителен',
    hint: 'Товара с таким кодом нет, или часть кода пропущена или неверна.',
    next: 'Отсканируйте код ещё раз или проверьте, что вы ввели. Если код всё ещё недействителен, не покупайте товар, не пользуйтесь им и спросите продавца.',
  },
  damaged: {
    headline: 'Ссылка или код повреждены',
    hint: 'Код дошёл не целиком или с ошибкой.',
    next: 'Отсканируйте код на товаре ещё раз или сравните введённое с этикеткой.',
  },
  unassessed: {
    headline: 'Не удаётся проверить товар',
    hint: 'Это сбой нашего сервиса, а не признак подделки: проверки этого кода сейчас не прочитать.',
    next: 'Проверьте код ещё раз через несколько минут. До этого страница ничего не говорит о товаре.',
  },
}

export const headlineText = { enUS, ruRU } as const
