import type { OnboardingProgress } from './contract.ts'

export type OnboardingStep = keyof OnboardingProgress

/** The steps before codes can be ordered, in this order: first those of a merchant, then those of an administrator. */
export const onboardingSteps = [
  'emailConfirmed',
  'businessUpdated',
  'trademarkRegistered',
  'businessApproved',
  'trademarkApproved',
] as const satisfies readonly OnboardingStep[]

/** The console path where a step is done or its state is shown. */
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
