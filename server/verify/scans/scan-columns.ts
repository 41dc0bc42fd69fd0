import { customType } from '#server/core/drizzle/pg-core.ts'
import { osNames } from '#shared/scan/os-names.ts'
import { type CodeStatus, type ScanKind, scanKinds } from '#shared/verify/contract.ts'

/** The letters that stand for these words in the table `scan`. A released letter never changes its meaning. */
export const kindLetters: Record<ScanKind, string> = { VERIFY: 'v', REDIRECT: 'r', AUTOMATIC: 'a' }
/** A damaged code has no address, so its scan is not stored. */
type StoredStatus = Exclude<CodeStatus, 'damaged'>
export const verdictLetters: Record<StoredStatus, string> = {
  genuine: 'g',
  not_active: 'n',
  expired: 'e',
  unknown: 'u',
}

export const osNumber = (name: string | undefined): number =>
  (osNames as readonly (string | undefined)[]).indexOf(name) + 1

const storedStatuses = Object.keys(verdictLetters) as StoredStatus[]
/** The status that a letter of the table stands for. */
export const statusOf = (letter: string): StoredStatus =>
  storedStatuses.find((status) => verdictLetters[status] === letter)!

const letter = <Word extends string>(words: readonly Word[], letters: Record<Word, string>) =>
  customType<{ data: Word; driverData: string }>({
    dataType: () => '"char"',
    toDriver: (word) => letters[word],
    fromDriver: (stored) => words.find((word) => letters[word] === stored)!,
  })

export const kindColumn = letter(scanKinds, kindLetters)
export const verdictColumn = letter(storedStatuses, verdictLetters)
/** The name, or null where unknown. */
export const osColumn = customType<{ data: string | null; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: (name) => osNumber(name ?? undefined),
  fromDriver: (number) => osNames[number - 1] ?? null,
})
