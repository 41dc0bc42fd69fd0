import { useWrite } from '#client/core/http/query-client.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'
import { verdictContract } from '#shared/verdict/contract.ts'

/** Marks an item as used up, or removes the mark. */
export const useConsume = () =>
  useWrite(verdictContract.consume, { refresh: [codeCardContract.read, verdictContract.cases] })
