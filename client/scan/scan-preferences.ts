import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type ScanPreferences = {
  /** The camera was on when it was last decided. */
  on: boolean
  camera: string | undefined
  sound: boolean
}

/** How scanning was set up on this device. */
export const scanPreferences = create<ScanPreferences>()(
  persist((): ScanPreferences => ({ on: true, camera: undefined, sound: true }), { name: 'assay.scan', version: 1 }),
)
