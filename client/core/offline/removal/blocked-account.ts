import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Owner } from '#client/core/offline/database/database-name.ts'

/**
 * The account of this device that the server reports as blocked. It cannot send its unsent work any more, so the landing
 * page offers it as a file.
 */
export const blockedAccount = create<{ owner?: Owner }>()(
  persist((): { owner?: Owner } => ({}), { name: 'assay.blocked', version: 1 }),
)

export function forgetBlockedAccount(): void {
  blockedAccount.setState({}, true)
}
