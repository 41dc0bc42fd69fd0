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
    claimed: 'Its first owner claimed it on {{day}}.',
    ownerPage: 'For the owner',
    claimTitle: 'Become its first owner',
    claimHint:
      'You get a secret link that shows that the item is yours, for example when you sell it. No name and no account are needed.',
    claim: 'Get my owner’s link',
    owner: 'You are the owner of this item',
    ownerNew: 'This is your owner’s link',
    ownerOnce:
      'It is shown only now: copy it, print this page, or photograph it. Whoever has it is the owner, so show it to nobody before you pass the item on.',
    link: 'Owner’s link',
    qr: 'QR code of the owner’s link',
    recovery: 'Recovery code',
    recoveryHint: 'Keep it apart from the link: if you lose the link, this code makes a new one.',
    claimedOn: 'Its first owner claimed it on {{day}}. You have the owner’s link.',
    claimedOther: 'Its first owner claimed it on {{day}}. Only the owner’s link shows who the owner is.',
    notOwnerLink: 'This owner’s link is no longer valid: a newer one was made.',
    noOwner: 'This item has no owner yet. Scratch off the silver layer to claim it.',
    passedOn: 'This link was made on {{day}}.',
    transferTitle: 'Pass the item on',
    transferHint: 'This makes a new link for the next owner. Your link and your recovery code end.',
    transfer: 'Make a new link',
    recoverTitle: 'Did you lose the link?',
    recover: 'Make a new link with the recovery code',
    copy: 'Copy the link',
    copied: 'Copied',
    print: 'Print',
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
    claimed: 'Первый владелец подтвердил владение {{day}}',
    ownerPage: 'Для владельца',
    claimTitle: 'Стать первым владельцем',
    claimHint:
      'Вы получите секретную ссылку: она показывает, что товар ваш, например при продаже. Имя и учётная запись не нужны.',
    claim: 'Получить ссылку владельца',
    owner: 'Вы владелец этого товара',
    ownerNew: 'Это ваша ссылка владельца',
    ownerOnce:
      'Она видна только сейчас: скопируйте её, напечатайте страницу или сфотографируйте. Владелец – тот, у кого ссылка, поэтому никому её не показывайте, пока не передадите товар.',
    link: 'Ссылка владельца',
    qr: 'QR-код ссылки владельца',
    recovery: 'Код восстановления',
    recoveryHint: 'Храните его отдельно от ссылки: если вы её потеряете, этот код создаст новую.',
    claimedOn: 'Первый владелец подтвердил владение {{day}} Ссылка владельца у вас.',
    claimedOther: 'Первый владелец подтвердил владение {{day}} Кто владелец, показывает только его ссылка.',
    notOwnerLink: 'Эта ссылка владельца больше не действует: сделана более новая.',
    noOwner: 'У этого товара ещё нет владельца. Сотрите серебристый слой, чтобы стать им.',
    passedOn: 'Эта ссылка создана {{day}}',
    transferTitle: 'Передать товар',
    transferHint:
      'Будет создана ссылка для следующего владельца. Ваша ссылка и ваш код восстановления перестанут действовать.',
    transfer: 'Создать новую ссылку',
    recoverTitle: 'Потеряли ссылку?',
    recover: 'Создать новую ссылку по коду восстановления',
    copy: 'Скопировать ссылку',
    copied: 'Скопировано',
    print: 'Печать',
    report: 'Сообщить о проблеме',
    back: 'Назад к результату',
  },
})
export type ScratchTextKey = TextKey<typeof scratchText>
