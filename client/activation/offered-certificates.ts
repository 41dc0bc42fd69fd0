import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '#client/core/http/api.ts'
import { call, queryKeyOf } from '#client/core/http/query-client.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'

export type OfferedCertificate = { id: string; title: string; type: string; product: string }

/** Maximum number of orders of one list that are looked up; most lists have one. */
const maxOrders = 8
/** Length of the prefix of an address that identifies its order. */
const orderPrefixLength = 11

/**
 * The approved certificates of the products of these codes. Undefined unless all products are known, because removing
 * one certificate sends the list of the others.
 */
export function useCertificates(codes: readonly string[]): OfferedCertificate[] | undefined {
  const samples = useMemo(() => oneCodePerOrder(codes), [codes])
  return useQueries({
    queries: (samples ?? []).map((a) => ({
      queryKey: queryKeyOf(activationContract.preview, { query: { a } }),
      queryFn: () => call(activationContract.preview, { query: { a } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      meta: { quiet: true },
    })),
    combine: (results) => {
      if (!samples || !results.every(({ data, error }) => data || error instanceof ApiError)) return undefined
      // One code of an order says nothing about the products of the others, if they are bound one by one.
      if (results.some(({ data }) => data?.order.blank)) return undefined
      const skus = results.flatMap(({ data }) => data?.order.sku ?? [])
      const offered = skus.flatMap(({ name, certificates }) =>
        certificates
          .filter(({ status }) => status === 'Approved')
          .map(({ id, title, type }) => ({ id, title, type, product: name })),
      )
      return [...new Map(offered.map((one) => [one.id, one])).values()]
    },
  })
}

/** Returns one code of each order, or undefined when there are too many orders. */
function oneCodePerOrder(codes: readonly string[]): string[] | undefined {
  const first = new Map<string, string>()
  for (const code of codes) {
    const address = parseCode(code)?.address
    if (address === undefined) continue
    const order = address.slice(0, orderPrefixLength)
    if (!first.has(order)) first.set(order, code)
    if (first.size > maxOrders) return undefined
  }
  return [...first.values()]
}
