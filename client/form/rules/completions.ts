import { offeredFunctions } from './function-examples.ts'
import type { NamedQuestion } from './variables.ts'

/** A question or a function that can stand in place of the word that ends at the cursor. */
export type Completion = {
  /** Where the word begins. */
  from: number
  name: string
  /** Undefined for a question that gets a variable when it is inserted. */
  key: string | undefined
  questionId?: string
  isFunction: boolean
}

const mostOffered = 8
const word = /[\p{L}_][\p{L}\p{N}_]*$/u

/** What can be inserted at a place: all questions, or the questions and functions that begin like the word before it. */
export function completionsAt(text: string, place: number, questions: readonly NamedQuestion[]): Completion[] {
  const before = text.slice(0, place)
  if (isInQuotes(before)) return []
  const typed = word.exec(before)?.[0] ?? ''
  const from = place - typed.length
  const begins = (name: string | undefined) => name?.toLowerCase().startsWith(typed.toLowerCase()) ?? false
  const isWhole = questions.some(({ key }) => key === typed)
  if (isWhole) return []
  const named = questions
    .filter(({ key, name }) => (key ?? name) !== '' && (begins(key) || begins(name)))
    .map(({ id, key, name }) => ({ from, name: name || key!, key, questionId: id, isFunction: false }))
  const called = typed === '' ? [] : offeredFunctions.filter(begins)
  const functions = called.map((name) => ({ from, name, key: name, isFunction: true }))
  return [...named, ...functions].slice(0, mostOffered)
}

function isInQuotes(before: string): boolean {
  let quote = ''
  for (const character of before) {
    if (quote === '' && (character === '"' || character === "'")) quote = character
    else if (character === quote) quote = ''
  }
  return quote !== ''
}
