/** Widths of Helvetica's letters from space to tilde, in thousandths of their size (Adobe's metrics). */
const widths = [
  ...[
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  ],
  ...[556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556],
  ...[
    833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500,
  ],
  ...[
    556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
  ],
  ...[334, 260, 334, 584],
]
const dots = '...'

/** Whether Helvetica's widths above say how long a text is. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** How long a plain text is in letters of a size. */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (const letter of text) sum += widths[letter.charCodeAt(0) - 32]!
  return (sum * size) / 1000
}

/** As much of a plain text as a line holds; dots stand for the rest. */
export function fitText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text
  let kept = text
  while (kept && textWidth(kept + dots, size) > width) kept = kept.slice(0, -1)
  return kept && kept.trimEnd() + dots
}
