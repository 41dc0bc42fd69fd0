import { defineText } from '#shared/core/i18n/define-text.ts'

export const legalText = defineText({
  enUS: {
    termsTitle: 'Terms of service',
    termsService: 'The service',
    termsServiceWords:
      'Assay issues codes for your products, keeps their state, anchors them on public chains and answers shoppers who scan them.',
    termsAccount: 'Your account',
    termsAccountWords:
      'You answer for what happens under your account. The business and the trademarks that you register must be yours or entrusted to you; an administrator compares them with the documents that you provide and may withdraw an approval.',
    termsCodes: 'Codes and credit',
    termsCodesWords:
      'Generating codes uses up credit at once. Codes that were generated stay yours. Credit lasts as long as your plan says.',
    termsChains: 'What is anchored stays',
    termsChainsWords:
      'The fingerprint of a code’s data is written to public chains when it is activated. It cannot be taken back, and it tells nothing about a person.',
    termsLimits: 'What a verdict means',
    termsLimitsWords:
      'A verdict says what is known about a code. A code can be copied onto another item: compare the product with the pictures of its brand.',
    privacyTitle: 'Privacy',
    privacyShopper: 'When you scan a code',
    privacyShopperWords:
      'The time, the kind of device and the approximate place that follows from your network address are kept, so that copied codes can be noticed. The address itself is not kept: a keyed fingerprint of it tells your own repeated scans apart. If you type the code under a scratch layer, the day and the city are kept and shown to everybody who checks the item later. Who its owner is, is not known: only a secret link shows it. The place is looked up in the database IP Geolocation by DB-IP (db-ip.com).',
    privacyMerchant: 'When you run a brand',
    privacyMerchantWords:
      'Your name, email address, documents and what you enter are kept to run the service, and are seen by your own staff and by administrators. Registration documents are never public.',
    privacyChains: 'What is on the chains',
    privacyChainsWords: 'Fingerprints only: no name, no address, no product text.',
    privacyCookies: 'Cookies',
    privacyCookiesWords:
      'Cookies are set when you sign in: one keeps you signed in, one tells the page that the first one exists, and one remembers for up to 400 days which accounts have signed in on this device. Your browser also keeps language and theme, and a report until it is sent. On devices where you sign in, it keeps your name until you sign out, and the records of your brand and unsent work also after that. There is no tracking and no advertising.',
    experienceTitle: 'How a check feels',
    experienceScan: 'Scan',
    experienceScanWords:
      'Point the camera of any phone at the code. There is no app to install and no account to make.',
    experienceVerdict: 'Read the verdict',
    experienceVerdictWords:
      'In about a second the page says whether the code is real and active, and whether anything points to a second item with the same code. It knows the code, not the item: compare the item with the photos.',
    experienceProof: 'Check the proof yourself',
    experienceProofWords:
      'Your browser recomputes the path from the product data to the anchored root. The proof can be downloaded as an OpenTimestamps file and checked without us.',
  },
  ruRU: {
    termsTitle: 'Условия использования',
    termsService: 'Сервис',
    termsServiceWords:
      'Assay выпускает коды для ваших товаров, хранит их состояние, закрепляет их в публичных блокчейнах и отвечает покупателям, которые их сканируют.',
    termsAccount: 'Ваша учётная запись',
    termsAccountWords:
      'Вы отвечаете за действия под вашей учётной записью. Компания и товарные знаки должны принадлежать вам или быть вам доверены; администратор сверяет их с вашими документами и может отозвать одобрение.',
    termsCodes: 'Коды и баланс',
    termsCodesWords:
      'При создании коды списываются с баланса сразу. Созданные коды остаются вашими. Баланс действует столько, сколько указано в тарифе.',
    termsChains: 'Закреплённое остаётся',
    termsChainsWords:
      'При активации отпечаток данных кода записывается в публичные блокчейны. Отозвать его нельзя, и о людях он ничего не сообщает.',
    termsLimits: 'Что значит результат проверки',
    termsLimitsWords:
      'Результат говорит о том, что известно о коде. Код можно скопировать на другой предмет: сравните товар с фотографиями производителя.',
    privacyTitle: 'Конфиденциальность',
    privacyShopper: 'Когда вы сканируете код',
    privacyShopperWords:
      'Сохраняются время, тип устройства и примерное место по сетевому адресу, чтобы замечать скопированные коды. Сам адрес не хранится: ваши повторные проверки различает ключевой отпечаток. Если вы вводите код под стираемым слоем, сохраняются день и город: их видит каждый, кто проверит товар позже. Кто владелец, мы не знаем: это показывает только секретная ссылка. Место определяется по базе IP Geolocation by DB-IP (db-ip.com).',
    privacyMerchant: 'Когда вы управляете брендом',
    privacyMerchantWords:
      'Имя, почта, документы и введённые данные хранятся для работы сервиса; их видят ваши сотрудники и администраторы. Регистрационные документы никогда не публикуются.',
    privacyChains: 'Что попадает в блокчейны',
    privacyChainsWords: 'Только отпечатки: ни имён, ни адресов, ни описаний товаров.',
    privacyCookies: 'Файлы cookie',
    privacyCookiesWords:
      'Файлы cookie создаются при входе: один сохраняет ваш вход, второй сообщает странице, что первый есть, третий до 400 дней помнит, какие учётные записи входили на этом устройстве. В браузере хранятся также язык и тема, а сообщение производителю – до его отправки. На устройствах, где вы входите, он хранит ваше имя до выхода, а записи вашего бренда и неотправленную работу – и после него. Слежки и рекламы нет.',
    experienceTitle: 'Как проходит проверка',
    experienceScan: 'Сканируйте',
    experienceScanWords: 'Наведите камеру любого телефона на код. Ни приложения, ни регистрации не нужно.',
    experienceVerdict: 'Прочитайте результат',
    experienceVerdictWords:
      'Примерно за секунду страница скажет, настоящий ли код, активен ли он и указывает ли что-нибудь на второй товар с тем же кодом. Она знает код, а не товар: сравните товар с фотографиями.',
    experienceProof: 'Проверьте доказательство сами',
    experienceProofWords:
      'Браузер пересчитывает путь от данных о товаре до закреплённого корня. Доказательство можно скачать как файл OpenTimestamps и проверить без нас.',
  },
})
