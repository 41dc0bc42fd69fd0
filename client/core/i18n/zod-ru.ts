import { ru } from 'zod/locales'

/** What a rule says in Russian that has no wording of its own. Apart, so that only those who read it fetch it. */
export const zodRussian = ru
