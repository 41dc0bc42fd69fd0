import type { ResultKind } from './result-kind.ts'

/**
 * `hint` is the reason, `next` the advice, `nextWithoutPhotos` that without photos to compare with. Only the texts of `genuine` may
 * call a product genuine.
 */
type HeadlineWords = { headline: string; hint: string; next: string; nextWithoutPhotos?: string }
type Headlines = Readonly<Record<ResultKind, HeadlineWords>>

const enUS: Headlines = {
  genuine: {
    headline: 'Pass!',
    hint: 'This product is a genuine product',
    next: 'Codes can be copied. Compare the product with the photos of the brand.',
    nextWithoutPhotos: 'Codes can be copied. If something about the product seems wrong, report it.',
  },
  caution: {
    headline: 'Check this product carefully',
    hint: 'The brand issued this code, but it has been scanned in an unusual way.',
    next: 'Compare the product and its packaging with the photos of the brand. If something looks different, do not use it, ask the seller and tell the brand.',
    nextWithoutPhotos:
      'Look at the product and its packaging closely. If something seems wrong, do not use it, ask the seller and tell the brand.',
  },
  used_up: {
    headline: 'This item is marked as used',
    hint: 'The brand recorded that the item with this code was used or taken out of sale.',
    next: 'If it was sold to you as new, do not use it. Ask the seller and tell the brand.',
  },
  past_date: {
    headline: 'This product is past its date',
    hint: 'Its shelf life, as set by the brand, is over.',
    next: 'Do not use it. Ask the seller or the brand.',
  },
  suspected_copy: {
    headline: 'This may be a copy',
    hint: 'This code appears on more than one item. Yours may be a counterfeit.',
    next: 'Do not use it until you are sure. Compare it with the photos of the brand, ask the seller where it comes from, keep the receipt and tell the brand.',
    nextWithoutPhotos:
      'Do not use it until you are sure. Ask the seller where it comes from, keep the receipt and tell the brand.',
  },
  recalled: {
    headline: 'Recalled – do not use',
    hint: 'The brand has recalled this product.',
    next: 'Stop using it and follow the instructions of the brand. If they are not clear, contact the brand or the seller.',
  },
  expired: {
    headline: "We can't verify the product",
    hint: 'The brand no longer maintains this code.',
    next: 'Check with the seller before you buy or use the product.',
  },
  not_active: {
    headline: 'This code is not yet activated',
    hint: "This code hasn't been put into use.",
    next: 'If it is on a product that you bought, report it to the brand.',
  },
  unknown: {
    headline: 'This code is not valid',
    hint: 'No product has this code, or part of it is missing.',
    next: 'Check that the whole code was scanned or typed. If it was, be careful with this product.',
  },
  damaged: {
    headline: 'This link or code is damaged',
    hint: 'It did not arrive completely and correctly.',
    next: 'Scan the code on the product again, or compare what was typed with the label.',
  },
  unassessed: {
    headline: "We can't verify the product",
    hint: 'The scan history of this code is not available right now.',
    next: 'Scan the code again later.',
  },
}

const ruRU: Headlines = {
  genuine: {
    headline: 'Подлинный!',
    hint: 'Это подлинный товар',
    next: 'Код можно скопировать. Сравните товар с фотографиями производителя.',
    nextWithoutPhotos: 'Код можно скопировать. Если с товаром что-то не так, сообщите об этом.',
  },
  caution: {
    headline: 'Внимательно проверьте этот товар',
    hint: 'Код выпущен производителем, но сканировали его необычно.',
    next: 'Сравните товар и упаковку с фотографиями производителя. Если что-то отличается, не пользуйтесь товаром, спросите продавца и сообщите производителю.',
    nextWithoutPhotos:
      'Внимательно осмотрите товар и упаковку. Если что-то не так, не пользуйтесь товаром, спросите продавца и сообщите производителю.',
  },
  used_up: {
    headline: 'Товар отмечен как использованный',
    hint: 'Производитель отметил, что товар с этим кодом использован или снят с продажи.',
    next: 'Если вам продали его как новый, не пользуйтесь им. Спросите продавца и сообщите производителю.',
  },
  past_date: {
    headline: 'Срок годности товара истёк',
    hint: 'Срок, установленный производителем, закончился.',
    next: 'Не пользуйтесь товаром. Спросите продавца или производителя.',
  },
  suspected_copy: {
    headline: 'Возможно, это копия',
    hint: 'Этот код стоит на нескольких товарах. Ваш может быть копией.',
    next: 'Не пользуйтесь товаром, пока не убедитесь. Сравните его с фотографиями производителя, спросите продавца, откуда товар, сохраните чек и сообщите производителю.',
    nextWithoutPhotos:
      'Не пользуйтесь товаром, пока не убедитесь. Спросите продавца, откуда товар, сохраните чек и сообщите производителю.',
  },
  recalled: {
    headline: 'Товар отозван – не\u00a0используйте его',
    hint: 'Производитель отозвал этот товар.',
    next: 'Прекратите пользоваться товаром и следуйте указаниям производителя. Если они неясны, обратитесь к производителю или продавцу.',
  },
  expired: {
    headline: 'Не удаётся проверить товар',
    hint: 'Производитель больше не поддерживает этот код.',
    next: 'Уточните у продавца, прежде чем покупать товар или пользоваться им.',
  },
  not_active: {
    headline: 'Этот код ещё не активирован',
    hint: 'Этот код ещё не введён в действие.',
    next: 'Если он стоит на купленном товаре, сообщите производителю.',
  },
  unknown: {
    headline: 'Этот код недействителен',
    hint: 'Товара с таким кодом нет, или код неполный.',
    next: 'Убедитесь, что код отсканирован или введён целиком. Если это так, отнеситесь к товару с осторожностью.',
  },
  damaged: {
    headline: 'Ссылка или код повреждены',
    hint: 'Код дошёл не целиком или с ошибкой.',
    next: 'Отсканируйте код на товаре ещё раз или сравните введённое с этикеткой.',
  },
  unassessed: {
    headline: 'Не удаётся проверить товар',
    hint: 'История проверок этого кода сейчас недоступна.',
    next: 'Отсканируйте код ещё раз позже.',
  },
}

export const headlineText = { enUS, ruRU } as const
