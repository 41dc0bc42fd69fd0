/** Paper sizes in mm. */
export const papers = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const
type Paper = keyof typeof papers

/**
 * A sheet of equal labels, in mm. The grid is centred on the paper. A pitch is the distance from one label to the next.
 */
export type Sheet = {
  paper: Paper
  columns: number
  rows: number
  width: number
  height: number
  pitchX: number
  pitchY: number
  /** Plain paper: the outlines of the labels are drawn as cutting lines. */
  cut?: true
}

const inch = 25.4

/**
 * Label, pitch and count are Avery's values for its templates (inches for Letter); the rest of the paper is margin,
 * equal on both sides. They match the templates of gLabels (glabels-qt 2da9b2d, from measured sheets) within 1.5 mm,
 * which is less than the variation of a printer's feed; the calibration page shows the rest.
 */
export const sheets = {
  L7160: { paper: 'A4', columns: 3, rows: 7, width: 63.5, height: 38.1, pitchX: 66.04, pitchY: 38.1 },
  L7162: { paper: 'A4', columns: 2, rows: 8, width: 99.1, height: 33.9, pitchX: 101.6, pitchY: 33.9 },
  L7163: { paper: 'A4', columns: 2, rows: 7, width: 99.1, height: 38.1, pitchX: 101.6, pitchY: 38.1 },
  L7651: { paper: 'A4', columns: 5, rows: 13, width: 38.1, height: 21.2, pitchX: 40.6, pitchY: 21.2 },
  L4732: { paper: 'A4', columns: 5, rows: 16, width: 35.6, height: 16.9, pitchX: 38.1, pitchY: 16.9 },
  cutA4: { paper: 'A4', columns: 4, rows: 6, width: 40, height: 40, pitchX: 44, pitchY: 44, cut: true },
  '5160': inches({ columns: 3, rows: 10, width: 2.625, height: 1, pitchX: 2.75, pitchY: 1 }),
  '5163': inches({ columns: 2, rows: 5, width: 4, height: 2, pitchX: 4.1875, pitchY: 2 }),
  '5167': inches({ columns: 4, rows: 20, width: 1.75, height: 0.5, pitchX: 2.0625, pitchY: 0.5 }),
  cutLetter: { paper: 'Letter', columns: 4, rows: 6, width: 40, height: 40, pitchX: 44, pitchY: 43, cut: true },
} as const satisfies Record<string, Sheet>

/** Objects sort number-like keys first, so the order is listed here. */
export const sheetNames = [
  ...(['L7160', 'L7162', 'L7163', 'L7651', 'L4732', 'cutA4'] as const),
  ...(['5160', '5163', '5167', 'cutLetter'] as const),
] as const
export type SheetName = (typeof sheetNames)[number]

/** Labels that differ from a sheet above only in the glue or the number on the box. */
export const equivalentSheets: Partial<Record<SheetName, string>> = { '5160': '5260, 5520, 8160', '5167': '5267, 8167' }

function inches(sheet: Omit<Sheet, 'paper' | 'cut'>): Sheet {
  const { width, height, pitchX, pitchY, ...count } = sheet
  const size = { width: width * inch, height: height * inch, pitchX: pitchX * inch, pitchY: pitchY * inch }
  return { paper: 'Letter', ...count, ...size }
}
