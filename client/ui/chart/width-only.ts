import type { UseParentSizeConfig } from '@visx/responsive'

/** Measures the width of a drawing. It keeps its identity: with a new one for each render, nothing is measured. */
export const widthOnly: UseParentSizeConfig = { debounceTime: 50, ignoreDimensions: ['height', 'top', 'left'] }
