import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import type { Services } from '#server/core/services.ts'
import {
  addressOfTag,
  compareTap,
  createTagKeys,
  type ProvenTap,
  provesCode,
  readTagsOfCodes,
  readTap,
  storeCounters,
  type TagOfCode,
  tapKey,
} from '#server/nfc/service.ts'
import type { TapState } from '#shared/nfc/tap-state.ts'

type Refused = Extract<TapState, 'invalid' | 'otherCode'>
/** A tap whose MAC is right: it stands for the secret of its code. */
export type OpenableTap = {
  /**
   * Stores the counter before the promise resolves, so that a link opens once. `isCounted`: false for a call that nobody makes to see
   * the result of a tap, and for a repetition.
   */
  open(visitor: string, isCounted: boolean): Promise<Extract<TapState, 'genuine' | 'again' | 'untapped'>>
}
type CheckedTap = OpenableTap | Refused

export type Taps = {
  /** Checks what a tag has written beside the code. Reads one row, and a second one only for a tap that does not fit. */
  check(address: string, e: string | undefined, c: string | undefined): Promise<CheckedTap>
  /** Whether the code has a tag. */
  isTagged(address: string): Promise<boolean>
}

/** Undefined without the key for tags. */
export function createTaps({ db, config }: Pick<Services, 'db' | 'config'>): Taps | undefined {
  if (!config.nfcKey) return undefined
  const pool = db.publicPool
  const keysOf = createTagKeys(config.nfcKey)
  const tagOf = createMicroBatch<TagOfCode>((addresses) => readTagsOfCodes(pool, addresses))
  const store = createMicroBatch<true>((taps) => storeCounters(pool, taps))

  async function open(tap: ProvenTap, isCounted: boolean) {
    if (isCounted && (await store(tapKey(tap)))) return 'genuine'
    const order = await compareTap(pool, tap)
    return order === 'same' ? 'genuine' : order === 'later' ? 'untapped' : 'again'
  }

  return {
    async check(address, e, c) {
      const given = readTap(e, c)
      const tag = given && (await tagOf(address))
      if (!tag) return 'invalid'
      const { merchantId } = tag
      const keys = keysOf(merchantId)
      const read = keys.read(given.picc)
      if (!read) return 'invalid'
      const { uid, counter } = read
      const isProven = provesCode(keys, given, read, address)
      if (tag.uid?.equals(uid)) {
        return isProven
          ? { open: (visitor, isCounted) => open({ merchantId, uid, counter, visitor }, isCounted) }
          : 'invalid'
      }
      // The chip of another code: its link was given this code, or it was encoded with this code.
      const own = await addressOfTag(pool, merchantId, uid)
      return own && (isProven || provesCode(keys, given, read, own)) ? 'otherCode' : 'invalid'
    },
    isTagged: async (address) => ((await tagOf(address))?.uid ?? null) !== null,
  }
}
