import { customType } from 'drizzle-orm/pg-core'
import { osNames } from '#shared/scan/os-names.ts'
import { type CodeStatus, codeStatuses, type ScanKind, scanKinds } from '#shared/verify/contract.ts'

/** The letters that stand for these words in the table `scan`. A released letter never changes its meaning. */
export const kindLetters: Record<ScanKind, string> = { VERIFY: 'v', REDIRECT: 'r' }
export const verdictLetters: Record<CodeStatus, string> = {
  genuine: 'g',
  not_active: 'n',
  expired: 'e',
  unknown: 'u',
}

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
