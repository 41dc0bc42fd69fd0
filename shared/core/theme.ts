/** The colour themes of the console and of the verify page. */
export const themes = ['light', 'dark', 'bnw'] as const
export type Theme = (typeof themes)[number]
