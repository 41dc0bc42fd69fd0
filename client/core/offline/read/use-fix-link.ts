import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type OfflineRecord, useRecord } from './queries.ts'

/**
 * Opens the correction of a record by a link with `?fix=<id>`. The name is removed from the URL at once, so
 * that a reload does not open it again.
 */
export function useFixLink<T>(entity: string, fix: (record: OfflineRecord<T>) => void): void {
  const [params, setParams] = useSearchParams()
  const id = params.get('fix') ?? undefined
  const record = useRecord<T>(entity, id)
  // The screen may be rendered several times with the old URL while the new one is a pending transition.
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (id === undefined) opened.current = undefined
    if (id === undefined || opened.current === id || record === undefined || (record && record.id !== id)) return
    opened.current = id
    // First the URL: `fix` may open another one.
    setParams(
      (before) => {
        before.delete('fix')
        return before
      },
      { replace: true },
    )
    if (record?.state === 'attention') fix(record)
  }, [id, record, fix, setParams])
}
