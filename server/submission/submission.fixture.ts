import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { Form } from '#shared/form/contract.ts'
import { type SubmissionInput, submissionContract } from '#shared/submission/contract.ts'

export const date = '2026-11-21T08:00:00.000Z'
export const [noon, later] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z']

export const submissions = (world: TestApp, person: Person) => world.api(submissionContract, person)

export function startSubmission(
  world: TestApp,
  person: Person,
  form: Pick<Form, 'id'>,
  input: Partial<SubmissionInput> = {},
) {
  const body = { date, custom_id: 'B-1', ...input }
  return submissions(world, person).create({ params: { formId: form.id }, body })
}

/** The ids of sections and questions by name. All names of a form are different. */
export function idsOf({ sections }: Pick<Form, 'sections'>): Record<string, string> {
  const questions = sections.flatMap((section) => section.questions)
  return Object.fromEntries([...sections, ...questions].map(({ name, id }) => [name, id]))
}

/** All required answers of the tea form of the fixtures. */
export function teaAnswers(form: Form, basket: string) {
  const [sensor] = form.sections.flatMap(({ sensors }) => sensors)
  const { Picker, Basket, Drying } = idsOf(form) as Record<'Picker' | 'Basket' | 'Drying', string>
  return {
    answers: [
      { questionId: Picker, value: 'Ada' },
      { questionId: Basket, value: basket },
    ],
    sensorAnswers: [{ sectionId: Drying, sensorId: sensor!.id, start_time: noon!, end_time: later! }],
  }
}
