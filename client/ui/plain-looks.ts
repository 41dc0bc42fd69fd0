import type { SystemStyleObject } from '@chakra-ui/react'

/** Looks of plain elements that lists repeat in every row: a styled element costs the browser more than a whole row of these. */
export const plainLooks: Record<string, SystemStyleObject> = {
  '.status-chip': {
    ...{ display: 'inline-flex', alignItems: 'center', gap: '1', minH: '6', px: '2', borderRadius: 'l2' },
    ...{ textStyle: 'sm', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums', userSelect: 'none' },
    ...{ colorPalette: 'gray', bg: 'colorPalette.subtle', color: 'colorPalette.fg' },
    ...{ shadow: 'inset 0 0 0px 1px var(--shadow-color)', shadowColor: 'colorPalette.muted' },
    whiteSpace: { base: 'normal', md: 'nowrap' },
    '&[data-tone=good]': { colorPalette: 'green' },
    '&[data-tone=wait]': { colorPalette: 'orange' },
    '&[data-tone=bad]': { colorPalette: 'red' },
  },
}
