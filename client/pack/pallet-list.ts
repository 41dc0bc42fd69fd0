import { z } from 'zod'
import { readSscc } from '#shared/gs1/sscc.ts'
import { maxContents } from '#shared/pack/contract.ts'
import { packName } from './columns.tsx'
import type { SavedPack } from './enqueue-pack.ts'

/** A case on the pallet that is being packed. `ref` is its id, or the number of a case that this device does not know. */
const PalletCase = z.object({ ref: z.string(), name: z.string(), quantity: z.number(), isKnown: z.boolean() })
export const PalletCases = z.array(PalletCase)
export type PalletCase = z.infer<typeof PalletCase>

export type PalletMessage = { kind: 'added' | 'again' | 'notFree'; name: string } | { kind: 'noLabel' | 'full' }
export type PalletState = { cases: readonly PalletCase[]; message?: PalletMessage }

/** Numbers without SSCC, as labels show them. */
const numberPattern = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** A scanned or typed label: the case of this device, or the number of another one. */
export function readLabel(text: string, known: readonly SavedPack[]): SavedPack | string | undefined {
  const sscc = readSscc(text)
  const number =
    sscc ??
    text
      .replace(/^\][A-Za-z]\d/, '')
      .trim()
      .toUpperCase()
  const found = known.find(({ data }) => (sscc ? data.sscc === sscc : data.identifier === number))
  if (found) return found
  return sscc ?? (numberPattern.test(number) ? number : undefined)
}

/** The pallet with one more case, or with the reason why it was not added. */
export function withCase({ cases }: PalletState, found: SavedPack | string | undefined): PalletState {
  if (found === undefined) return { cases, message: { kind: 'noLabel' } }
  const one: PalletCase =
    typeof found === 'string'
      ? { ref: found, name: found, quantity: 0, isKnown: false }
      : { ref: found.id, name: packName(found.data), quantity: found.data.quantity, isKnown: true }
  const { ref, name } = one
  if (cases.some((other) => other.ref === ref)) return { cases, message: { kind: 'again', name } }
  if (typeof found !== 'string' && !isFreeCase(found.data)) return { cases, message: { kind: 'notFree', name } }
  if (cases.length >= maxContents.pallet) return { cases, message: { kind: 'full' } }
  return { cases: [...cases, one], message: { kind: 'added', name } }
}

/** A case that can be put on a pallet. */
export const isFreeCase = ({ kind, pallet_id, unpacked_at }: SavedPack['data']): boolean =>
  kind === 'case' && pallet_id === null && unpacked_at === null
