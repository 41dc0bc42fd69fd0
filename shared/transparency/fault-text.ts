import { defineText } from '#shared/core/i18n/define-text.ts'

/** Why an archive (`zip…`) or its OpenTimestamps file (`ots…`) cannot be read. `{{file}}` is a name from the archive. */
export const faultText = defineText({
  enUS: {
    unread: 'The file cannot be read as a proof',
    unreadLead: 'So it shows nothing, neither for nor against the product.',
    zipEmpty: 'The file is empty. Download the proof again.',
    zipMessage:
      'The file is a web page or a message of a server that was saved under the name of a proof. Download the proof again.',
    zipOversized: 'The file is far larger than a proof. Choose the file proof-….zip as it was downloaded.',
    zipNotZip: 'The file is not an archive. Choose the file proof-….zip as it was downloaded, not unpacked.',
    zipTruncated: 'The file ends too early: it was not downloaded completely. Download the proof again.',
    zipTrailing:
      'The archive contains bytes that belong to none of its files. Choose the file proof-….zip as it was downloaded.',
    zipCrowded: 'The archive contains more files than a proof has. Choose the file proof-….zip as it was downloaded.',
    zipDuplicate:
      'The archive contains two files with the name {{file}}, so that two programs can read two different ones. Choose the file proof-….zip as it was downloaded.',
    zipUnknown:
      'The archive contains the file {{file}}, which is not part of a proof. Choose the file proof-….zip as it was downloaded.',
    zipDamaged:
      'The archive is damaged: a file overlaps another one, or has another size or checksum than stated. Download the proof again.',
    zipMissing: 'The archive does not contain {{file}}. Choose the file proof-….zip as it was downloaded.',
    zipText: 'A file of the archive that must be a text is none. Download the proof again.',
    zipUnfinished:
      'The check did not end within ten seconds, or could not start, and was stopped. Download the proof again, or use another browser.',
    zipAlone: 'Choose a file .ots together with the file that it is for, or the archive proof-….zip alone.',

    otsEmpty: 'The Bitcoin file (.ots) is empty.',
    otsMessage: 'The Bitcoin file (.ots) is a web page or a message of a server that was saved under its name.',
    otsOversized: 'The Bitcoin file (.ots) is far larger than such files are.',
    otsMagic: 'The Bitcoin file (.ots) does not begin as files of OpenTimestamps do.',
    otsVersion: 'The Bitcoin file (.ots) has a later version than this checker can read.',
    otsHash: 'The Bitcoin file (.ots) uses another hash function than SHA-256 for its file.',
    otsOther: 'The Bitcoin file (.ots) is for another file.',
    otsTruncated: 'The Bitcoin file (.ots) ends too early: it was not saved completely.',
    otsTrailing: 'The Bitcoin file (.ots) contains bytes after its end.',
    otsDeep: 'The Bitcoin file (.ots) has more steps than the format allows.',
    otsMalformed: 'The Bitcoin file (.ots) contains something that the format does not have.',
  },
  ruRU: {
    unread: 'Файл не удалось прочитать как доказательство',
    unreadLead: 'Поэтому он ничего не говорит о товаре: ни за, ни против.',
    zipEmpty: 'Файл пуст. Скачайте доказательство ещё раз.',
    zipMessage:
      'Это веб-страница или сообщение сервера, сохранённое под именем доказательства. Скачайте доказательство ещё раз.',
    zipOversized: 'Файл намного больше доказательства. Выберите файл proof-….zip в том виде, в каком он был скачан.',
    zipNotZip: 'Это не архив. Выберите файл proof-….zip в том виде, в каком он был скачан, не распаковывая.',
    zipTruncated: 'Файл обрывается: он скачан не полностью. Скачайте доказательство ещё раз.',
    zipTrailing:
      'В архиве есть байты, которые не относятся ни к одному файлу. Выберите файл proof-….zip в том виде, в каком он был скачан.',
    zipCrowded:
      'В архиве больше файлов, чем бывает в доказательстве. Выберите файл proof-….zip в том виде, в каком он был скачан.',
    zipDuplicate:
      'В архиве два файла с именем {{file}}: две программы могут прочитать разные. Выберите файл proof-….zip в том виде, в каком он был скачан.',
    zipUnknown:
      'В архиве есть файл {{file}}, который не входит в доказательство. Выберите файл proof-….zip в том виде, в каком он был скачан.',
    zipDamaged:
      'Архив повреждён: файлы перекрываются либо их размер или контрольная сумма не такие, как указано. Скачайте доказательство ещё раз.',
    zipMissing: 'В архиве нет файла {{file}}. Выберите файл proof-….zip в том виде, в каком он был скачан.',
    zipText: 'Один из файлов архива должен быть текстом, но это не текст. Скачайте доказательство ещё раз.',
    zipUnfinished:
      'Проверка не закончилась за десять секунд или не смогла начаться и была остановлена. Скачайте доказательство ещё раз или откройте другой браузер.',
    zipAlone: 'Выберите файл .ots вместе с файлом, к которому он относится, или только архив proof-….zip.',

    otsEmpty: 'Файл для Bitcoin (.ots) пуст.',
    otsMessage: 'Файл для Bitcoin (.ots) — это веб-страница или сообщение сервера, сохранённое под его именем.',
    otsOversized: 'Файл для Bitcoin (.ots) намного больше, чем бывают такие файлы.',
    otsMagic: 'Файл для Bitcoin (.ots) начинается не так, как файлы OpenTimestamps.',
    otsVersion: 'Файл для Bitcoin (.ots) более новой версии, чем умеет читать эта программа.',
    otsHash: 'Файл для Bitcoin (.ots) использует для своего файла не SHA-256, а другую хеш-функцию.',
    otsOther: 'Файл для Bitcoin (.ots) относится к другому файлу.',
    otsTruncated: 'Файл для Bitcoin (.ots) обрывается: он сохранён не полностью.',
    otsTrailing: 'В файле для Bitcoin (.ots) есть байты после его конца.',
    otsDeep: 'В файле для Bitcoin (.ots) больше шагов, чем разрешает формат.',
    otsMalformed: 'В файле для Bitcoin (.ots) есть то, чего нет в формате.',
  },
})
