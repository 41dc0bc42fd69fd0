import { runDespiteFieldErrors, textOrEmpty } from '#shared/core/fields/cross-field-check.ts'
import { needsPostcode, normalizePostcode, postcodeProblem } from '#shared/core/fields/postcode.ts'
import { TrademarkInput } from './contract.ts'

/**
 * The validation of a trademark in its form and its route. The postcode may be blank if the country of the applicant has none.
 */
export const ValidatedTrademarkInput = TrademarkInput.superRefine((sent, context) => {
  const [country, postcode] = [textOrEmpty(sent?.country), textOrEmpty(sent?.details?.postcode)]
  const isMissing = postcode === '' && needsPostcode(country)
  const message = isMissing ? 'Please fill in this field' : postcodeProblem(postcode, country)
  if (message) context.addIssue({ code: 'custom', path: ['details', 'postcode'], message })
}, runDespiteFieldErrors).transform(({ details, ...facts }) => {
  const postcode = normalizePostcode(details.postcode, facts.country) ?? details.postcode
  return { ...facts, details: { ...details, postcode } }
})
