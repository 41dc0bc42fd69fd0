import type { Question } from '#shared/form/contract.ts'
import { exampleFiles } from './files/files.fixture.ts'
import { type Datatype, datatypes } from './registry.ts'

type QuestionExample = {
  /** What a question of the type has besides the default values. */
  settings?: Partial<Question>
  /** What people type, what is stored, and how it is read; `typed` only if it is not what is stored. */
  answers: readonly { typed?: string; stored: string; shown: string }[]
  /** Texts that are no answers. */
  wrong: readonly string[]
}

const options = [
  { id: 'red', name: 'Red' },
  { id: 'green', name: 'Green' },
  { id: 'none', name: 'None, or not known' },
]

/** Each type of questions by example. The tests of rules, calls and screens use them all. */
export const questionExamples: Readonly<Record<Datatype, QuestionExample>> = {
  string: { answers: [{ stored: 'Ada', shown: 'Ada' }], wrong: ['x'.repeat(2001)] },
  number: {
    settings: { suffix: 'kg', min: -5, max: 100.5 },
    answers: [
      { typed: '12,5', stored: '12.5', shown: '12.5 kg' },
      { stored: '-5', shown: '-5 kg' },
      { stored: '100.5', shown: '100.5 kg' },
    ],
    wrong: ['12 kg', '1e9', 'NaN', '1,5', '-5.1', '100.6', '99999999999999999999'],
  },
  choice: {
    settings: { options },
    answers: [
      { stored: 'green', shown: 'Green' },
      { stored: 'none', shown: 'None, or not known' },
    ],
    wrong: ['Green', 'blue', 'red green'],
  },
  choices: {
    settings: { options },
    answers: [
      { stored: 'red', shown: 'Red' },
      { stored: 'green red', shown: 'Red, Green' },
    ],
    wrong: ['blue', 'red blue', 'red red', 'red,green', 'red  green'],
  },
  date: {
    answers: [
      { stored: '2026-11-21', shown: '2026-11-21' },
      { stored: '2026-11-21T12:00:00.000Z', shown: '2026-11-21T12:00:00.000Z' },
    ],
    wrong: ['yesterday', '2026-13-40', '2026-02-30'],
  },
  time: {
    answers: [
      { typed: '1430', stored: '14:30', shown: '14:30' },
      { typed: '9.05', stored: '09:05', shown: '09:05' },
      { typed: '0:00', stored: '00:00', shown: '00:00' },
    ],
    wrong: ['24:00', '14:60', '9:05', 'noon', '14:30:00'],
  },
  barcode: { answers: [{ stored: '4006381333931', shown: '4006381333931' }], wrong: ['x'.repeat(501)] },
  unique: { answers: [{ stored: 'T-1', shown: 'T-1' }], wrong: ['x'.repeat(201)] },
  photo: {
    settings: { photos: 1 },
    answers: [{ stored: exampleFiles.photo.answer, shown: '65a0f11226c2.jpg' }],
    wrong: [
      'photo.jpg',
      exampleFiles.signature.answer,
      `${exampleFiles.photo.answer} ${exampleFiles.photo.answer}`,
      exampleFiles.photo.answer.replace('4x3', '0x3'),
    ],
  },
  signature: {
    answers: [{ stored: exampleFiles.signature.answer, shown: 'b01aab91e2c4.png' }],
    wrong: ['Ada', exampleFiles.photo.answer],
  },
  audio: {
    answers: [{ stored: exampleFiles.audio.answer, shown: `${exampleFiles.audio.digest.slice(0, 12)}.webm` }],
    wrong: ['la la', exampleFiles.photo.answer, exampleFiles.audio.answer.replace('3s', '121s')],
  },
  location: {
    settings: { accuracy: 20 },
    answers: [
      {
        stored: '-33.856784 151.215297 8 2026-11-21T12:00:00.000Z',
        shown: '-33.856784, 151.215297 (±8 m), 2026-11-21T12:00:00.000Z',
      },
    ],
    wrong: [
      'here',
      '91.000000 0.000000 8 2026-11-21T12:00:00.000Z',
      '1.000000 181.000000 8 2026-11-21T12:00:00.000Z',
      '1.000000 2.000000 8 2026-13-21T12:00:00.000Z',
      '1.000000 2.000000 8',
    ],
  },
  note: { settings: { note: 'Wear gloves.\nThen weigh.' }, answers: [], wrong: ['Read'] },
}

/** One question of each type, named after it. */
export const questionsOfAllTypes = datatypes.map((datatype) => ({
  name: `A ${datatype} question`,
  datatype,
  ...questionExamples[datatype].settings,
}))
