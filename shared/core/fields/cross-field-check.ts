/**
 * Adds a rule over several fields that runs even while other fields are missing or invalid. By default zod's object
 * checks wait until all fields are valid, so a wrong postcode would be reported only after the upload.
 */
export const runDespiteFieldErrors = { when: () => true }

/** The present value of a field. */
export const textOrEmpty = (field: unknown): string => (typeof field === 'string' ? field : '')
