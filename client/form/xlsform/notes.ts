/** Why a part of an XLSForm was not taken as it is. */
export const noteReasons = [
  'type',
  'metadata',
  'expression',
  'fault',
  'choiceFilter',
  'repeat',
  'nested',
  'column',
  'language',
  'renamed',
  'noList',
  'optionId',
  'optionTwice',
  'orOther',
  'long',
  'reference',
  'default',
  'noLabel',
  'unclosed',
] as const

/** A part that was not taken as it is: its place, its text, and what happens instead. */
export type ImportNote = {
  reason: (typeof noteReasons)[number]
  sheet: 'survey' | 'choices' | 'settings'
  /** Undefined if it is about a whole column. */
  row: number | undefined
  column: string
  text: string
}
