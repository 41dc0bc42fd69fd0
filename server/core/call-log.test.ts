import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { callLog } from './call-log.ts'

function heard(level: string) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  return { lines, parent: pino({ level }, stream) }
}

test('what a call has to say carries its reference', () => {
  const { lines, parent } = heard('info')
  const log = callLog(parent, { reqId: 'a-call' })
  log.warn({ err: new Error('gone') }, 'tried again')
  log.debug('not asked for')
  log.child({ job: 'mail' }).info('sent')
  expect(lines).toMatchObject([
    { reqId: 'a-call', msg: 'tried again', err: { message: 'gone' } },
    { reqId: 'a-call', job: 'mail', msg: 'sent' },
  ])
  expect(lines).toHaveLength(2)
})

test('a call that says nothing makes no logger', () => {
  const { lines, parent } = heard('error')
  const child = vi.spyOn(parent, 'child')
  callLog(parent, { reqId: 'a-call' }).info('incoming request')
  expect(child).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})
