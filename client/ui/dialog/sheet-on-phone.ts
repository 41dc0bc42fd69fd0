/** On a phone, a short dialog is a sheet at the bottom of the screen, where a thumb reaches it. */
export const sheetPlacement = { mdDown: 'bottom', md: 'center' } as const

/** For the content of such a dialog. */
export const sheetContent = {
  marginInline: { mdDown: '0', md: '4' },
  marginBottom: { mdDown: '0' },
  maxWidth: { mdDown: 'full' },
  borderBottomRadius: { mdDown: '0' },
  paddingBottom: { mdDown: 'env(safe-area-inset-bottom)' },
} as const

/** For the footer of a dialog: on a phone, its buttons share the width. */
export const footerOnPhone = {
  flexWrap: 'wrap',
  css: { '& > *, & button': { flexGrow: { base: '1', md: '0' } } },
} as const
