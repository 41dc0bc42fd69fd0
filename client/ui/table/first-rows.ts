import { startTransition, useEffect, useMemo, useState } from 'react'

/** The number of rows that fit on a screen. */
const onScreen = 12

/**
 * The rows of a table. A table that is mounted with its rows renders those on the screen first, and the others after
 * they were painted: on a phone, fifty rows take a second of a cold start.
 */
export function useFirstRowsFirst<D extends { rows: readonly unknown[] }>(data: D | undefined): D | undefined {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return useMemo(() => (isPainted || !data ? data : { ...data, rows: data.rows.slice(0, onScreen) }), [isPainted, data])
}
