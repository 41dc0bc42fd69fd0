import { defineProblems } from './problem.ts'

/** Problems with which any call of an API key can respond. Apart from the core problems, because pages of people do not need them. */
export const keyAccessProblems = defineProblems('core', {
  wrongKey: {
    status: 401,
    enUS: 'This API key is not valid: it is mistyped, deleted or expired. Copy the key again, or make a new one.',
    ruRU: 'Этот API-ключ не действует: в нём опечатка, он удалён или истёк. Скопируйте ключ ещё раз или создайте новый.',
  },
  scopeMissing: {
    status: 403,
    enUS: 'This API key lacks the scope {{scope}}. Use a key that has it.',
    ruRU: 'У этого API-ключа нет области {{scope}}. Возьмите ключ, у которого она есть.',
  },
  notForKeys: {
    status: 403,
    enUS: 'API keys cannot make this call. Sign in to make it.',
    ruRU: 'Этот вызов недоступен по API-ключу. Войдите в учётную запись.',
  },
})
