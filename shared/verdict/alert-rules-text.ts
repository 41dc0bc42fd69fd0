import { defineText } from '#shared/core/i18n/define-text.ts'

/** What the screen *Alert rules* says about the use of items, about the scanned items of a SKU and about decided warnings. */
export const alertRulesText = defineText({
  enUS: {
    category_one_owner_hint: 'One person buys it, and few others scan it.',
    category_consumable_hint: 'Several people take from one pack, each with a phone of their own.',
    category_display_hint: 'It stands where many people see and scan it, such as in a shop.',
    category_rental_hint: 'It goes from one customer to the next, such as tools or costumes.',
    category_resale_hint: 'It changes hands several times, and buyers scan it before they pay.',
    category_medical_hint: 'Staff scan it at delivery, in storage and at the bed, and so do patients.',
    warnedPrice_one:
      'The share that you accept. Copies of a label are noticed after {{units}} scanned copy (9 of 10 labels). With a smaller share, they are noticed later.',
    warnedPrice_other:
      'The share that you accept. Copies of a label are noticed after about {{units}} scanned copies (9 of 10 labels). With a smaller share, they are noticed later.',
    ownItems: 'What your scanned items say',
    ownTooFew:
      'Not enough scanned items yet: {{number}} of {{needed}}. An item counts from 90 days after its first scan. Until then, rules for this use apply.',
    ownCodes_one: '{{number}} scanned item; {{share}} reach the usual limit for this use.',
    ownCodes_other: '{{number}} scanned items; {{share}} of them reach the usual limit for this use.',
    shift_usual: 'Warnings come when they usually do for this use.',
    shift_earlier: 'Warnings come earlier than usual for this use, because these items are scanned less.',
    shift_later: 'Warnings come later than usual for this use, because you said that many people look at these items.',
    sharedQuestion: 'Are these items looked at by many people?',
    sharedHint:
      '{{share}} of the scanned items would be warned about. If they are displayed, shared, rented or resold, answer yes: warnings then come later. If not, many of these labels may have been copied: answer no and look at their alerts.',
    sharedYes: 'Yes, by many',
    sharedNo: 'No',
    sharedSaidYes: 'You said: these items are looked at by many people.',
    sharedYesHint: 'If many items reach the usual limit, warnings come later. You can change your answer.',
    sharedSaidNo: 'You said: these items are not looked at by many people.',
    sharedNoHint: 'Items above the usual limit may be copies: look at their alerts. You can change your answer.',
    sharedSaved: 'Answer saved',
    outcomes: 'How often warnings were right',
    outcomesEmpty: 'No warning was closed as a copy, a mistake or a genuine item in the last 12 months.',
    outcomesShare_one:
      'Of {{number}} decided warning in the last 12 months, {{copies}} was about copies: {{share}}, between {{low}} and {{high}}.',
    outcomesShare_other:
      'Of {{number}} decided warnings in the last 12 months, {{copies}} were about copies: {{share}}, between {{low}} and {{high}}.',
  },
  ruRU: {
    category_one_owner_hint: 'Товар покупает один человек, и сканируют его немногие.',
    category_consumable_hint: 'Из одной упаковки берут несколько человек, каждый со своим телефоном.',
    category_display_hint: 'Товар стоит там, где его видят и сканируют многие, например в магазине.',
    category_rental_hint: 'Товар переходит от клиента к клиенту: инструменты, костюмы.',
    category_resale_hint: 'Товар меняет владельцев, и покупатели сканируют его до оплаты.',
    category_medical_hint: 'Персонал сканирует товар при приёмке, на складе и у кровати, а ещё и пациенты.',
    warnedPrice_one:
      'Допустимая доля. Копии этикетки замечаются после {{units}} отсканированной копии (9 этикеток из 10). Чем меньше доля, тем позже.',
    warnedPrice_few:
      'Допустимая доля. Копии этикетки замечаются примерно после {{units}} отсканированных копий (9 этикеток из 10). Чем меньше доля, тем позже.',
    warnedPrice_many:
      'Допустимая доля. Копии этикетки замечаются примерно после {{units}} отсканированных копий (9 этикеток из 10). Чем меньше доля, тем позже.',
    warnedPrice_other:
      'Допустимая доля. Копии этикетки замечаются примерно после {{units}} отсканированной копии (9 этикеток из 10). Чем меньше доля, тем позже.',
    ownItems: 'Что показывают ваши отсканированные товары',
    ownTooFew:
      'Отсканированных товаров пока мало: {{number}} из {{needed}}. Товар учитывается через 90 дней после первого сканирования. До этого действуют правила для такого использования.',
    ownCodes_one: '{{number}} отсканированный товар; обычного предела для такого использования достигли {{share}}.',
    ownCodes_few:
      '{{number}} отсканированных товара; обычного предела для такого использования достигли {{share}} из них.',
    ownCodes_many:
      '{{number}} отсканированных товаров; обычного предела для такого использования достигли {{share}} из них.',
    ownCodes_other:
      '{{number}} отсканированного товара; обычного предела для такого использования достигли {{share}} из них.',
    shift_usual: 'Предупреждения появляются тогда же, когда обычно при таком использовании.',
    shift_earlier: 'Предупреждения появляются раньше, чем обычно при таком использовании: эти товары сканируют реже.',
    shift_later:
      'Предупреждения появляются позже, чем обычно при таком использовании: вы указали, что на эти товары смотрят многие.',
    sharedQuestion: 'На эти товары смотрят многие?',
    sharedHint:
      'Предупреждение получат {{share}} отсканированных товаров. Если их показывают, используют сообща, дают напрокат или перепродают, ответьте «Да»: предупреждения будут появляться позже. Если нет, многие этикетки могли скопировать: ответьте «Нет» и посмотрите предупреждения.',
    sharedYes: 'Да, многие',
    sharedNo: 'Нет',
    sharedSaidYes: 'Вы указали: на эти товары смотрят многие.',
    sharedYesHint:
      'Если обычного предела достигнет много товаров, предупреждения появятся позже. Ответ можно изменить.',
    sharedSaidNo: 'Вы указали: на эти товары смотрят немногие.',
    sharedNoHint:
      'Товары выше обычного предела могут быть копиями: посмотрите предупреждения о них. Ответ можно изменить.',
    sharedSaved: 'Ответ сохранён',
    outcomes: 'Как часто предупреждения были верны',
    outcomesEmpty: 'За последние 12 месяцев ни одно предупреждение не закрыто как копия, ошибка или подлинный товар.',
    outcomesShare_one:
      'За последние 12 месяцев принято решение по {{number}} предупреждению, о копиях из них – {{copies}}: {{share}}, от {{low}} до {{high}}.',
    outcomesShare_few:
      'За последние 12 месяцев приняты решения по {{number}} предупреждениям, о копиях из них – {{copies}}: {{share}}, от {{low}} до {{high}}.',
    outcomesShare_many:
      'За последние 12 месяцев приняты решения по {{number}} предупреждениям, о копиях из них – {{copies}}: {{share}}, от {{low}} до {{high}}.',
    outcomesShare_other:
      'За последние 12 месяцев приняты решения по {{number}} предупреждения, о копиях из них – {{copies}}: {{share}}, от {{low}} до {{high}}.',
  },
})
