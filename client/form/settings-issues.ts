import type { z } from 'zod'
import { questionSettings } from '#shared/form/question-types/registry.ts'
import type { EditableForm } from './draft.ts'

/** The messages about settings of questions, by the id of the question and the path of the setting. */
export type SettingsIssues = ReadonlyMap<string, ReadonlyMap<string, string>>
export const noSettingsIssues: SettingsIssues = new Map()

/** Whether an issue of a form is about a setting of one type of questions, whose editor shows it beside the input. */
export const isAboutSettings = ({ path }: z.core.$ZodIssue): boolean =>
  path[2] === 'questions' &&
  (Object.hasOwn(questionSettings, path[4] ?? '') || ['key', 'initial'].includes(String(path[4])))

export function settingsIssuesOf({ sections }: EditableForm, issues: readonly z.core.$ZodIssue[]): SettingsIssues {
  const found = new Map<string, Map<string, string>>()
  for (const { path, message } of issues.filter(isAboutSettings)) {
    const [, section, , question, ...setting] = path as [string, number, string, number, ...string[]]
    const { id } = sections[section]!.questions[question]!
    found.set(id, (found.get(id) ?? new Map()).set(setting.join('.'), message))
  }
  return found.size > 0 ? found : noSettingsIssues
}
