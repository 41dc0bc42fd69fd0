import { createContext, useContext } from 'react'
import type { EditableForm } from '#client/form/draft.ts'
import { maxKeyLength, variablePattern } from '#shared/form/contract.ts'
import { reservedNames } from '#shared/form/expression/parse.ts'

/** A question that expressions can name. Without a variable, it gets one when it is inserted into an expression. */
export type NamedQuestion = { id: string; name: string; key: string | undefined }

type Variables = {
  /** The questions of the form as it is at this moment. */
  questions(): readonly NamedQuestion[]
  /** Gives a question a variable. */
  name(questionId: string, key: string): void
}

/** Functions instead of a list, so that the cards of questions are not rendered when another one changes. */
export const VariablesContext = createContext<Variables>({ questions: () => [], name: () => undefined })
export const useVariables = () => useContext(VariablesContext)

export const namedQuestions = ({ sections }: EditableForm): NamedQuestion[] =>
  sections.flatMap(({ questions }) => questions.map(({ id, name, key }) => ({ id, name, key })))

/** A variable like the name of a question that no other one has: `Weight, kg` is `weight_kg`. */
export function variableFor(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
  const plain = words.replace(/^_+|_+$/g, '').slice(0, maxKeyLength - 4) || 'question'
  const first = variablePattern.test(plain) ? plain : `_${plain}`
  const isFree = (key: string) => !taken.has(key) && !reservedNames.includes(key)
  if (isFree(first)) return first
  for (let number = 2; ; number++) if (isFree(`${first}_${number}`)) return `${first}_${number}`
}
