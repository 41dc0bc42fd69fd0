/** The way from sign-up to the first scanned label, in this order. */
export const firstSteps = [
  'email',
  'business',
  'trademark',
  'product',
  'plan',
  'approval',
  'codes',
  'activated',
  'scanned',
] as const
export type FirstStep = (typeof firstSteps)[number]
/** How a merchant without a plan gets one without doing anything more: support answers its request, or its approval brings one. */
export const awaitedPlans = ['requested', 'withApproval'] as const
export type FirstStepsState = Record<FirstStep, boolean> & { awaitedPlan: (typeof awaitedPlans)[number] | null }

/** The path of the screen on which a step is done, with its dialog. An approval has none: the merchant waits for it. */
export const firstStepPath: Readonly<Record<Exclude<FirstStep, 'approval'>, string>> = {
  email: '/settings',
  business: '/settings/business',
  trademark: '/brand?open=new',
  product: '/sku?open=new',
  plan: '/settings/credit',
  codes: '/generatecode',
  activated: '/generatecode?open=activate',
  scanned: '/generatecode?open=labels',
}

/** The steps that need approved documents and codes of a plan. */
const laterSteps: readonly FirstStep[] = ['codes', 'activated', 'scanned']

/** Whether somebody else does the step: a merchant only waits for its approval, and for a plan that comes by itself. */
export const isFirstStepAwaited = (step: FirstStep, { awaitedPlan, business, trademark }: FirstStepsState): boolean =>
  (step === 'approval' && business && trademark) || (step === 'plan' && awaitedPlan !== null)

/** The step to do now; undefined while the merchant only waits, and when all are done. */
export function nextFirstStep(state: FirstStepsState): Exclude<FirstStep, 'approval'> | undefined {
  const next = firstSteps.find((step) => !state[step] && step !== 'approval' && !isFirstStepAwaited(step, state))
  if (next === undefined || next === 'approval') return undefined
  return laterSteps.includes(next) && !(state.approval && state.plan) ? undefined : next
}

export const areFirstStepsDone = (state: FirstStepsState): boolean => firstSteps.every((step) => state[step])
