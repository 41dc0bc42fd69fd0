import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Count, Done, Id, Instant, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { Condition, ExpressionText } from './conditions.ts'
import { maxAnswerLength } from './question-types/question-type.ts'
import { datatypes, questionSettings, questionTypeOf, withOwnSettings } from './question-types/registry.ts'

/** An id that the caller chose, for example offline. Without it, the server generates one. */
const OwnId = Id.optional()
/** Position of a part. Without it, parts have the order of the list. */
const Sequence = z.int().min(0).max(10_000).optional()

export const maxKeyLength = 40
/** The name of a question in expressions: letters, digits and `_`, of which the first is no digit. */
export const variablePattern = /^[\p{L}_][\p{L}\p{N}_]*$/u
const Variable = SingleLine(maxKeyLength).regex(
  variablePattern,
  'Use letters, digits and _, and no digit at the beginning',
)

/** What is filled in when a person begins: a text, the day or the instant of the beginning, or the last answer on the device. */
const Initial = z.object({
  from: z.enum(['value', 'today', 'now', 'last']),
  value: SingleLine(maxAnswerLength).optional(),
})

const QuestionFields = z.object({
  id: OwnId,
  name: SingleLine(200).default(''),
  key: Variable.optional(),
  hint: SingleLine(500).optional(),
  datatype: z.enum(datatypes).default('string'),
  prefix: SingleLine(40).default(''),
  suffix: SingleLine(40).default(''),
  /** Answers are shown to shoppers. */
  share: z.boolean().default(false),
  required: z.boolean().default(false),
  /** Inactive questions are no longer asked. */
  active: z.boolean().default(true),
  sequence: Sequence,
  showIf: Condition.optional(),
  /** The answer is the result of this expression, and nobody types it. */
  calculation: ExpressionText.optional(),
  /** A calculated question that is not on the screen of the person who fills in the form. */
  hideResult: z.boolean().optional(),
  /** What must be true of an answer, and what the person reads otherwise. */
  constraint: ExpressionText.optional(),
  constraintMessage: SingleLine(200).optional(),
  requiredIf: ExpressionText.optional(),
  initial: Initial.optional(),
  ...questionSettings,
})
const QuestionInput = QuestionFields.overwrite(withOwnSettings).superRefine((question, context) => {
  for (const issue of questionTypeOf(question).settingsIssues?.(question) ?? []) {
    context.addIssue({ code: 'custom', ...issue })
  }
  const { from, value = '' } = question.initial ?? {}
  const isAnswer = value !== '' && !questionTypeOf(question).problem?.(question, value)
  if (from === 'value' && !isAnswer) {
    context.addIssue({ code: 'custom', path: ['initial', 'value'], message: 'Please check this value' })
  }
})

/** A sensor that a section records; `share`: shoppers see its log. */
const SectionSensor = z.object({ id: Id, share: z.boolean().default(false) })

export const maxSections = 50
/** In one section. */
export const maxQuestions = 100
export const maxSensors = 20

const sectionParts = {
  name: SingleLine(200),
  sequence: Sequence,
  sensors: z
    .array(SectionSensor)
    .max(maxSensors, 'A section has too many sensors')
    .refine(
      (list) => new Set(list.map(({ id }) => id)).size === list.length,
      'Each sensor can appear only once in a section',
    ),
  questions: z.array(QuestionInput).max(maxQuestions, 'A section has too many questions'),
}
export const SectionInput = z.object({
  id: OwnId,
  ...sectionParts,
  name: sectionParts.name.default(''),
  sensors: sectionParts.sensors.default([]),
  questions: sectionParts.questions.default([]),
})
export type SectionInput = z.infer<typeof SectionInput>

const formParts = {
  name: SingleLine(120).min(1, 'Please fill in the name'),
  /** The label of the custom id of a submission, such as Batch. */
  custom_id_label: SingleLine(80),
  sections: z.array(SectionInput).max(maxSections, 'The form has too many sections'),
}
export const FormInput = z.object({
  id: OwnId,
  name: formParts.name.default('Form Title'),
  custom_id_label: formParts.custom_id_label.default(''),
  sections: formParts.sections.default([]),
})
export type FormInput = z.infer<typeof FormInput>

/** Without `revision`, the change is based on the current one, and replaces changes that others made meanwhile. */
const Revision = z.object({ revision: Count.min(1).optional() })
/** `revision` is the one on which the change is based. Fields that are left out stay unchanged. */
export const FormUpdate = z.object(formParts).partial().extend(Revision.shape)
export type FormUpdate = z.infer<typeof FormUpdate>
/** `revision` is that of the form. Fields that are left out stay unchanged. */
export const SectionUpdate = z.object(sectionParts).partial().extend(Revision.shape)
export type SectionUpdate = z.infer<typeof SectionUpdate>

export const Question = QuestionFields.extend({ id: Id, sequence: z.int() }).meta({ id: 'Question' })
export type Question = z.infer<typeof Question>
export const FormSection = SectionInput.extend({ id: Id, sequence: z.int(), questions: z.array(Question) }).meta({
  id: 'FormSection',
})
export type FormSection = z.infer<typeof FormSection>

/** A form at one revision. It never changes: a submission keeps the revision with which it was created. */
export const FormStructure = FormInput.omit({ id: true }).extend({ sections: z.array(FormSection) })
export type FormStructure = z.infer<typeof FormStructure>

export const Form = FormStructure.extend({
  id: Id,
  /** Number of changes. An update names the revision on which it is based. */
  revision: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
}).meta({ id: 'Form' })
export type Form = z.infer<typeof Form>

/** A section with its form; `revision` is that of the form. */
const SectionOfForm = FormSection.extend({ formId: Id, revision: z.int() })
const feature = 'temperature'

export const formContract = defineContract({
  list: {
    method: 'GET',
    path: '/form',
    access: 'anyMerchantRole',
    feature,
    summary: 'List the form templates, the newest first',
    query: PageQuery,
    answer: pageOf(Form),
  },
  read: {
    method: 'GET',
    path: '/form/:id',
    access: 'anyMerchantRole',
    feature,
    summary: 'Read one form template',
    params: ById,
    answer: Form,
  },
  create: {
    method: 'POST',
    path: '/form',
    access: 'confirmedMerchant',
    feature,
    summary: 'Add a form template',
    body: FormInput,
    answer: Form,
  },
  update: {
    method: 'PUT',
    path: '/form/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Change a form template; the call fails if `revision` is given and not the current revision',
    params: ById,
    body: FormUpdate,
    answer: Form,
  },
  remove: {
    method: 'DELETE',
    path: '/form/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Remove a form template and keep its submissions',
    params: ById,
    answer: Done,
  },
  addSection: {
    method: 'POST',
    path: '/form/:id/section',
    access: 'confirmedMerchant',
    feature,
    summary: 'Add a section at the end of a form',
    params: ById,
    body: SectionInput,
    answer: SectionOfForm,
  },
  sections: {
    method: 'GET',
    path: '/section/byFormId/:id',
    access: 'anyMerchantRole',
    feature,
    summary: 'List the sections of a form',
    params: ById,
    answer: z.array(SectionOfForm),
  },
  section: {
    method: 'GET',
    path: '/section/:id',
    access: 'anyMerchantRole',
    feature,
    summary: 'Read one section',
    params: ById,
    answer: SectionOfForm,
  },
  sensors: {
    method: 'GET',
    path: '/section/:id/sensor',
    access: 'anyMerchantRole',
    feature,
    summary: 'List the sensors that a section records',
    params: ById,
    answer: z.array(SectionSensor),
  },
  updateSection: {
    method: 'PUT',
    path: '/section/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Change a section; the call fails if `revision` is given and not the current revision of its form',
    params: ById,
    body: SectionUpdate,
    answer: SectionOfForm,
  },
  removeSection: {
    method: 'DELETE',
    path: '/section/:id',
    access: 'confirmedMerchant',
    feature,
    summary: 'Remove a section from its form and keep its answers in submissions',
    params: ById,
    answer: Done,
  },
  questions: {
    method: 'GET',
    path: '/question/bySectionId/:id',
    access: 'anyMerchantRole',
    feature,
    summary: 'List the questions of a section',
    params: ById,
    answer: z.array(Question),
  },
})

export const formProblems = defineProblems('form', {
  notFound: { status: 404, enUS: 'Form not found', ruRU: 'Форма не найдена' },
  noSection: { status: 404, enUS: 'Section not found', ruRU: 'Раздел не найден' },
  stale: {
    status: 409,
    enUS: 'The form was changed meanwhile: you have version {{yours}}, the current one is {{current}}',
    ruRU: 'Форму успели изменить: у вас версия {{yours}}, текущая — {{current}}',
  },
  tooMany: {
    status: 409,
    enUS: 'A form has at most {{most}} sections',
    ruRU: 'В форме не больше {{most}} разделов',
  },
  condition: {
    status: 400,
    enUS: 'The question "{{question}}" depends on an answer. The question that is answered must be active, be before it and have this option.',
    ruRU: 'Вопрос «{{question}}» зависит от ответа. Вопрос с этим вариантом ответа должен быть активным и стоять раньше.',
  },
  expression: {
    status: 400,
    enUS: 'The question "{{question}}" has an expression that cannot be used ({{setting}}: {{fault}} {{name}})',
    ruRU: 'В вопросе «{{question}}» есть выражение, которое нельзя использовать ({{setting}}: {{fault}} {{name}})',
  },
  tooLarge: {
    status: 409,
    enUS: 'The form is too large. All its texts together can have at most {{most}} kB: divide it into several forms.',
    ruRU: 'Форма слишком большая. Все её тексты вместе — не больше {{most}} КБ: разделите её на несколько форм.',
  },
  datatype: {
    status: 409,
    enUS: 'The type of the question "{{question}}" cannot be changed. Add a new question instead.',
    ruRU: 'Тип вопроса «{{question}}» изменить нельзя. Добавьте новый вопрос.',
  },
})
