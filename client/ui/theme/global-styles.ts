import type { SystemStyleObject } from '@chakra-ui/react'
import { frameStyles } from './frame-styles.ts'

/** Styles of frequent plain elements: one styled element costs the browser more than a whole row of these. */
const baseStyles: Record<string, SystemStyleObject> = {
  '.status-chip': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '6',
    px: '2',
    borderRadius: 'l2',
    textStyle: 'sm',
    fontWeight: 'medium',
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
    colorPalette: 'gray',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    shadow: 'inset 0 0 0px 1px var(--shadow-color)',
    shadowColor: 'colorPalette.muted',
    whiteSpace: { base: 'normal', md: 'nowrap' },
    '&[data-tone=good]': { colorPalette: 'green' },
    '&[data-tone=wait]': { colorPalette: 'orange' },
    '&[data-tone=bad]': { colorPalette: 'red' },
  },
  // In this theme their background equals that of the page, so they get a border.
  '.bnw .status-chip': { shadowColor: 'black' },
  '.bnw .chakra-alert__root': { shadow: 'inset 0 0 0 1px black' },
}

/** Global styles that belong to no component; the build writes them into the console's style sheet. */
export const globalStyles: Record<string, SystemStyleObject> = {
  html: { colorPalette: 'primary' },
  ...baseStyles,
  ...frameStyles,
  body: { bg: 'bg', color: 'fg', lineHeight: '1.55', overflowWrap: 'break-word' },
  // The label above a field that gets the focus is in sight, and the error below it.
  'input, select, textarea': { scrollMarginBlock: '4.5rem' },
  ':focus-visible': { outlineColor: 'secondary.focusRing' },
  '*, *::before, *::after': {
    _motionReduce: {
      animationDuration: '1ms !important',
      transitionDuration: '1ms !important',
      // An endless animation of 1 ms would flicker.
      animationIterationCount: '1 !important',
    },
  },
}
