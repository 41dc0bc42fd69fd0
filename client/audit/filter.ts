import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { AuditFilter } from '#shared/audit/contract.ts'

export const filterFields = AuditFilter.keyof().options

/** What is looked for, kept in the address: a link leads to the same entries. */
export function useFilter() {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const given = filterFields.flatMap((field) => {
      const value = params.get(field)?.trim()
      return value ? [[field, value] as const] : []
    })
    return {
      filter: Object.fromEntries(given) as AuditFilter,
      /** Other entries have another first page. */
      set: (filter: AuditFilter) =>
        setParams(
          Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]?.trim())),
          { replace: true },
        ),
    }
  }, [params, setParams])
}
