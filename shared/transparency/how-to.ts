import type { Language } from '#shared/core/i18n/language.ts'

/** HOW-TO.txt of a proof archive. In the texts, CODE and URL stand for the values, so no other word is written like them. */
export function howToText(language: Language, { code, publicUrl }: { code: string; publicUrl: string }): string {
  const address = publicUrl.replace(/\/+$/, '')
  return (language === 'ruRU' ? russian : english).replaceAll('CODE', code).replaceAll('URL', address)
}

const english = `Proof for the code CODE

What is in this archive
  payload.json              the statement about the product, exactly as it was recorded
  payload.json.ots          the way from the statement to a Bitcoin block (OpenTimestamps)
  payload.json.tlog-proof   the way from the statement to the public log, with signatures
  checkpoint.txt            the state of the log that was signed
  rest.json                 further details, if they did not fit into the statement

Check it without a network
  1. Open URL/verify.html and save the page, or take a copy from somebody you trust.
  2. Open the saved file. Choose this archive (proof-….zip, not unpacked).
  3. The page says what is proven, by whom and when, and what is not proven.

Check it with Bitcoin, with tools that are not ours
  1. Install the OpenTimestamps client:  pip install opentimestamps-client
  2. Unpack the archive, and run in its folder:  ots verify payload.json.ots
     It finds payload.json by its name and asks your own Bitcoin node.
     Without a node:  ots --no-bitcoin verify payload.json.ots
     It shows the block and its Merkle root, to compare with a block explorer.
  3. If it says that the proof is pending:  ots -l URL/ upgrade payload.json.ots
     It completes the file. Without -l, the client asks only the calendars that it knows.
     The page of step 1 above checks the completed file, too: choose payload.json.ots and
     payload.json together. Or use the checker with your node, from the source code:
     assay-verify --node http://user:password@127.0.0.1:8332 payload.json.ots

What no proof can show: that the item in your hands is the one that got this code.
A printed code can be copied.
`

const russian = `Доказательство для кода CODE

Что в этом архиве
  payload.json              сведения о товаре, точно как они были внесены
  payload.json.ots          путь от сведений до блока Bitcoin (OpenTimestamps)
  payload.json.tlog-proof   путь от сведений до открытого журнала, с подписями
  checkpoint.txt            состояние журнала, которое подписано
  rest.json                 дополнительные сведения, если они не поместились

Как проверить без сети
  1. Откройте URL/verify.html и сохраните страницу или возьмите копию у того, кому доверяете.
  2. Откройте сохранённый файл. Выберите этот архив (proof-….zip, не распаковывая).
  3. Страница скажет, что доказано, кем, когда и что не доказано.

Как проверить по Bitcoin чужими программами
  1. Установите клиент OpenTimestamps:  pip install opentimestamps-client
  2. Распакуйте архив и выполните в его папке:  ots verify payload.json.ots
     Программа найдёт payload.json по имени и спросит ваш узел Bitcoin.
     Без узла:  ots --no-bitcoin verify payload.json.ots
     Она покажет блок и его корень Меркла: сравните их с обозревателем блоков.
  3. Если доказательство ещё не готово:  ots -l URL/ upgrade payload.json.ots
     Команда дополнит файл. Без -l клиент спрашивает только известные ему календари.
     Дополненный файл проверит и страница из шага 1 выше: выберите payload.json.ots и
     payload.json вместе. Или используйте программу проверки с вашим узлом:
     assay-verify --node http://user:password@127.0.0.1:8332 payload.json.ots

Чего не покажет никакое доказательство: что у вас в руках тот товар, который получил
этот код. Напечатанный код можно скопировать.
`
