import { customType } from 'drizzle-orm/pg-core'
import { type CodeStatus, codeStatuses, type ScanKind, scanKinds } from '#shared/verify/contract.ts'

/** The letters that stand for these words in the table `scan`. A released letter never changes its meaning. */
export const kindLetters: Record<ScanKind, string> = { VERIFY: 'v', REDIRECT: 'r' }
export const verdictLetters: Record<CodeStatus, string> = {
  genuine: 'g',
  not_active: 'n',
  expired: 'e',
  unknown: 'u',
}

/**
 * Operating systems, stored as their place in this list, counted from 1; 0 where unknown. New names are added at the
 * end, and none is removed.
 */
export const osNames = [
  'Android',
  'iOS',
  'Windows',
  'macOS',
  'Linux',
  'Chrome OS',
  'HarmonyOS',
  'Windows Phone',
  'BlackBerry',
  'Tizen',
  'WebOS',
  'Roku',
  'PlayStation 4',
  'Bada',
] as const

export const osNumber = (name: string | undefined): number =>
  (osNames as readonly (string | undefined)[]).indexOf(name) + 1

const letter = <Word extends string>(words: readonly Word[], letters: Record<Word, string>) =>
  customType<{ data: Word; driverData: string }>({
    dataType: () => '"char"',
    toDriver: (word) => letters[word],
    fromDriver: (stored) => words.find((word) => letters[word] === stored)!,
  })

export const kindColumn = letter(scanKinds, kindLetters)
export const verdictColumn = letter(codeStatuses, verdictLetters)
/** The name, or null where unknown. */
export const osColumn = customType<{ data: string | null; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: (name) => osNumber(name ?? undefined),
  fromDriver: (number) => osNames[number - 1] ?? null,
})
