import { call } from '#client/core/data.ts'
import type { Judgement } from '#client/ui/scan/judge.ts'
import { activationContract, type CodeCheck } from '#shared/activation/contract.ts'
import type { AskMany } from './batched-judge.ts'

const fine: Judgement = { about: 'own', fits: true }

/** What the server's check of a list says of a code, for a screen that does not mind whether it is active. */
const abouts = {
  unreadable: 'unknown',
  unknown: 'unknown',
  wrongSecret: 'wrongSecret',
  duplicate: 'own',
  pending: 'pending',
  active: 'active',
} as const satisfies Record<CodeCheck['problem'], Judgement['about']>

/** Asks the server's check of activation lists; `fits` says which of its complaints do not matter here. */
export function askCheck(fits: readonly CodeCheck['problem'][], clean: Judgement = fine): AskMany {
  return async (codes) => {
    const { errors } = await call(activationContract.check, { body: { addressList: [...codes] } })
    const found = new Map(errors.map(({ row, problem }) => [row, problem]))
    return codes.map((_, place) => {
      const problem = found.get(place + 1)
      return problem ? { about: abouts[problem], fits: fits.includes(problem) } : clean
    })
  }
}
