import { renameVariables } from '#shared/form/expression/rename.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { EditableForm, EditableQuestion, EditableSection } from './draft.ts'
import { variableFor } from './rules/variables.ts'

/** A copy as a new form with new ids, because each part belongs to one form. */
export function withNewIds(draft: EditableForm): EditableForm {
  const ids = newIdsOf(draft.sections)
  return { ...draft, sections: draft.sections.map((section) => sectionWithIds(section, ids)) }
}

/** The sections with a copy of one behind it. The copies have variables of their own, by which they name each other. */
export function withCopyOfSection(sections: readonly EditableSection[], id: string): EditableSection[] {
  const place = sections.findIndex((section) => section.id === id)
  const section = sections[place]!
  const taken = new Set(sections.flatMap(({ questions }) => questions.flatMap(({ key }) => key ?? [])))
  const renamed = new Map<string, string>()
  for (const { key } of section.questions) {
    if (!key) continue
    renamed.set(key, variableFor(key, taken))
    taken.add(renamed.get(key)!)
  }
  const copy = sectionWithIds(section, newIdsOf([section]))
  const questions = copy.questions.map(({ key, ...question }) => ({
    ...withNames(question, renamed),
    ...(key && { key: renamed.get(key)! }),
  }))
  return sections.toSpliced(place + 1, 0, { ...copy, questions })
}

/** The sections with another variable of a question. Expressions follow, unless another question has it. */
export function withVariable(
  sections: readonly EditableSection[],
  id: string,
  key: string | undefined,
): EditableSection[] {
  const all = sections.flatMap(({ questions }) => questions)
  const before = all.find((question) => question.id === id)?.key
  const isTaken = all.some((question) => question.id !== id && (question.key === key || question.key === before))
  const renamed = new Map(before && key && !isTaken ? [[before, key]] : [])
  return sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const named = renamed.size > 0 ? withNames(question, renamed) : question
      return question.id === id ? { ...named, key } : named
    }),
  }))
}

const newIdsOf = (sections: readonly EditableSection[]) =>
  new Map(sections.flatMap(({ questions }) => questions.map(({ id }) => [id, uuid7()] as const)))

function sectionWithIds(section: EditableSection, ids: ReadonlyMap<string, string>): EditableSection {
  return {
    ...section,
    id: uuid7(),
    questions: section.questions.map((question) => {
      const { showIf } = question
      const asked = showIf && 'question' in showIf ? ids.get(showIf.question) : undefined
      return {
        ...question,
        id: ids.get(question.id)!,
        ...(asked && { showIf: { ...showIf, question: asked } as typeof showIf }),
      }
    }),
  }
}

type Expressions = Pick<EditableQuestion, 'showIf' | 'calculation' | 'constraint' | 'requiredIf'>

function withNames<Q extends Expressions>(question: Q, renamed: ReadonlyMap<string, string>): Q {
  const { showIf } = question
  const changed: Expressions = {}
  for (const setting of ['calculation', 'constraint', 'requiredIf'] as const) {
    const text = question[setting]
    if (text !== undefined) changed[setting] = renameVariables(text, renamed)
  }
  if (showIf && 'expression' in showIf) {
    changed.showIf = { expression: renameVariables(showIf.expression, renamed) }
  }
  const isSame = Object.entries(changed).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(question[name as keyof Expressions]),
  )
  return isSame ? question : { ...question, ...changed }
}
