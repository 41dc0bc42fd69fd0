/** The response about the first steps of a merchant who has done all of them. */
export const doneSteps = {
  email: true,
  business: true,
  trademark: true,
  product: true,
  plan: true,
  approval: true,
  codes: true,
  activated: true,
  scanned: true,
  awaitedPlan: null,
}
