import { useMemo } from 'react'
import { useLanguage } from '#client/core/session/preferences.ts'
import type { EditableForm } from '#client/form/draft.ts'
import type { AnswerOption } from '#shared/form/question-types/options.ts'
import { type Datatype, hasOptions } from '#shared/form/question-types/registry.ts'
import { formatDefaultTitle } from '#shared/form/rules.ts'

/** A question with options, on whose answer another one can depend, and its place in the form. */
export type DecidingQuestion = {
  id: string
  name: string
  section: number
  place: number
  datatype: Datatype
  active: boolean
  options: AnswerOption[]
}

/** The same list until one of these questions changes, so that the cards of all others are not rendered at each key. */
export function useDecidingQuestions({ sections }: EditableForm): readonly DecidingQuestion[] {
  const language = useLanguage()
  const found = sections.flatMap(({ questions }, section) =>
    questions.flatMap((question, place) => {
      const { id, datatype, active, options = [] } = question
      const named = options.filter((option) => option.name.trim() !== '')
      if (!hasOptions(question) || named.length === 0) return []
      const name = question.name || formatDefaultTitle('questionTitle', place + 1, language)
      return [{ id, name, section, place, datatype, active, options: named }]
    }),
  )
  const text = JSON.stringify(found)
  return useMemo(() => JSON.parse(text) as DecidingQuestion[], [text])
}
