import { defineText } from '#shared/core/i18n/define-text.ts'

/** The texts of the checker about the Bitcoin file of a proof and its block. */
export const bitcoinText = defineText({
  enUS: {
    bitcoinTitle: 'Bitcoin',
    bitcoinNone: 'The archive has no Bitcoin file.',
    bitcoinNoBlock: 'The file names no Bitcoin block: this checker does not know the kinds of its attestations.',
    bitcoinPending:
      'The Bitcoin transaction is not final yet. Download the proof again later, or complete it as HOW-TO.txt describes.',
    bitcoinUnchecked:
      'The file leads to Bitcoin block {{heights}}. Not checked here yet: that needs the header of this block.',
    bitcoinUncheckedSome:
      'The file leads to the Bitcoin blocks {{heights}}. Not checked here yet: that needs the header of one of these blocks.',
    bitcoinAlsoPending:
      'The file also names a calendar that still waits for a block. That takes nothing away from the rest.',
    bitcoinConfirmed:
      'Confirmed: block {{height}} contains it. The block was mined on {{time}}. Its id is {{hash}}; {{source}} has the same.',
    bitcoinUncompared:
      'A header that contains it states block {{height}} and {{time}}, and has proof of work of about 10^{{digits}} attempts. Its id is {{hash}}.',
    bitcoinCompare:
      'Not confirmed yet: a header alone does not show that its block is in the chain. Look up block {{height}} with an explorer or node that you trust, and compare its id.',
    bitcoinDifferent:
      'Not confirmed: block {{height}} of the chain has the id {{trusted}}, but this header has the id {{hash}}.',
    bitcoinWrong: 'This is not the header of block {{heights}} of the proof. Is it of the right Bitcoin network?',
    bitcoinUnreachable: 'The source does not answer, or has no such block.',
    refusedLimit:
      'Not confirmed: this header has less proof of work than the main Bitcoin network allows. It is of a test network, such as regtest, where anybody can make blocks with any time. It shows nothing about when.',
    refusedWork:
      'Not confirmed: block {{height}} of the main Bitcoin network needed far more proof of work than this header has. It is of a test network, or somebody made it up.',
    refusedTime:
      'Not confirmed: block {{height}} of the main Bitcoin network cannot have been mined on {{time}}, as this header states. It is of a test network, or somebody made it up.',
    refusedVersion:
      'Not confirmed: block {{height}} of the main Bitcoin network has a later version than this header. It is of a test network, or somebody made it up.',
    refusedFuture:
      'Not confirmed: this header states {{time}}, which is later than the clock of this device. Check the clock.',
    sourceTyped: 'the id that you entered',
    explorer: 'Address of a Bitcoin explorer (Esplora)',
    ask: 'Ask the explorer',
    header: 'Or choose a file with block headers',
    typedHash: 'Id (hash) of block {{height}}, from an explorer or node that you trust',
    compare: 'Compare',
    typedWrong: 'An id has 64 hex digits: 0 to 9 and a to f.',
  },
  ruRU: {
    bitcoinTitle: 'Bitcoin',
    bitcoinNone: 'В архиве нет файла для Bitcoin.',
    bitcoinNoBlock: 'В файле не указан блок Bitcoin: этой программе незнакомы виды его подтверждений.',
    bitcoinPending:
      'Транзакция Bitcoin ещё не окончательна. Скачайте доказательство позже или дополните его, как описано в HOW-TO.txt.',
    bitcoinUnchecked:
      'Файл ведёт к блоку Bitcoin {{heights}}. Здесь это ещё не проверено: нужен заголовок этого блока.',
    bitcoinUncheckedSome:
      'Файл ведёт к блокам Bitcoin {{heights}}. Здесь это ещё не проверено: нужен заголовок одного из этих блоков.',
    bitcoinAlsoPending: 'В файле указан и календарь, который ещё ждёт блока. На остальное это не влияет.',
    bitcoinConfirmed:
      'Подтверждено: запись есть в блоке {{height}}. Блок добыт {{time}}. Его номер: {{hash}}; тот же номер: {{source}}.',
    bitcoinUncompared:
      'В заголовке, который содержит запись, указаны блок {{height}} и время {{time}}; доказательство работы — около 10^{{digits}} попыток. Номер блока: {{hash}}.',
    bitcoinCompare:
      'Ещё не подтверждено: один заголовок не показывает, что блок входит в цепочку. Найдите блок {{height}} в обозревателе или узле, которому доверяете, и сравните номер.',
    bitcoinDifferent:
      'Не подтверждено: номер блока {{height}} в цепочке — {{trusted}}, а у этого заголовка — {{hash}}.',
    bitcoinWrong: 'Это не заголовок блока {{heights}} из доказательства. Та ли это сеть Bitcoin?',
    bitcoinUnreachable: 'Источник не отвечает, или такого блока у него нет.',
    refusedLimit:
      'Не подтверждено: доказательство работы меньше, чем допускает основная сеть Bitcoin. Заголовок из тестовой сети, например regtest, где кто угодно может сделать блок с любым временем. О времени он ничего не говорит.',
    refusedWork:
      'Не подтверждено: для блока {{height}} основной сети Bitcoin нужно намного больше работы, чем у этого заголовка. Он из тестовой сети, или его кто-то придумал.',
    refusedTime:
      'Не подтверждено: блок {{height}} основной сети Bitcoin не мог быть добыт {{time}}, как указано в заголовке. Он из тестовой сети, или его кто-то придумал.',
    refusedVersion:
      'Не подтверждено: у блока {{height}} основной сети Bitcoin более новая версия, чем у этого заголовка. Он из тестовой сети, или его кто-то придумал.',
    refusedFuture: 'Не подтверждено: в заголовке указано {{time}}, это позже часов этого устройства. Проверьте часы.',
    sourceTyped: 'введён вами',
    explorer: 'Адрес обозревателя Bitcoin (Esplora)',
    ask: 'Спросить обозреватель',
    header: 'Или выберите файл с заголовками блоков',
    typedHash: 'Номер (хеш) блока {{height}} из обозревателя или узла, которому вы доверяете',
    compare: 'Сравнить',
    typedWrong: 'Номер состоит из 64 шестнадцатеричных цифр: от 0 до 9 и от a до f.',
  },
})
