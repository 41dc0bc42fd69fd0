import { runDespiteFieldErrors, textOrEmpty } from '#shared/core/fields/cross-field-check.ts'
import { normalizePhone, phoneProblem } from '#shared/core/fields/phone.ts'
import { normalizePostcode, postcodeProblem } from '#shared/core/fields/postcode.ts'
import { BusinessInput } from './contract.ts'

/**
 * The validation of a business in its form and its route. It is separate from the contract, which every screen loads, because
 * the phone number data of all countries is large.
 */
export const ValidatedBusinessInput = BusinessInput.superRefine((sent, context) => {
  const details = sent?.details
  const country = textOrEmpty(details?.country)
  const problems = {
    postcode: postcodeProblem(textOrEmpty(details?.postcode), country),
    contactNo: phoneProblem(textOrEmpty(details?.contactNo), country),
  }
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: 'custom', path: ['details', field], message })
  }
}, runDespiteFieldErrors).transform(({ details, ...facts }) => {
  const { country, postcode, contactNo } = details
  const stored = {
    postcode: normalizePostcode(postcode, country) ?? postcode,
    contactNo: normalizePhone(contactNo, country) ?? contactNo,
  }
  return { ...facts, details: { ...details, ...stored } }
})
