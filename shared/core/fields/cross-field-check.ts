/**
 * For a rule about several fields: it is asked though others are still missing or wrong. The checks of an object otherwise wait until
 * all of its fields are right, and people would hear of a wrong postcode only after their upload.
 */
export const runDespiteFieldErrors = { when: () => true }

/** What stands in a field so far. */
export const textOrEmpty = (field: unknown): string => (typeof field === 'string' ? field : '')
