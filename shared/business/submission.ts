import { phoneProblem, storedPhone } from '#shared/core/phone.ts'
import { postcodeProblem, storedPostcode } from '#shared/core/postcode.ts'
import { textIn, toldEarly } from '#shared/core/told-early.ts'
import { BusinessDraft } from './contract.ts'

/**
 * A business as its form and its route take it. Apart from the contract, which every screen loads: the numbers of all countries are
 * large.
 */
export const BusinessSubmission = BusinessDraft.superRefine((sent, context) => {
  const details = sent?.details
  const country = textIn(details?.country)
  const problems = {
    postcode: postcodeProblem(textIn(details?.postcode), country),
    contactNo: phoneProblem(textIn(details?.contactNo), country),
  }
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: 'custom', path: ['details', field], message })
  }
}, toldEarly).transform(({ details, ...facts }) => {
  const { country, postcode, contactNo } = details
  const stored = {
    postcode: storedPostcode(postcode, country) ?? postcode,
    contactNo: storedPhone(contactNo, country) ?? contactNo,
  }
  return { ...facts, details: { ...details, ...stored } }
})
