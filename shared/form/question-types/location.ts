import { z } from 'zod'
import { defineProblems } from '#shared/core/api/problem.ts'
import type { AnswerFormats, AskedQuestion, QuestionType, SettingsIssue } from './question-type.ts'

const problems = defineProblems('submission', {
  badLocation: {
    status: 400,
    enUS: '{{question}}: please record the position',
    ruRU: '{{question}}: определите координаты',
  },
})

/** A position in degrees (WGS 84), its accuracy in metres, and when it was measured (ISO 8601 in UTC). */
export type Position = { latitude: number; longitude: number; accuracy: number; time: string }

const maxAccuracy = 100_000
const pattern = /^(-?\d{1,2}\.\d{6}) (-?\d{1,3}\.\d{6}) (\d{1,6}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

export function readPosition(answer: string): Position | undefined {
  const [, latitude, longitude, accuracy, time = ''] = pattern.exec(answer) ?? []
  const position = { latitude: Number(latitude), longitude: Number(longitude), accuracy: Number(accuracy), time }
  const isOnEarth = Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180
  const at = new Date(time)
  const isTime = !Number.isNaN(at.getTime()) && at.toISOString() === time
  return isOnEarth && isTime && position.accuracy <= maxAccuracy ? position : undefined
}

/** Six decimals are a tenth of a metre. */
export function writePosition({ latitude, longitude, accuracy, time }: Position): string {
  return `${latitude.toFixed(6)} ${longitude.toFixed(6)} ${Math.min(maxAccuracy, Math.ceil(accuracy))} ${time}`
}

type LocationQuestion = AskedQuestion & { accuracy?: number | undefined }

/** Where the person was, by the positioning of the phone. */
export const locationType = {
  label: { enUS: 'Position (GPS)', ruRU: 'Координаты (GPS)' },
  settings: { accuracy: z.number().meta({ minimum: 1, maximum: 1000 }).optional() },
  settingsIssues: ({ accuracy = 1 }: LocationQuestion): SettingsIssue[] =>
    accuracy >= 1 && accuracy <= 1000 ? [] : [{ path: ['accuracy'], message: 'Please enter a number from 1 to 1000' }],
  isCaptured: true,
  problems,
  problem: (_: AskedQuestion, value: string) => (readPosition(value) ? undefined : { kind: problems.badLocation }),
  format(_: AskedQuestion, value: string, { date }: AnswerFormats) {
    const position = readPosition(value)
    if (!position) return value
    const { latitude, longitude, accuracy, time } = position
    return `${latitude.toFixed(6)}, ${longitude.toFixed(6)} (±${accuracy} m), ${date(time)}`
  },
} satisfies QuestionType
