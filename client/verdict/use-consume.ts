import { useWrite } from '#client/core/http/query-client.ts'
import { verdictContract } from '#shared/verdict/contract.ts'

/** Notes that an item is used up, or takes that back. */
export const useConsume = () => useWrite(verdictContract.consume, { refresh: [verdictContract.cases] })
