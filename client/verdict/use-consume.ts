import { useWrite } from '#client/core/http/query-client.ts'
import { verdictContract } from '#shared/verdict/contract.ts'

/** Marks an item as used up, or removes the mark. */
export const useConsume = () => useWrite(verdictContract.consume, { refresh: [verdictContract.cases] })
