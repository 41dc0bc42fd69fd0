import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type ScanPreferences = {
  /** Whether the user last left the camera on. */
  on: boolean
  camera: string | undefined
  sound: boolean
}

/** The scan settings of this device. */
export const scanPreferences = create<ScanPreferences>()(
  persist((): ScanPreferences => ({ on: true, camera: undefined, sound: true }), { name: 'assay.scan', version: 1 }),
)
