import { expect, test } from 'vitest'
import { ApiError } from '#client/core/http/api.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { answerOf } from './answer-of.ts'

const refused = new ApiError(409, { error: 'skuBulk.badRows', message: 'no', reference: '', details: {} })
const busy = new ApiError(429, { error: 'core.tooManyAtOnce', message: 'no', reference: '', details: {} })
const lost = new NetworkError('lost')
const proxyPage = new ApiError(504, '<html>')

function attempts(...outcomes: (Error | string)[]) {
  const left = [...outcomes]
  return answerOf(
    async () => {
      const outcome = left.shift()!
      if (typeof outcome !== 'string') throw outcome
      return outcome
    },
    (error) => error === refused,
  )
}

test('sends a list again when its answer was lost or came from a proxy, and returns the new answer [SK04]', async () => {
  expect(await attempts('added')).toBe('added')
  expect(await attempts(lost, 'added')).toBe('added')
  expect(await attempts(proxyPage, 'added')).toBe('added')
  await expect(attempts(lost, refused)).rejects.toBe(refused)
})

test('does not send a list again that the server refused [SK04]', async () => {
  await expect(attempts(busy, 'added')).rejects.toBe(busy)
})

test('reports an unknown result when the second answer is lost or says nothing about the first call [SK04]', async () => {
  await expect(attempts(lost, lost)).rejects.toMatchObject({ name: 'UnansweredError' })
  await expect(attempts(lost, busy)).rejects.toMatchObject({ name: 'UnansweredError' })
})
