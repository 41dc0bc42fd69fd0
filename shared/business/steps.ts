import type { Progress } from './contract.ts'

export type Step = keyof Progress

/** What a merchant does, and then an administrator, before there can be codes; in that order. */
export const steps = [
  'emailConfirmed',
  'businessUpdated',
  'trademarkRegistered',
  'businessApproved',
  'trademarkApproved',
] as const satisfies readonly Step[]

/** Where a step is done, or its state is told, in the console. */
export const stepPlace: Readonly<Record<Step, string>> = {
  emailConfirmed: '/settings',
  businessUpdated: '/settings/business',
  trademarkRegistered: '/brand',
  businessApproved: '/settings/business',
  trademarkApproved: '/brand',
}

/** The first step that is not done; undefined once the merchant is verified. */
export const openStep = (progress: Progress): Step | undefined => steps.find((step) => !progress[step])
