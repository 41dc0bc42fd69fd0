import { rememberedUserId, storedBalanceKey } from '#client/core/session/session-storage.ts'
import type { Balance } from '#shared/billing/contract.ts'

type StoredBalance = { account: string; at: number; balance: Balance }
const dayMs = 86_400_000

/** Keeps the balance of the remembered user for a start without a connection. */
export function storeBalance(balance: Balance): void {
  const account = rememberedUserId()
  if (!account) return
  try {
    localStorage.setItem(storedBalanceKey, JSON.stringify({ account, at: Date.now(), balance } satisfies StoredBalance))
  } catch {
    // A device without space shows no balance after an offline start.
  }
}

/** The last balance of the remembered user. Its days are counted down since it was read. */
export function lastBalance(): Balance | undefined {
  try {
    const { account, at, balance } = JSON.parse(localStorage.getItem(storedBalanceKey) ?? '') as StoredBalance
    if (account !== rememberedUserId()) return undefined
    return { ...balance, remainingDays: balance.remainingDays - Math.floor((Date.now() - at) / dayMs) }
  } catch {
    return undefined
  }
}
