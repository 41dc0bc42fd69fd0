import { ru } from 'zod/locales'

/** The Russian default messages of validation rules. In a file of its own, so that only Russian users load it. */
export const zodRussian = ru
