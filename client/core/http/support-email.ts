import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/**
 * The e-mail of support as the server last gave it; empty until then. The device stores it, because errors also name it
 * without a connection.
 */
export const supportEmail = create<{ email: string }>()(
  persist(() => ({ email: '' }), { name: 'assay.support', version: 1 }),
)
