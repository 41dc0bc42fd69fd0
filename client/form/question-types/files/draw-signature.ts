export type Stroke = { x: number; y: number }[]

/** Dark lines on a transparent background: screens and pages show them on white. */
const ink = '#1a202c'
const lineWidth = 2.5
const margin = 8
/** Pixels of the stored picture for each pixel of the screen. */
const density = 2

/** Draws strokes into a context, or into a new canvas that is cut to them. Undefined without a stroke. */
export function drawStrokes(
  strokes: readonly Stroke[],
  onto?: CanvasRenderingContext2D,
): HTMLCanvasElement | undefined {
  const points = strokes.flat()
  if (points.length === 0) return undefined
  const context = onto ?? cutTo(points)
  Object.assign(context, { strokeStyle: ink, fillStyle: ink, lineWidth, lineCap: 'round', lineJoin: 'round' })
  for (const [first, ...others] of strokes) {
    if (!first) continue
    context.beginPath()
    context.moveTo(first.x, first.y)
    // A point is a line to itself.
    for (const { x, y } of others.length > 0 ? others : [first]) context.lineTo(x, y)
    context.stroke()
  }
  return context.canvas
}

function cutTo(points: Stroke): CanvasRenderingContext2D {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((Math.max(...xs) + margin - left) * density)
  canvas.height = Math.ceil((Math.max(...ys) + margin - top) * density)
  const context = canvas.getContext('2d')!
  context.setTransform(density, 0, 0, density, -left * density, -top * density)
  return context
}

/** A typed name as a picture, for people who cannot draw. */
export function drawName(name: string): HTMLCanvasElement {
  const font = `italic ${28 * density}px Georgia, 'Times New Roman', serif`
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')!
  context.font = font
  canvas.width = Math.ceil(context.measureText(name).width) + 2 * margin * density
  canvas.height = 48 * density
  // A new size has reset the context.
  Object.assign(context, { font, fillStyle: ink, textBaseline: 'middle' })
  context.fillText(name, margin * density, canvas.height / 2)
  return canvas
}
