/**
 * What is known about the NFC tag of a code when it is checked.
 * - genuine: its tag was tapped just now, by this visitor · again: the link of a tap was opened before
 * - otherCode: the tag belongs to another code · invalid: the data of the tap were changed, or come from no tag of this installation
 * - untapped: the code has a tag, and was opened without it
 */
export const tapStates = ['genuine', 'again', 'otherCode', 'invalid', 'untapped'] as const
export type TapState = (typeof tapStates)[number]

/** A page that was opened with a tap may be loaded again by the same visitor for this time. */
export const sameTapMinutes = 5
