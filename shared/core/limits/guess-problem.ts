import { defineProblems } from '#shared/core/api/problem.ts'

/** Every public call that takes a code can respond with it: `server/core/limits/guess-limit.ts`. */
export const guessProblems = defineProblems('verify', {
  guessing: {
    status: 429,
    enUS: 'Too many codes that do not exist. Try again in a minute.',
    ruRU: 'Слишком много несуществующих кодов. Повторите через минуту.',
  },
})
