import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { AuditFilter } from '#shared/audit/contract.ts'

export const filterFields = AuditFilter.keyof().options

/** The filter, stored in the URL, so that a link opens the same entries. */
export function useFilter() {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const given = filterFields.flatMap((field) => {
      const value = params.get(field)?.trim()
      return value ? [[field, value] as const] : []
    })
    return {
      filter: Object.fromEntries(given) as AuditFilter,
      /** Resets the page when the filter changes. */
      set: (filter: AuditFilter) =>
        setParams(
          Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]?.trim())),
          { replace: true },
        ),
    }
  }, [params, setParams])
}
