import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import {
  ById,
  Count,
  Done,
  Id,
  Instant,
  missingMessage,
  PageQuery,
  pageOf,
  SingleLine,
  toNullableShape,
  UserDateTime,
} from '#shared/core/fields/fields.ts'
import { ZoneName } from '#shared/core/fields/query-time.ts'
import { FormSection, Question } from '#shared/form/contract.ts'
import { datatypes } from '#shared/form/question-types/registry.ts'
import { Sha256Hex } from '#shared/sync/operation.ts'
import { AnswersInput, SensorAnswer, SubmissionAnswer } from './answers.ts'

const CustomId = SingleLine(120, missingMessage('Please fill in the identifier')).min(
  1,
  'Please fill in the identifier',
)

/**
 * The fields of a submission besides its answers. The calls, the answers, the records of devices and the dialog take them from
 * here; the server stores each of them in the column of the same name (`custom_id`: `customId`).
 */
export const SubmissionFields = z.object({
  date: UserDateTime,
  custom_id: CustomId,
})
export type SubmissionFields = z.infer<typeof SubmissionFields>

/** The fields of a submission as the server stores them. */
export const SubmissionHeader = z.object({
  ...toNullableShape(SubmissionFields.shape),
  date: Instant,
  custom_id: z.string(),
})
export type SubmissionHeader = z.infer<typeof SubmissionHeader>

export const SubmissionInput = z.object({
  /** An id made by the caller, offline maybe, or none: the server then makes one. */
  id: Id.optional(),
  formId: z.uuid('Please pick a form template').toLowerCase(),
  /** The revision of the form that the caller has. Without it, the current one. */
  formRevision: Count.min(1).optional(),
  /** The time zone in which the submission was begun: its days are those of expressions. UTC without it. */
  timeZone: ZoneName.optional(),
  ...SubmissionFields.shape,
})
export type SubmissionInput = z.infer<typeof SubmissionInput>

export const SubmissionUpdate = SubmissionInput.omit({ id: true, formRevision: true, timeZone: true }).partial()

/** The state of a section: empty with something required, partly filled in, or complete. */
const sectionStatuses = ['empty', 'partial', 'complete'] as const
export const SectionStatus = z.object({ id: Id, name: z.string(), sequence: z.int(), state: z.enum(sectionStatuses) })
export type SectionStatus = z.infer<typeof SectionStatus>

/** A missing part of a submission: a required answer, or one of the three values of a sensor answer. */
export const MissingPart = z.object({
  sectionId: Id,
  section_name: z.string(),
  /** The question, or the sensor. */
  id: Id,
  name: z.string(),
  /** `constraint`: an answer that the constraint of its question rejects. */
  part: z.enum(['answer', 'constraint', 'start_time', 'end_time']),
})
export type MissingPart = z.infer<typeof MissingPart>

export const Submission = z
  .object({
    id: Id,
    ...SubmissionHeader.shape,
    formId: Id,
    form: z.object({ name: z.string(), custom_id_label: z.string() }),
    /** The revision of the form with which the submission was created. It never changes. */
    formRevision: z.int(),
    /** The time zone in which it was begun; null for UTC. */
    timeZone: z.string().nullable(),
    version: z.int(),
    /** Index in `points` of the first incomplete section; of the last one if all are complete. */
    currentSection: z.int(),
    points: z.array(SectionStatus),
    /** Whether all required data are present, so that codes can be activated with it. */
    complete: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof Submission>

export const SubmissionDetail = Submission.extend({
  sections: z.array(FormSection),
  answers: z.array(SubmissionAnswer),
  sensorAnswers: z.array(SensorAnswer),
  missing: z.array(MissingPart),
}).meta({ id: 'SubmissionDetail' })
export type SubmissionDetail = z.infer<typeof SubmissionDetail>

/** `status`: the action, in the language of the caller. */
const SubmissionWithStatus = SubmissionDetail.extend({ status: z.string() })

export const SubmissionPreview = z.object({
  custom_id_label: z.string(),
  custom_id: z.string(),
  answers: z.array(
    z.object({
      questionId: Id,
      question: z.string(),
      answer: z.string(),
      datatype: z.enum(datatypes),
      prefix: z.string(),
      suffix: z.string(),
      section_name: z.string(),
      /** The files of the answer. `sha256`: as the device sent it. */
      files: z
        .array(
          z.object({
            sha256: Sha256Hex,
            ext: z.string(),
            bytes: z.int(),
            width: z.int().optional(),
            height: z.int().optional(),
            seconds: z.int().optional(),
            url: z.string(),
          }),
        )
        .optional(),
    }),
  ),
  sensorAnswers: z.array(SensorAnswer.omit({ others: true, version: true })),
  complete: z.boolean(),
  missing: z.array(MissingPart),
})
export type SubmissionPreview = z.infer<typeof SubmissionPreview>

const feature = 'temperature'
const saveAnswers = {
  path: '/submission/:id/answers',
  access: 'merchantOrDealer',
  feature,
  params: ById,
  body: AnswersInput,
  summary: 'Save answers and sensor ranges; those that are not named stay unchanged',
  answer: SubmissionWithStatus,
} as const

export const submissionContract = defineContract({
  list: {
    method: 'GET',
    path: '/submission',
    access: 'anyMerchantRole',
    feature,
    summary: 'List the submissions with the state of their sections, the newest first',
    query: PageQuery,
    answer: pageOf(Submission),
  },
  read: {
    method: 'GET',
    path: '/submission/:id',
    access: 'anyMerchantRole',
    feature,
    summary: 'Read one submission with its sections and answers',
    params: ById,
    answer: SubmissionDetail,
  },
  create: {
    method: 'POST',
    path: '/submission/byFormId/:formId',
    access: 'merchantOrDealer',
    feature,
    summary: 'Create a submission of a form',
    params: SubmissionInput.pick({ formId: true }),
    body: SubmissionInput.partial({ formId: true }),
    answer: SubmissionWithStatus,
  },
  update: {
    method: 'PUT',
    path: '/submission/:id',
    access: 'merchantOrDealer',
    feature,
    summary: 'Change the date and the custom id of a submission',
    params: ById,
    body: SubmissionUpdate,
    answer: SubmissionWithStatus,
  },
  remove: {
    method: 'DELETE',
    path: '/submission/:id',
    access: 'merchantOrDealer',
    feature,
    summary: 'Remove a submission',
    params: ById,
    answer: Done,
  },
  sectionAnswers: {
    method: 'GET',
    path: '/submission/:id/answers/bySectionId/:sectionId',
    access: 'anyMerchantRole',
    feature,
    summary: 'List the questions of a section with their answers and sensor ranges',
    params: ById.extend({ sectionId: Id }),
    answer: z.object({
      sectionId: Id,
      section_name: z.string(),
      questions: z.array(Question),
      answers: z.array(SubmissionAnswer),
      sensorAnswers: z.array(SensorAnswer),
    }),
  },
  addAnswers: { ...saveAnswers, method: 'POST' },
  updateAnswers: { ...saveAnswers, method: 'PUT' },
  preview: {
    method: 'GET',
    path: '/submission/:id/preview',
    access: 'anyMerchantRole',
    feature,
    summary: 'Read the answers of a submission as text and whether it is complete',
    params: ById,
    answer: SubmissionPreview,
  },
})

export const submissionProblems = defineProblems('submission', {
  notFound: { status: 404, enUS: 'Submission not found', ruRU: 'Заполненная форма не найдена' },
  noForm: { status: 404, enUS: 'Form not found', ruRU: 'Форма не найдена' },
  noSection: { status: 404, enUS: 'Section not found', ruRU: 'Раздел не найден' },
  formFixed: {
    status: 409,
    enUS: 'The form template of a submission cannot be changed',
    ruRU: 'Шаблон начатой формы изменить нельзя',
  },
  changed: {
    status: 409,
    enUS: 'The submission was changed meanwhile, so it stays',
    ruRU: 'Форму успели изменить, поэтому она не удалена',
  },
  noQuestion: {
    status: 409,
    enUS: 'This form has no such question',
    ruRU: 'В этой форме нет такого вопроса',
  },
  noSensor: {
    status: 409,
    enUS: 'This section has no such sensor',
    ruRU: 'В этом разделе нет такого датчика',
  },
  taken: {
    status: 409,
    enUS: '{{question}}: "{{value}}" was given in another submission. It has to be unique.',
    ruRU: '{{question}}: значение «{{value}}» уже указано в другой форме. Оно не должно повторяться.',
  },
  tooManyValues: {
    status: 409,
    enUS: 'Other people have already sent {{most}} other values for this field. Look at the stored value, then save the right one.',
    ruRU: 'Для этого поля уже прислали {{most}} других значений. Посмотрите сохранённое значение и сохраните верное.',
  },
  tooLong: {
    status: 400,
    enUS: '{{question}}: at most {{most}} characters',
    ruRU: '{{question}}: не больше {{most}} символов',
  },
  constraint: { status: 400, enUS: '{{question}}: {{message}}', ruRU: '{{question}}: {{message}}' },
  notAllowed: {
    status: 400,
    enUS: '{{question}}: this answer is not allowed',
    ruRU: '{{question}}: такой ответ не допускается',
  },
  calculated: {
    status: 409,
    enUS: '{{question}}: the answer is calculated, so it cannot be entered',
    ruRU: '{{question}}: ответ вычисляется, ввести его нельзя',
  },
  noFile: {
    status: 409,
    enUS: '{{question}}: its file has not reached the server',
    ruRU: '{{question}}: файл не поступил на сервер',
  },
  badRange: {
    status: 400,
    enUS: 'Start Time must be before End Time',
    ruRU: 'Время начала должно быть раньше времени окончания',
  },
  incomplete: {
    status: 409,
    enUS: 'You have missing fields: {{fields}}',
    ruRU: 'Заполнены не все поля: {{fields}}',
  },
})
