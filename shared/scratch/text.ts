import { defineText, type TextKey } from '#shared/core/i18n/define-text.ts'

/** Texts for shoppers about the code under the scratch layer. `{{word}}` is filled in by the page. */
export const scratchText = defineText({
  enUS: {
    title: 'Code under the scratch layer',
    sealed:
      'Nobody has checked the hidden code of this item yet. Have you bought the item? Then scratch off the silver layer on its label, and type the 8 letters and digits under the layer. The day and the city of the first check are recorded.',
    again:
      'If that was you, all is well. If it was not you, and the item was sold to you as new or its layer is not scratched, the item may be a copy: do not use it, ask the seller and report it.',
    label: 'Code under the silver layer',
    hint: '8 letters and digits. Capital letters, spaces and dashes do not matter.',
    scanHint: 'If there is a small QR code under the layer, you can scan it instead of typing.',
    scanned: 'Read from the camera. Press the button to check it.',
    scannedOther: 'This is not the code under the layer. Scan the small QR code that you have scratched free.',
    check: 'Check the scratch code',
    openedOn: 'The hidden code was first checked on {{day}}.',
    openedIn: 'The hidden code was first checked on {{day}}, in {{place}}.',
    openedOwn: 'It was first checked a moment ago, through the same internet connection as yours: probably by you.',
    first: 'You are the first',
    firstHint:
      'The scratch code is right, and nobody checked it before you. Everybody who scans this item from now on sees the day and the city, but nothing about you.',
    own: 'The scratch code is right',
    before: 'This code was checked before',
    beforeHint:
      'The scratch code is right, but you are not the first to check it. If that was you, all is well. If not, and the item was sold to you as new, do not use it, ask the seller and report it.',
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
      'Скрытый код этого товара ещё никто не проверял. Вы купили товар? Тогда сотрите серебристый слой на этикетке и введите 8 букв и цифр под ним. День и город первой проверки записываются.',
    again:
      'Если это были вы, всё в порядке. Если не вы, а товар продан вам как новый или слой на нём не стёрт, возможно, это копия: не пользуйтесь товаром, спросите продавца и сообщите о проблеме.',
    label: 'Код под серебристым слоем',
    hint: '8 букв и цифр. Регистр, пробелы и дефисы не важны.',
    scanHint: 'Если под слоем есть маленький QR-код, его можно отсканировать.',
    scanned: 'Код прочитан камерой. Нажмите кнопку, чтобы проверить его.',
    scannedOther: 'Это не код под слоем. Отсканируйте маленький QR-код, который вы открыли, стерев слой.',
    check: 'Проверить скрытый код',
    openedOn: 'Впервые скрытый код проверили {{day}}',
    openedIn: 'Впервые скрытый код проверили {{day}} Место: {{place}}.',
    openedOwn:
      'Впервые его проверили только что, через то же подключение к интернету, что у вас: вероятно, это были вы.',
    first: 'Вы проверили код первым',
    firstHint:
      'Скрытый код верен, и до вас его никто не проверял. С этого момента каждый, кто проверит товар, увидит день и город, но ничего о вас.',
    own: 'Скрытый код верен',
    before: 'Этот код уже проверяли',
    beforeHint:
      'Скрытый код верен, но до вас его уже проверяли. Если это были вы, всё в порядке. Если не вы, а товар продан вам как новый, не пользуйтесь им, спросите продавца и сообщите о проблеме.',
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
