import { defineText, type TextKey } from '#shared/core/i18n/define-text.ts'

/** Texts for shoppers about the code under the scratch layer. `{{word}}` is filled in by the page. */
export const scratchText = defineText({
  enUS: {
    title: 'Code under the scratch layer',
    sealed:
      'Nobody has opened this code yet. Is the item yours? Scratch off the silver layer on its label, and type the 8 letters and digits below it. The first opening is recorded with its day and city.',
    again:
      'Did you open it then? All is well. Is the layer on your item still whole, or did you buy the item as new? Then somebody else knew the code: it may be a copy.',
    label: 'Code under the silver layer',
    hint: '8 letters and digits. Capital letters, spaces and dashes do not matter.',
    check: 'Check the scratch code',
    openedOn: 'This code was opened on {{day}}.',
    openedIn: 'This code was opened on {{day}}, in {{place}}.',
    openedOwn: 'This code was opened a moment ago, from this connection.',
    first: 'Opened for the first time now',
    firstHint:
      'The scratch code is right, and nobody opened it before you. Everybody who checks this item from now on sees the day and the city.',
    own: 'The scratch code is right',
    before: 'This code was opened before',
    beforeHint:
      'The scratch code is right, but you are not the first. If you did not open it then, and bought the item as new, ask the seller and report it.',
    report: 'Report a problem',
    back: 'Back to the result',
  },
  ruRU: {
    title: 'Код под защитным слоем',
    sealed:
      'Этот код ещё никто не вскрывал. Товар ваш? Сотрите серебристый слой на этикетке и введите 8 букв и цифр под ним. Первое вскрытие записывается с днём и городом.',
    again:
      'Это были вы? Тогда всё в порядке. Слой на вашем товаре ещё цел, или вы купили товар как новый? Значит, код знал кто-то ещё: возможно, это копия.',
    label: 'Код под серебристым слоем',
    hint: '8 букв и цифр. Регистр, пробелы и дефисы не важны.',
    check: 'Проверить скрытый код',
    openedOn: 'Этот код вскрыли {{day}}',
    openedIn: 'Этот код вскрыли {{day}} Место: {{place}}.',
    openedOwn: 'Этот код только что вскрыли с этого подключения.',
    first: 'Вскрыт впервые, только что',
    firstHint:
      'Скрытый код верен, и до вас его никто не вскрывал. С этого момента каждый, кто проверит товар, увидит день и город.',
    own: 'Скрытый код верен',
    before: 'Этот код уже вскрывали',
    beforeHint:
      'Скрытый код верен, но вы не первый. Если тогда его вскрыли не вы, а товар вы купили как новый, спросите продавца и сообщите об этом.',
    report: 'Сообщить о проблеме',
    back: 'Назад к результату',
  },
})
export type ScratchTextKey = TextKey<typeof scratchText>
