import type { ScannedCode } from '#shared/verify/code.ts'

export const abouts = [
  'own',
  'otherBrand',
  'notActive',
  'pending',
  'active',
  'expired',
  'unknown',
  'wrongSecret',
  'shipped',
] as const

/** What a screen knows of a code, and whether the code fits what the screen is for. */
export type Judgement = {
  about: (typeof abouts)[number]
  fits: boolean
  /** When it became active, as the server writes instants. */
  since?: string
}

/** Undefined, or a promise that fails, means that nobody can tell now: the row waits for a connection. */
export type Judge = (code: ScannedCode) => Judgement | undefined | Promise<Judgement | undefined>
