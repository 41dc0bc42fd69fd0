import { latinFont } from '#server/core/files/pdf-text.ts'
import type { LoggedTemp } from '#server/logistic/log/downsample.ts'
import { chartScales } from '#shared/sensor/chart-scales.ts'
import type { ValueLimits } from '#shared/sensor/limits.ts'

type Box = { left: number; top: number; width: number; height: number }
type Paper = PDFKit.PDFDocument
const colours = { line: '#1d6349', limit: '#8b2d2a', grid: '#d5d5d5', text: '#555555' }

type Chart = {
  /** In the order of time; at least one. */
  readings: readonly LoggedTemp[]
  limits: ValueLimits
  /** The day and time of the first and the last reading. */
  ends: readonly [string, string]
}

/** The readings as a line with the limits, the lowest and the highest reading. Only digits, so the Latin font has all letters. */
export function drawChart(paper: Paper, box: Box, { readings, limits, ends }: Chart): void {
  const points = readings.map(({ at, temp }) => ({ at: at.getTime(), temp }))
  const { x, y, ticks } = chartScales(box, points, limits, { mostSteps: 6 })
  const right = box.left + box.width
  // The text before may have been Cyrillic.
  paper.lineWidth(0.5).font(latinFont).fontSize(8)
  for (const temp of ticks) {
    paper.moveTo(box.left, y(temp)).lineTo(right, y(temp)).stroke(colours.grid)
    paper.fillColor(colours.text).text(`${temp}°`, box.left - 34, y(temp) - 5, { width: 28, align: 'right' })
  }
  const bottomOfChart = box.top + box.height + 5
  paper.text(ends[0], box.left, bottomOfChart, { width: box.width / 2 })
  paper.text(ends[1], box.left + box.width / 2, bottomOfChart, { width: box.width / 2, align: 'right' })
  drawLine()
  paper.lineWidth(1.2).stroke(colours.line)
  if (limits.limit !== null) drawLimit(limits.limit, box.top, y(limits.limit))
  if (limits.minimum !== null) drawLimit(limits.minimum, y(limits.minimum), box.top + box.height)
  const byTemp = points.toSorted((one, other) => one.temp - other.temp)
  for (const { at, temp } of [byTemp[0]!, byTemp.at(-1)!])
    paper.circle(x(at), y(temp), 2.5).fillAndStroke('#fff', '#000')

  /** The part of the line out of range, from one height to another, is drawn again, wider and in another colour. */
  function drawLimit(temp: number, from: number, to: number) {
    paper
      .save()
      .rect(box.left, from, box.width, Math.max(0, to - from))
      .clip()
    drawLine()
    paper.lineWidth(2).stroke(colours.limit).restore()
    paper.lineWidth(1).dash(5, { space: 3 }).moveTo(box.left, y(temp)).lineTo(right, y(temp))
    paper.stroke(colours.limit).undash()
  }

  function drawLine() {
    for (const [n, { at, temp }] of points.entries()) {
      if (n === 0) paper.moveTo(x(at), y(temp))
      else paper.lineTo(x(at), y(temp))
    }
  }
}
