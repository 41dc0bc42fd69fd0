import { arrayMove } from '@dnd-kit/sortable'
import { z } from 'zod'
import { omit } from '#shared/core/omit.ts'
import { Condition } from '#shared/form/conditions.ts'
import { type FormSection, FormStructure, Question } from '#shared/form/contract.ts'
import { withOwnSettings } from '#shared/form/question-types/registry.ts'
import { withCopyOfSection, withVariable } from './copies.ts'

/** A form in the builder: its parts are ordered lists, and get their ids when they are added. */
const EditableQuestion = Question.omit({ sequence: true }).extend({
  // As it is typed: a draft is restored with texts that a form cannot be saved with.
  name: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  options: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  key: z.string().optional(),
  hint: z.string().optional(),
  showIf: z.union([Condition.options[0], z.object({ expression: z.string() })]).optional(),
  calculation: z.string().optional(),
  constraint: z.string().optional(),
  constraintMessage: z.string().optional(),
  requiredIf: z.string().optional(),
  initial: z.object({ from: z.enum(['value', 'today', 'now', 'last']), value: z.string().optional() }).optional(),
})
const EditableSection = z.object({
  id: z.string(),
  name: z.string(),
  sensors: FormStructure.shape.sections.element.shape.sensors,
  questions: z.array(EditableQuestion),
})
export const EditableForm = z.object({
  name: z.string(),
  custom_id_label: z.string(),
  sections: z.array(EditableSection),
})
export type EditableQuestion = z.output<typeof EditableQuestion>
export type EditableSection = z.output<typeof EditableSection>
export type EditableForm = z.output<typeof EditableForm>

/**
 * Unsaved input with the form as it was when editing began, since the form may have changed when the draft is restored.
 */
export const StoredFormDraft = z.object({
  draft: EditableForm,
  opened: z.object({ ver: z.int(), data: z.looseObject({}) }).optional(),
})

/** The storage name of the draft of a form, or of a new one. */
export const draftKeyOf = (id: string): string => `form.${id}`

export type FormEdit =
  | { do: 'replace'; draft: EditableForm }
  | { do: 'setForm'; set: Partial<Pick<EditableForm, 'name' | 'custom_id_label'>> }
  | { do: 'addSection'; id: string }
  | { do: 'setSection'; id: string; set: Partial<Omit<EditableSection, 'id'>> }
  | { do: 'moveSection'; from: number; to: number }
  | { do: 'removeSection'; id: string }
  | { do: 'addQuestion'; sectionId: string; id: string }
  | { do: 'setQuestion'; sectionId: string; id: string; set: Partial<EditableQuestion> }
  | { do: 'moveQuestion'; sectionId: string; from: number; to: number }
  | { do: 'removeQuestion'; sectionId: string; id: string }
  | { do: 'duplicateQuestion'; sectionId: string; id: string; copyId: string }
  | { do: 'duplicateSection'; id: string }
  /** Gives a question another variable, in all expressions that name it. */
  | { do: 'setVariable'; id: string; key: string | undefined }

export const newQuestion: Omit<EditableQuestion, 'id'> = {
  name: '',
  datatype: 'string',
  prefix: '',
  suffix: '',
  share: false,
  required: false,
  active: true,
}

/** Applies a change to the draft. Parts that it does not change stay the same objects. */
export function applyFormEdit(draft: EditableForm, change: FormEdit): EditableForm {
  switch (change.do) {
    case 'replace':
      return change.draft
    case 'setForm':
      return { ...draft, ...change.set }
    case 'addSection':
      return { ...draft, sections: [...draft.sections, { id: change.id, name: '', sensors: [], questions: [] }] }
    case 'setSection':
      return { ...draft, sections: withPart(draft.sections, change.id, change.set) }
    case 'moveSection':
      return { ...draft, sections: arrayMove(draft.sections, change.from, change.to) }
    case 'duplicateSection':
      return { ...draft, sections: withCopyOfSection(draft.sections, change.id) }
    case 'setVariable':
      return { ...draft, sections: withVariable(draft.sections, change.id, change.key) }
    case 'removeSection':
      return { ...draft, sections: draft.sections.filter(({ id }) => id !== change.id) }
    default:
      return {
        ...draft,
        sections: draft.sections.map((section) =>
          section.id === change.sectionId
            ? { ...section, questions: applyQuestionEdit(section.questions, change) }
            : section,
        ),
      }
  }
}

type QuestionEdit = Extract<FormEdit, { sectionId: string }>

function applyQuestionEdit(questions: EditableQuestion[], change: QuestionEdit): EditableQuestion[] {
  switch (change.do) {
    case 'addQuestion':
      return [...questions, { id: change.id, ...newQuestion }]
    case 'setQuestion':
      return withPart(questions, change.id, change.set)
    case 'moveQuestion':
      return arrayMove(questions, change.from, change.to)
    case 'duplicateQuestion': {
      const place = questions.findIndex(({ id }) => id === change.id)
      // The variable stays with the original.
      return questions.toSpliced(place + 1, 0, { ...omit(questions[place]!, 'key'), id: change.copyId })
    }
    case 'removeQuestion':
      return questions.filter(({ id }) => id !== change.id)
  }
}

function withPart<P extends { id: string }>(parts: readonly P[], id: string, set: Partial<NoInfer<P>>): P[] {
  return parts.map((part) => (part.id === id ? { ...part, ...set } : part))
}

/** The draft as it is validated and saved. It keeps the settings of other types, in case one of them is chosen again. */
export function withoutForeignSettings(draft: EditableForm): EditableForm {
  return {
    ...draft,
    sections: draft.sections.map((section) => ({ ...section, questions: section.questions.map(withOwnSettings) })),
  }
}

/** Converts a saved form to a draft: the order of the lists replaces the order numbers. */
export function formDraftOf({ name, custom_id_label, sections }: FormStructure): EditableForm {
  return {
    name,
    custom_id_label,
    sections: sections.map((section: FormSection) => ({
      ...omit(section, 'sequence'),
      questions: section.questions.map((question) => omit(question, 'sequence')),
    })),
  }
}
