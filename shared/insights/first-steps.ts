/** The way from sign-up to the first scanned label, in this order. */
export const firstSteps = [
  'email',
  'business',
  'trademark',
  'product',
  'approval',
  'codes',
  'activated',
  'scanned',
] as const
export type FirstStep = (typeof firstSteps)[number]
export type FirstStepsDone = Record<FirstStep, boolean>

/** The path of the screen on which a step is done, with its dialog. An approval has none: the merchant waits for it. */
export const firstStepPath: Readonly<Record<Exclude<FirstStep, 'approval'>, string>> = {
  email: '/settings',
  business: '/settings/business',
  trademark: '/brand?open=new',
  product: '/sku?open=new',
  codes: '/generatecode',
  activated: '/generatecode?open=activate',
  scanned: '/generatecode?open=labels',
}

/** The steps that cannot be done before the documents are approved. */
const afterApproval: readonly FirstStep[] = ['codes', 'activated', 'scanned']

/** The step to do now; undefined while only the approval is waited for, and when all are done. */
export function nextFirstStep(done: FirstStepsDone): Exclude<FirstStep, 'approval'> | undefined {
  const next = firstSteps.find((step) => !done[step] && step !== 'approval')
  if (next === undefined || next === 'approval') return undefined
  return afterApproval.includes(next) && !done.approval ? undefined : next
}

export const areFirstStepsDone = (done: FirstStepsDone): boolean => firstSteps.every((step) => done[step])
