import { expect, test } from 'vitest'
import type { FormSection, Question } from '#shared/form/contract.ts'
import { SensorAnswerInput } from './answers.ts'
import { answerProblem, currentSectionOf, findMissingParts, sectionStatusesOf } from './rules.ts'

const question = (id: string, fields: Partial<Question> = {}): Question => ({
  id,
  name: `Question ${id}`,
  datatype: 'string',
  prefix: '',
  suffix: '',
  sequence: 1,
  share: false,
  required: true,
  active: true,
  ...fields,
})
const sections: FormSection[] = [
  {
    id: 's1',
    name: 'Plucking',
    sequence: 1,
    sensors: [],
    questions: [question('a'), question('b', { required: false })],
  },
  {
    id: 's2',
    name: 'Drying',
    sequence: 2,
    sensors: [{ id: 'x', share: true }],
    questions: [question('c', { active: false })],
  },
  { id: 's3', name: 'Packing', sequence: 3, sensors: [], questions: [] },
]
const range = (start_time: string | null, end_time: string | null) => [
  { sensorId: 'x', sectionId: 's2', start_time, end_time },
]
const [noon, later] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z']
type Given = Parameters<typeof findMissingParts>
const missingParts = (...given: [Given[0], Given[1], Given[2]]) => findMissingParts(...given, { now: noon })

test('requires three values per sensor and all visible required questions for completeness [SU03]', () => {
  const parts = (...given: Parameters<typeof missingParts>) =>
    missingParts(...given).map(({ id, part }) => `${id} ${part}`)
  expect(parts(sections, [], [])).toEqual(['a answer', 'x start_time', 'x end_time'])
  expect(parts(sections, [{ questionId: 'a', value: '' }], range(noon, null))).toEqual(['a answer', 'x end_time'])
  expect(parts(sections, [{ questionId: 'a', value: 'Ada' }], range(noon, later))).toEqual([])
})

test('marks sections as empty, begun or complete, and the next section to fill in [SU01]', () => {
  const states = (answers: { questionId: string; value: string }[], ranges: ReturnType<typeof range> | []) => {
    const points = sectionStatusesOf(sections, answers, ranges, missingParts(sections, answers, ranges))
    return [...points.map(({ state }) => state), currentSectionOf(points)]
  }
  expect(states([], [])).toEqual(['empty', 'empty', 'complete', 0])
  expect(states([{ questionId: 'b', value: '1' }], range(noon, null))).toEqual(['partial', 'partial', 'complete', 0])
  expect(states([{ questionId: 'a', value: '1' }], [])).toEqual(['complete', 'empty', 'complete', 1])
  expect(states([{ questionId: 'a', value: '1' }], range(noon, later))).toEqual(['complete', 'complete', 'complete', 2])
  expect(currentSectionOf([])).toBe(0)
})

test('validates the type of answers, and removes an answer by an empty value [SU02]', () => {
  const problem = (datatype: Question['datatype'], value: string) =>
    answerProblem(question('a', { datatype }), value)?.kind.code
  expect(['12', '-3.5', ''].map((value) => problem('number', value))).toEqual([undefined, undefined, undefined])
  expect(['12 kg', '1e9', 'NaN'].map((value) => problem('number', value))).toEqual(
    Array(3).fill('submission.badNumber'),
  )
  expect(['2026-11-21', noon!].map((value) => problem('date', value))).toEqual([undefined, undefined])
  expect(['yesterday', '2026-13-40'].map((value) => problem('date', value))).toEqual(
    Array(2).fill('submission.badDate'),
  )
  expect(problem('unique', 'x'.repeat(201))).toBe('submission.tooLong')
})

test('requires that a sensor range begins before it ends [SU02]', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const parse = (start_time: string | null, end_time: string | null) =>
    SensorAnswerInput.safeParse({ sensorId: id, sectionId: id, start_time, end_time })
  expect(parse(noon!, later!).success && parse(noon!, null).success && parse(null, null).success).toBe(true)
  for (const end of [noon!, '2026-11-21T11:59:59.999Z']) {
    expect(parse(noon!, end).error?.issues[0]).toMatchObject({
      path: ['end_time'],
      message: 'Start Time must be before End Time',
    })
  }
})

test('rejects a date that does not exist [SU04]', () => {
  const asked = question('d', { datatype: 'date' })
  const problems = ['2026-02-28', '2024-02-29', '2026-02-30', '2026-13-01', '2026-02-30T10:00Z'].map(
    (value) => answerProblem(asked, value)?.kind.code,
  )
  expect(problems).toEqual([undefined, undefined, ...Array(3).fill('submission.badDate')])
})
