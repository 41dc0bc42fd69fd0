import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type ScanPreferences = {
  /** Whether the user last left the camera on. */
  on: boolean
  camera: string | undefined
  sound: boolean
  /** Whether codes were last scanned, and not read from a file. */
  scansFirst: boolean
}

/** The scan settings of this device. */
export const scanPreferences = create<ScanPreferences>()(
  persist((): ScanPreferences => ({ on: true, camera: undefined, sound: true, scansFirst: false }), {
    name: 'assay.scan',
    version: 1,
  }),
)
