import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AesCmac } from './crypto/cmac.ts'
import { diversifiedKey } from './crypto/diversify.ts'
import { tagKeys } from './crypto/ndef.ts'
import { piccDataReader, type TapData, uidBytes } from './crypto/sun.ts'

/** The keys of the chips of one merchant. */
export type ChipKeys = {
  /** Decrypts what a chip of the merchant writes. Its key is the same for all chips, because it reveals which chip it is. */
  read(encrypted: Uint8Array): TapData | undefined
  /** The key of a chip, by its number. */
  keyOf(uid: Uint8Array, number: number): Buffer
}

const application = Buffer.from('ASSAY424')
const keyBytes = 16
/** Merchants whose ciphers a process keeps. */
const maxMerchants = 1000

/** Returns a function that derives the keys of a merchant's chips from the key of the installation: nothing of them is stored. */
export function createTagKeys(nfcKey: Uint8Array): (merchantId: string) => ChipKeys {
  const known = new LRUCache<string, ChipKeys>({ max: maxMerchants })
  return (merchantId) => {
    let keys = known.get(merchantId)
    if (!keys) {
      const master = createHmac('sha256', nfcKey).update(`assay nfc ${merchantId}`).digest().subarray(0, keyBytes)
      keys = keysOf(new AesCmac(master))
      known.set(merchantId, keys)
    }
    return keys
  }
}

function keysOf(master: AesCmac): ChipKeys {
  const noUid = new Uint8Array(uidBytes)
  const keyOf: ChipKeys['keyOf'] = (uid, number) => {
    const known = number === tagKeys.meta ? noUid : uid
    return diversifiedKey(master, Buffer.concat([known, application, Buffer.of(number)]))
  }
  return { keyOf, read: piccDataReader(keyOf(noUid, tagKeys.meta)) }
}
