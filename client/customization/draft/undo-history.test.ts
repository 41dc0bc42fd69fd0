import { expect, test } from 'vitest'
import { recordChange, redo, startUndoHistory, undo } from './undo-history.ts'

test('groups letters typed into one field into one undo step, until another field or a pause [CU02]', () => {
  const typed = [
    ['a', 'title', 0],
    ['ab', 'title', 400],
    ['abc', 'title', 1300],
    ['abcd', 'title', 5000],
    ['abcd!', 'text', 5100],
  ] as const
  const history = typed.reduce((so, [next, target, at]) => recordChange(so, next, target, at), startUndoHistory(''))
  expect(history.past).toEqual(['', 'abc', 'abcd'])
  expect(undo(undo(history)).present).toBe('abc')
})

test('redoes an undone change until another change is made [CU02]', () => {
  const history = recordChange(recordChange(startUndoHistory(1), 2, undefined, 0), 3, undefined, 1)
  const back = undo(undo(history))
  expect(back).toMatchObject({ present: 1, past: [], future: [2, 3] })
  expect(undo(back).present).toBe(1)
  expect(redo(redo(back)).present).toBe(3)
  expect(redo(redo(redo(back))).present).toBe(3)
  expect(recordChange(redo(back), 9, undefined, 2)).toMatchObject({ present: 9, past: [1, 2], future: [] })
})

test('starts a new undo step for input after an undo [CU02]', () => {
  const history = recordChange(recordChange(startUndoHistory('a'), 'ab', 'title', 0), 'abc', 'title', 10)
  expect(recordChange(undo(history), 'ax', 'title', 20)).toMatchObject({ present: 'ax', past: ['a'] })
})
