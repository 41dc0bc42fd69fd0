import { arrayMove } from '@dnd-kit/sortable'
import { z } from 'zod'
import { type FormSection, Question, Structure } from '#shared/form/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

/** A template as it is on screen: its parts stand in their order, and have ids from the moment they are added. */
const DraftQuestion = Question.omit({ sequence: true })
const DraftSection = z.object({
  id: z.string(),
  name: z.string(),
  sensors: Structure.shape.sections.element.shape.sensors,
  questions: z.array(DraftQuestion),
})
export const Draft = z.object({ name: z.string(), custom_id_label: z.string(), sections: z.array(DraftSection) })
export type DraftQuestion = z.output<typeof DraftQuestion>
export type DraftSection = z.output<typeof DraftSection>
export type Draft = z.output<typeof Draft>

/** What was typed, with the form as it was when the typing began: it may be another when the draft is found again. */
export const KeptDraft = z.union([
  z.object({ draft: Draft, opened: z.object({ ver: z.int(), data: z.looseObject({}) }).optional() }),
  // As it was kept before.
  Draft.transform((draft) => ({ draft, opened: undefined })),
])

/** Where what is typed of a form, or of a new one, is kept. */
export const keptAs = (id: string): string => `form.${id}`

/** The same as a form of its own: parts belong to one form. */
export function asNew(draft: Draft): Draft {
  const sections = draft.sections.map((section) => ({
    ...{ ...section, id: uuid7() },
    questions: section.questions.map((question) => ({ ...question, id: uuid7() })),
  }))
  return { ...draft, sections }
}

export type Change =
  | { do: 'replace'; draft: Draft }
  | { do: 'setForm'; set: Partial<Pick<Draft, 'name' | 'custom_id_label'>> }
  | { do: 'addSection'; id: string }
  | { do: 'setSection'; id: string; set: Partial<Omit<DraftSection, 'id'>> }
  | { do: 'moveSection'; from: number; to: number }
  | { do: 'removeSection'; id: string }
  | { do: 'addQuestion'; sectionId: string; id: string }
  | { do: 'setQuestion'; sectionId: string; id: string; set: Partial<DraftQuestion> }
  | { do: 'moveQuestion'; sectionId: string; from: number; to: number }
  | { do: 'removeQuestion'; sectionId: string; id: string }

const newQuestion: Omit<DraftQuestion, 'id'> = {
  ...{ name: '', datatype: 'string', prefix: '', suffix: '' },
  ...{ share: false, required: false, active: true },
}

/** The draft after a change; parts that it does not touch stay the same objects. */
export function changed(draft: Draft, change: Change): Draft {
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
    case 'removeSection':
      return { ...draft, sections: draft.sections.filter(({ id }) => id !== change.id) }
    default:
      return {
        ...draft,
        sections: draft.sections.map((section) =>
          section.id === change.sectionId
            ? { ...section, questions: changedQuestions(section.questions, change) }
            : section,
        ),
      }
  }
}

type QuestionChange = Extract<Change, { sectionId: string }>

function changedQuestions(questions: DraftQuestion[], change: QuestionChange): DraftQuestion[] {
  switch (change.do) {
    case 'addQuestion':
      return [...questions, { id: change.id, ...newQuestion }]
    case 'setQuestion':
      return withPart(questions, change.id, change.set)
    case 'moveQuestion':
      return arrayMove(questions, change.from, change.to)
    case 'removeQuestion':
      return questions.filter(({ id }) => id !== change.id)
  }
}

function withPart<P extends { id: string }>(parts: readonly P[], id: string, set: Partial<NoInfer<P>>): P[] {
  return parts.map((part) => (part.id === id ? { ...part, ...set } : part))
}

/** The draft of a saved form: the order says what its numbers said. */
export function draftOf({ name, custom_id_label, sections }: Structure): Draft {
  return {
    name,
    custom_id_label,
    sections: sections.map(({ sequence: _, questions, ...section }: FormSection) => ({
      ...section,
      questions: questions.map(({ sequence: __, ...question }) => question),
    })),
  }
}
