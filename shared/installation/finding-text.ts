import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import type { Finding } from './contract.ts'
import { installationText } from './text.ts'

type Key = keyof (typeof installationText)['enUS']
type ChainKey = keyof (typeof chainProblemText)['enUS']
const isKey = (key: string): key is Key => key in installationText.enUS

const timeIn = (at: string, language: Language) =>
  new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

/** What was found, and what an operator has to do about it: in the words of the page of the chains, if a chain does not anchor. */
export function findingText(
  { kind, values }: Finding,
  language: Language,
): { found: string; todo: string | undefined } {
  const t = textIn(installationText, language)
  const chain = textIn(chainProblemText, language)
  const problem = values.chainProblem as ChainKey | undefined
  const filled = problem
    ? { problem: chain(problem), action: chain(`${problem}Do` as ChainKey) }
    : { ...values, ...(values.at && { at: timeIn(values.at, language) }) }
  const todoKey = `${kind}Do`
  return {
    found: isKey(kind) ? t(kind, filled) : kind,
    todo: isKey(todoKey) ? t(todoKey, filled) : undefined,
  }
}
