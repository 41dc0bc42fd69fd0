import { useMemo } from 'react'
import { session, type Viewer, viewerOf } from './session.ts'

export function useViewer(): Viewer | undefined {
  const state = session()
  return useMemo(() => viewerOf(state), [state])
}
