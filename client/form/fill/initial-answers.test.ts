import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Question } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { initialAnswers } from './initial-answers.ts'

const before = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo'
})
afterEach(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

const question = (id: string, datatype: Question['datatype'], from: 'today' | 'now'): Question => ({
  id,
  name: id,
  datatype,
  sequence: 1,
  prefix: '',
  suffix: '',
  share: false,
  required: false,
  active: true,
  initial: { from },
})

test('answers with the day and the time of the device, in a morning that is the day before in UTC [FO03]', () => {
  const questions = [question('day', 'date', 'today'), question('clock', 'time', 'now')]
  const form = { sections: [{ id: 's', name: 'Shift', sequence: 1, sensors: [], questions }] }
  const morning = new Date('2026-11-28T22:30:20.000Z')
  const answers = { [answerPath('day')]: '2026-11-29', [answerPath('clock')]: '07:30' }
  expect(initialAnswers('form', form, morning)).toEqual(answers)
})
