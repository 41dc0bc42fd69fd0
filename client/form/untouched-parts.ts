import { isEqualData } from '#shared/sync/rules.ts'
import { type EditableForm, newQuestion } from './draft.ts'

/**
 * The ids of sections and questions in which nothing was filled in. A save would keep them under a default title, such as
 * `Section Title #1`.
 */
export function untouchedParts({ sections }: Pick<EditableForm, 'sections'>): ReadonlySet<string> {
  const untouched = sections.flatMap(({ id, name, sensors, questions }) => [
    ...(name.trim() === '' && sensors.length + questions.length === 0 ? [id] : []),
    ...questions
      .filter(({ id, ...rest }) => isEqualData({ ...rest, name: rest.name.trim() }, newQuestion))
      .map((question) => question.id),
  ])
  return new Set(untouched)
}
