import { fill } from '#shared/core/i18n/fill.ts'
import { defaultLanguage, type Language } from '#shared/core/i18n/language.ts'
import type { FormInput, FormSection, FormStructure } from './contract.ts'
import { questionTypeOf } from './question-types/registry.ts'
import { formText } from './text.ts'

type Titled = 'sectionTitle' | 'questionTitle'

/** The default title of a section or question; `number` counts from 1. */
export function formatDefaultTitle(kind: Titled, number: number, language: Language = defaultLanguage): string {
  return fill(formText[language][kind], { number })
}

/**
 * Completes an input: adds missing ids and titles, and numbers the parts from 1 in their order. A complete structure is
 * returned unchanged.
 */
export function completeStructure(
  input: Omit<FormInput, 'id'>,
  newId: () => string,
  language: Language = defaultLanguage,
): FormStructure {
  return {
    name: input.name,
    custom_id_label: input.custom_id_label,
    sections: sortBySequence(input.sections).map((section, i) => ({
      id: section.id ?? newId(),
      name: section.name || formatDefaultTitle('sectionTitle', i + 1, language),
      sequence: i + 1,
      sensors: section.sensors,
      questions: sortBySequence(section.questions).map((question, j) => ({
        ...question,
        id: question.id ?? newId(),
        name: question.name || formatDefaultTitle('questionTitle', j + 1, language),
        sequence: j + 1,
      })),
    })),
  }
}

/** Parts without a sequence have the order of the list. */
function sortBySequence<P extends { sequence?: number | undefined }>(parts: readonly P[]): P[] {
  return parts
    .map((part, i) => ({ part, place: part.sequence ?? i + 1 }))
    .sort((left, right) => left.place - right.place)
    .map(({ part }) => part)
}

type TimelineStep = { id: string; name: string; questions: number; required: number; sensors: number }

/** The timeline summary of a form: its sections in order, with the numbers of questions and sensors. */
export function timelineOf(sections: readonly FormSection[]): TimelineStep[] {
  return sections.map(({ id, name, questions, sensors }) => {
    const activeQuestions = questions.filter((question) => question.active && !questionTypeOf(question).isNote)
    const required = activeQuestions.filter((question) => question.required).length
    return { id, name, questions: activeQuestions.length, required, sensors: sensors.length }
  })
}
