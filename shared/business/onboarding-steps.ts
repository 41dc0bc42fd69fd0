import type { OnboardingProgress } from './contract.ts'

export type OnboardingStep = keyof OnboardingProgress

/** The steps of a merchant, and then of an administrator, before codes can be ordered; in that order. */
export const onboardingSteps = [
  'emailConfirmed',
  'businessUpdated',
  'trademarkRegistered',
  'businessApproved',
  'trademarkApproved',
] as const satisfies readonly OnboardingStep[]

/** Where a step is done, or its state is told, in the console. */
export const stepPath: Readonly<Record<OnboardingStep, string>> = {
  emailConfirmed: '/settings',
  businessUpdated: '/settings/business',
  trademarkRegistered: '/brand',
  businessApproved: '/settings/business',
  trademarkApproved: '/brand',
}

/** The first step that is not done; undefined once the merchant is verified. */
export const nextOnboardingStep = (progress: OnboardingProgress): OnboardingStep | undefined =>
  onboardingSteps.find((step) => !progress[step])
