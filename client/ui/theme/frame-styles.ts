import type { SystemStyleObject } from '@chakra-ui/react'

const rows = { display: 'flex', flexDirection: 'column' } as const
const quiet = { textStyle: 'xs', color: 'fg.muted' } as const
/** The height of the two bars, so that they align. */
const barHeight = '64px'

/**
 * Styles of the layout of the console. It is the same at every start, and a style sheet is faster than thirty styled
 * elements.
 */
export const frameStyles: Record<string, SystemStyleObject> = {
  '.frame': { display: 'flex', minHeight: '100dvh' },
  '.frame-beside': { ...rows, flex: '1', minWidth: '0' },
  '.frame-screen': { flex: '1', padding: { base: '4', md: '8' }, outline: 'none' },
  '.skip-link': {
    ...{ position: 'absolute', insetStart: '2', top: '-20', zIndex: 'skipNav' },
    ...{ padding: '3', bg: 'bg.panel', borderWidth: '1px', _focus: { top: '2' } },
  },

  '.side-menu': {
    ...{ ...rows, hideBelow: 'md', width: '280px', flexShrink: '0', height: '100dvh', position: 'sticky', top: '0' },
    ...{ overflowY: 'auto', bg: 'bg.panel', borderEndWidth: '1px' },
    '&[data-collapsed]': { width: '64px' },
    '&[data-collapsed] .menu': { padding: '2' },
  },
  '.menu-head': {
    ...{ display: 'flex', alignItems: 'center', minHeight: barHeight, flexShrink: '0', paddingInline: '5' },
    ...{ borderBottomWidth: '1px', fontWeight: '600' },
    '& > *': { truncate: true },
  },
  '.menu': { ...rows, gap: '5', padding: '3', flex: '1' },
  '.menu-group': { ...rows, gap: '1' },
  '.menu-title': { ...quiet, paddingInline: '3', letterSpacing: '0.04em' },
  '.menu-entry': {
    ...{ display: 'flex', alignItems: 'center', gap: '3', minHeight: '10', paddingInline: '3', borderRadius: 'l2' },
    color: 'fg',
    _hover: { bg: 'bg.muted' },
    '[data-collapsed] &': { justifyContent: 'center', paddingInline: '0', position: 'relative' },
    '&[aria-current=page]': {
      ...{ bg: 'secondary.subtle', color: 'secondary.fg', fontWeight: '600', boxShadow: 'inset 3px 0 0 currentColor' },
    },
  },
  '.menu-count': {
    ...{ marginStart: 'auto', minWidth: '5', paddingInline: '1.5', borderRadius: 'full', textAlign: 'center' },
    ...{ bg: 'secondary.solid', color: 'secondary.contrast', textStyle: 'xs', lineHeight: '20px', fontWeight: '600' },
    '[data-collapsed] &': { position: 'absolute', insetEnd: '0', top: '0', minWidth: '4', paddingInline: '1' },
  },
  '.menu-foot': { paddingInline: '5' },
  '.menu-version': { ...quiet, padding: '4', paddingInline: '5' },

  '.top-bar': {
    ...{ display: 'flex', alignItems: 'center', gap: { base: '1', md: '3' }, paddingInline: { base: '2', md: '6' } },
    ...{ minHeight: { base: '46px', md: barHeight }, bg: 'bg.panel', borderBottomWidth: '1px' },
    ...{ position: 'sticky', top: '0', zIndex: 'docked' },
  },
  '.top-bar-space': { flex: '1' },
  '.credit': {
    ...{ ...rows, alignItems: 'flex-end', flexShrink: { base: '1', md: '0' }, minWidth: '0', overflow: 'hidden' },
    ...{ paddingBlock: '1', paddingInline: '2' },
    ...{ borderWidth: '1px', borderColor: 'transparent', borderRadius: 'l2' },
    ...{ textStyle: 'sm', lineHeight: '1.25', whiteSpace: 'nowrap', color: 'colorPalette.fg' },
    ...{ cursor: 'button', focusVisibleRing: 'outside', _hover: { bg: 'colorPalette.subtle' } },
    '& strong': { fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
  },

  '.logo': { display: 'flex', alignItems: 'center', gap: '2.5' },
  '.logo-name': { fontFamily: 'heading', textStyle: 'xl', fontWeight: '600', letterSpacing: '0.01em' },
  '.logo[data-compact] .logo-name': { display: { base: 'none', md: 'block' } },
  // Beside the number of unsent records, a phone has no room for it.
  '.top-bar:has([data-unsent]) .logo': { display: { base: 'none', md: 'flex' } },
  '.logo-mark': {
    fill: 'none',
    stroke: 'green.solid',
    flexShrink: '0',
    boxSize: '8',
    '&[data-large]': { boxSize: '16' },
  },
  '.quick-preferences': { minWidth: { base: '18', md: '20' }, minHeight: { base: '9', md: '10' } },
  '.said': { srOnly: true },

  // The first frame, until the console renders: only for users who will see the console.
  '.first-frame': { display: 'none' },
  '[data-first-frame] .first-frame': { display: 'flex' },
  '[data-first-frame=collapsed] .first-frame .side-menu': {
    width: '64px',
    '& .menu-head, & .menu-title, & .bone[data-kind=label]': { display: 'none' },
    '& .menu': { padding: '2' },
    '& .menu-entry': { justifyContent: 'center', paddingInline: '0' },
  },
  '.first-screen': { ...rows, gap: '6', maxWidth: '7xl', marginInline: 'auto' },
  '.first-title': { ...rows, gap: '1' },
  '.first-heading': {
    ...{ fontFamily: 'heading', textStyle: { base: '2xl', md: '3xl' }, fontWeight: '600', letterSpacing: '-0.01em' },
    '&:empty': { display: 'none' },
  },
  '.first-cards': {
    ...{ display: 'none', gap: '4', gridTemplateColumns: { base: '1fr', sm: 'repeat(2, 1fr)', xl: 'repeat(4, 1fr)' } },
  },
  '[data-first-heading]': {
    '& .first-cards': { display: 'grid' },
    '& .bone[data-kind=filters]': { display: 'block' },
    '& .bone:is([data-kind=heading], [data-kind=panel])': { display: 'none' },
  },
  '.bone': {
    ...{ display: 'block', flexShrink: '0', height: '3.5', width: '32', maxWidth: '70%', borderRadius: 'l1' },
    bg: 'bg.muted',
    '&[data-kind=icon]': { boxSize: '18px' },
    '&[data-kind=button]': { boxSize: '5', marginInline: { base: '2.5', md: '2' } },
    '&[data-kind=title]': { height: '2.5', width: '20', marginBlock: '1' },
    '&[data-kind=heading]': { height: { base: '8', md: '9' }, width: '56' },
    '&[data-kind=filters]': { display: 'none', height: { base: '96', md: '28' }, width: 'full', maxWidth: 'full' },
    '&[data-kind=card]': { height: '32', width: 'full', maxWidth: 'full', borderRadius: 'l2' },
    '&[data-kind=panel]': { height: '48', width: 'full', maxWidth: 'full', borderRadius: 'l2' },
  },
}
