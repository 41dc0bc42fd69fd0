import { defineText } from '#shared/core/i18n/define-text.ts'

/**
 * The meaning of each problem of a chain or node, and (`…Do`) the action of an operator. The console, `npm run chain --
 * status`, /health/ready and mails all use these words.
 */
export const chainProblemText = defineText({
  enUS: {
    unreachable: 'The node does not answer',
    unreachableDo:
      'Start the node, or correct its address (BITCOIN_RPC_URL, CATAPULT_URL). A second node takes over at once.',
    wrongPassword: 'The node rejects the password',
    wrongPasswordDo: 'Correct user and password in the address of the node, or BITCOIN_COOKIE_FILE.',
    wrongNetwork: 'The node is on another network',
    wrongNetworkDo: 'Correct the address of the node, or BITCOIN_NETWORK or CATAPULT_NETWORK.',
    networkChanged: 'The network has changed',
    networkChangedDo:
      'Confirm the new network on the page “Chains” or with “npm run chain -- switch”, or connect the earlier one again.',
    behind: 'The node is behind its network',
    behindDo: 'Wait until it has caught up, and check its connection to other nodes and its clock.',
    slow: 'The node answers slowly',
    slowDo:
      'Anchoring continues, but late. Give the node more memory, processor time and a faster disk, or put a faster node first in its list.',
    pruned: 'The node has deleted blocks that are needed',
    prunedDo: 'Add a node that has them to BITCOIN_RPC_URL until the transactions in flight are final.',
    disagreement: 'The nodes disagree',
    disagreementDo:
      'Nothing becomes final until most nodes agree and show valid votes for it. Find out which node is on a fork or has no votes, and replace it.',
    noFunds: 'The account cannot pay',
    noFundsDo: 'Send money to the address. “npm run chain -- fund” says how much.',
    feeCap: 'The fee is above its cap',
    feeCapDo: 'Wait for lower fees, or raise BITCOIN_MAX_FEE_RATE or CATAPULT_MAX_FEE of the signer.',
    budget: 'The budget for fees is used up',
    budgetDo: 'Wait, or raise the day or year budget of the signer. Batches wait and share the next transaction.',
    refused: 'The network refuses a transaction',
    refusedDo: 'Read the words of the node in the log of the worker.',
    signer: 'The signer does not answer',
    signerDo: 'Start “node server/signer.ts”, and check SIGNER_SOCKET and the permissions of its folder.',
    key: 'The signer lacks a key',
    keyDo: 'Add the earlier key to BITCOIN_FORMER_KEYS of the signer.',
    proof: 'Stored data and chain differ',
    proofDo: 'Nothing of it becomes final. Read the log of the worker, and compare the database with its backup.',
    failed: 'A step failed',
    failedDo: 'Read the log of the worker. It tries again.',
    budgetSoon: '80% of a budget for fees is used',
    budgetSoonDo: 'Raise the day or year budget of the signer if fees stay this high.',
    anchorOld: 'An anchor has waited too long',
    anchorOldDo: 'Look at the transactions in flight and at the other warnings.',
    nodeDown: 'A node cannot be used',
    nodeDownDo: 'Another node does its work. Repair it before that one fails too.',
    silent: 'The worker has not reported',
    silentDo: 'Check that the worker runs (ROLE=worker) and reaches the database.',
    logForked: 'The public log does not continue what was signed',
    logForkedDo:
      'The database was restored from an old dump. New codes get no proof of the log until you restore the newest state, or open a new log with “npm run chain -- new-log NAME”: docs/transparency-log.md, “After a restore of an old dump”.',
  },
  ruRU: {
    unreachable: 'Узел не отвечает',
    unreachableDo:
      'Запустите узел или исправьте его адрес (BITCOIN_RPC_URL, CATAPULT_URL). Второй узел заменит его сразу.',
    wrongPassword: 'Узел не принимает пароль',
    wrongPasswordDo: 'Исправьте имя и пароль в адресе узла или BITCOIN_COOKIE_FILE.',
    wrongNetwork: 'Узел работает в другой сети',
    wrongNetworkDo: 'Исправьте адрес узла, BITCOIN_NETWORK или CATAPULT_NETWORK.',
    networkChanged: 'Сеть изменилась',
    networkChangedDo:
      'Подтвердите новую сеть на странице «Цепочки» или командой «npm run chain -- switch» либо подключите прежнюю.',
    behind: 'Узел отстаёт от своей сети',
    behindDo: 'Подождите, пока он догонит сеть, и проверьте его связь с другими узлами и часы.',
    slow: 'Узел отвечает медленно',
    slowDo:
      'Записи в цепочку продолжаются, но с опозданием. Дайте узлу больше памяти, процессорного времени и более быстрый диск или поставьте более быстрый узел первым в списке.',
    pruned: 'Узел удалил нужные блоки',
    prunedDo:
      'Добавьте в BITCOIN_RPC_URL узел, у которого они есть, пока отправленные транзакции не станут окончательными.',
    disagreement: 'Узлы расходятся',
    disagreementDo:
      'Ничего не станет окончательным, пока большинство узлов не согласится и не покажет верные голоса. Найдите узел на ответвлении или без голосов и замените его.',
    noFunds: 'На счёте не хватает средств',
    noFundsDo: 'Отправьте средства на адрес. Сколько нужно, покажет «npm run chain -- fund».',
    feeCap: 'Комиссия выше предела',
    feeCapDo:
      'Подождите, пока комиссии снизятся, или повысьте BITCOIN_MAX_FEE_RATE или CATAPULT_MAX_FEE у подписывающего процесса.',
    budget: 'Бюджет комиссий исчерпан',
    budgetDo: 'Подождите или увеличьте дневной или годовой бюджет. Партии ждут и войдут в следующую транзакцию.',
    refused: 'Сеть не принимает транзакцию',
    refusedDo: 'Ответ узла записан в журнале процесса worker.',
    signer: 'Подписывающий процесс не отвечает',
    signerDo: 'Запустите «node server/signer.ts», проверьте SIGNER_SOCKET и права на его папку.',
    key: 'У подписывающего процесса нет ключа',
    keyDo: 'Добавьте прежний ключ в BITCOIN_FORMER_KEYS.',
    proof: 'Сохранённые данные и цепочка расходятся',
    proofDo:
      'Окончательным это не станет. Прочитайте журнал процесса worker и сравните базу данных с резервной копией.',
    failed: 'Шаг завершился ошибкой',
    failedDo: 'Прочитайте журнал процесса worker. Он повторит попытку.',
    budgetSoon: 'Израсходовано 80% бюджета комиссий',
    budgetSoonDo: 'Если комиссии останутся высокими, увеличьте дневной или годовой бюджет.',
    anchorOld: 'Запись ждёт слишком долго',
    anchorOldDo: 'Посмотрите отправленные транзакции и другие предупреждения.',
    nodeDown: 'Один из узлов не работает',
    nodeDownDo: 'Его заменяет другой узел. Исправьте его, пока не отказал и второй.',
    silent: 'Процесс worker не сообщает о себе',
    silentDo: 'Проверьте, что он запущен (ROLE=worker) и видит базу данных.',
    logForked: 'Открытый журнал не продолжает то, что было подписано',
    logForkedDo:
      'База данных восстановлена из старой копии. Новые коды не получают доказательств журнала, пока вы не восстановите последнее состояние или не откроете новый журнал: «npm run chain -- new-log ИМЯ». См. docs/transparency-log.md, «After a restore of an old dump».',
  },
})
