import { describe, expect, it } from 'vitest'
import { emptyQueue, type Queue, queueReducer } from './queue.ts'
import { commandOf } from './shortcuts.ts'

const read = (queue: Queue<string>, ...rows: string[]) => queueReducer(queue, { type: 'read', rows, idOf: String })
const shown = ({ entries, at }: Queue<string>) => entries[at]?.id

describe('the queue of a review [AD02]', () => {
  const start = read(emptyQueue, 'a', 'b', 'c')

  it('moves from the first to the last item, and not beyond', () => {
    const last = [1, 1, 1].reduce((queue) => queueReducer(queue, { type: 'go', by: 1 }), start)
    expect(shown(last)).toBe('c')
    expect(shown(queueReducer(start, { type: 'go', by: -1 }))).toBe('a')
  })

  it('moves to the next waiting item, and restarts at skipped items', () => {
    const passed = queueReducer(start, { type: 'go', by: 1 })
    const b = queueReducer(passed, { type: 'decided', id: 'b', status: 'Approved' })
    expect(shown(b)).toBe('c')
    const c = queueReducer(b, { type: 'decided', id: 'c', status: 'Rejected' })
    expect(shown(c)).toBe('a')
    const back = queueReducer(c, { type: 'undone', id: 'b' })
    expect(shown(back)).toBe('b')
    expect(back.entries.map(({ decided }) => decided)).toEqual([undefined, undefined, 'Rejected'])
  })

  it('keeps the item under decision, even when a refetch lists it as decided before the call ends', () => {
    const sending = read(queueReducer(start, { type: 'sending', id: 'a' }), 'b', 'c')
    expect(shown(sending)).toBe('a')
    const done = queueReducer(sending, { type: 'decided', id: 'a', status: 'Approved' })
    expect(shown(read(queueReducer(done, { type: 'undone', id: 'a' }), 'a', 'b', 'c'))).toBe('a')
  })

  it('keeps items that were decided here, removes items that others decided, and adds new items at the end', () => {
    const decided = queueReducer(start, { type: 'decided', id: 'a', status: 'Approved' })
    const again = read(decided, 'c', 'd')
    expect(again.entries.map(({ id }) => id)).toEqual(['a', 'c', 'd'])
    expect(shown(again)).toBe('c')
  })
})

describe('the keys of a review [AD02]', () => {
  const press = (key: string, code = '', more = {}) =>
    commandOf({ key, code, altKey: false, ctrlKey: false, metaKey: false, repeat: false, ...more })

  it('are matched by letter on every keyboard layout', () => {
    expect(press('a', 'KeyQ')).toBe('approve')
    expect(press('A', 'KeyA')).toBe('approve')
    expect(press('ф', 'KeyA')).toBe('approve')
    expect(press('?', 'Digit7')).toBe('keys')
    expect(press('ArrowRight')).toBe('next')
    expect(press('x', 'KeyX')).toBeUndefined()
  })

  it('do not override browser shortcuts, and decide once while a key is held down', () => {
    expect(press('r', 'KeyR', { ctrlKey: true })).toBeUndefined()
    expect(press('a', 'KeyA', { repeat: true })).toBeUndefined()
    expect(press('j', 'KeyJ', { repeat: true })).toBe('next')
  })
})
