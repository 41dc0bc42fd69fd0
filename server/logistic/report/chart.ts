import type { LoggedTemp } from '#server/logistic/log/excursions.ts'

export type Box = { left: number; top: number; width: number; height: number }
type Paper = PDFKit.PDFDocument
const colours = { line: '#1d6349', limit: '#8b2d2a', grid: '#d5d5d5', text: '#555555' }

type Chart = {
  /** In the order of time; at least one. */
  readings: readonly LoggedTemp[]
  limit: number | null
  /** The day and time of the first and the last reading. */
  ends: readonly [string, string]
}

/** The readings as a line with the limit, the lowest and the highest reading. Only digits, so the Latin font has all letters. */
export function drawChart(paper: Paper, box: Box, { readings, limit, ends }: Chart): void {
  const { x, y, ticks } = scalesOf(box, readings, limit)
  const right = box.left + box.width
  paper.lineWidth(0.5).fontSize(8)
  for (const temp of ticks) {
    paper.moveTo(box.left, y(temp)).lineTo(right, y(temp)).stroke(colours.grid)
    paper.fillColor(colours.text).text(`${temp}°`, box.left - 34, y(temp) - 5, { width: 28, align: 'right' })
  }
  const foot = box.top + box.height + 5
  paper.text(ends[0], box.left, foot, { width: box.width / 2 })
  paper.text(ends[1], box.left + box.width / 2, foot, { width: box.width / 2, align: 'right' })
  drawLine()
  paper.lineWidth(1.2).stroke(colours.line)
  if (limit !== null) {
    // The part of the line at or above the limit is drawn again, wider and in another colour.
    paper
      .save()
      .rect(box.left, box.top, box.width, Math.max(0, y(limit) - box.top))
      .clip()
    drawLine()
    paper.lineWidth(2).stroke(colours.limit).restore()
    paper.lineWidth(1).dash(5, { space: 3 }).moveTo(box.left, y(limit)).lineTo(right, y(limit))
    paper.stroke(colours.limit).undash()
  }
  const byTemp = readings.toSorted((one, other) => one.temp - other.temp)
  for (const { at, temp } of [byTemp[0]!, byTemp.at(-1)!])
    paper.circle(x(at), y(temp), 2.5).fillAndStroke('#fff', '#000')

  function drawLine() {
    for (const [n, { at, temp }] of readings.entries()) {
      if (n === 0) paper.moveTo(x(at), y(temp))
      else paper.lineTo(x(at), y(temp))
    }
  }
}

function scalesOf(box: Box, readings: readonly LoggedTemp[], limit: number | null) {
  const temps = [...readings.map(({ temp }) => temp), ...(limit === null ? [] : [limit])]
  const [lowest, highest] = [Math.min(...temps), Math.max(...temps)]
  const step = [1, 2, 5, 10, 20, 50].find((size) => (highest - lowest) / size <= 6) ?? 100
  const low = Math.floor(lowest / step) * step
  const high = Math.max(Math.ceil(highest / step) * step, low + step)
  const [first, last] = [readings[0]!.at.getTime(), readings.at(-1)!.at.getTime()]
  return {
    x: (at: Date) => box.left + ((at.getTime() - first) / (last - first || 1)) * box.width,
    y: (temp: number) => box.top + (1 - (temp - low) / (high - low)) * box.height,
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => low + n * step),
  }
}
