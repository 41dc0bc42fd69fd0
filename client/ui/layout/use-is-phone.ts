import { useMediaQuery } from './use-media-query.ts'

/** Whether the screen is narrow: tables become cards, dialogs fill the screen. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 47.99em)')
