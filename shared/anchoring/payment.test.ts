// @vitest-environment node
import { expect, test } from 'vitest'
import type { ChainView } from './chains-contract.ts'
import { paymentFor } from './payment.ts'

type Facts = Pick<ChainView, 'chain' | 'report' | 'funding'>
const view = (chain: ChainView['chain'], balance: string | null, fee: string | null = '1000'): Facts => ({
  chain,
  report: { address: 'ADDRESS', balance, fee } as ChainView['report'],
  funding: { perDay: 2.5, isMeasured: true, days: null },
})

test('asks for the missing amount, at least the smallest payment, or for all without a balance [VE03]', () => {
  expect(paymentFor(view('bitcoin', '400000'), 365)).toEqual({
    needed: 912_500n,
    isLimited: false,
    missing: 512_500n,
    amount: 512_500n,
    isBalanceKnown: true,
    link: 'bitcoin:ADDRESS?amount=0.005125',
  })
  expect(paymentFor(view('bitcoin', '912400'), 365)).toMatchObject({ missing: 100n, amount: 20_000n })
  expect(paymentFor(view('bitcoin', '5000000'), 365)).toMatchObject({ missing: 0n, amount: 20_000n })
  expect(paymentFor(view('catapult', null), 10)).toEqual({
    needed: 25_000n,
    isLimited: false,
    missing: 25_000n,
    amount: 25_000n,
    isBalanceKnown: false,
    link: 'ADDRESS',
  })
  const limited = view('bitcoin', '0')
  Object.assign(limited.report!, { fees: { day: '0', year: '0', dayLimit: '2000', yearLimit: '365000' } })
  expect(paymentFor(limited, 365)).toMatchObject({ needed: 365_000n, isLimited: true })
  expect(paymentFor(limited, 1)).toMatchObject({ needed: 1_000n, isLimited: true })
  Object.assign(limited.report!, { fees: { day: '0', year: '0', dayLimit: '2500', yearLimit: '0' } })
  expect(paymentFor(limited, 365)).toMatchObject({ needed: 912_500n, isLimited: false })
  expect(paymentFor(view('catapult', '1', null), 10)).toBeUndefined()
  expect(paymentFor({ ...view('bitcoin', '1'), report: null }, 10)).toBeUndefined()
})
