import { QRCodeDecoderErrorCorrectionLevel, QRCodeEncoder } from '@zxing/library'

/** A QR code: `modules` along a side; one byte per module, row by row; 1 is dark. */
export type QrMatrix = { modules: number; dark: Uint8Array }

/** Error correction M: a label survives a scratch, and an upper-case URL still gives a small code. */
export function encodeQr(text: string): QrMatrix {
  const matrix = QRCodeEncoder.encode(text, QRCodeDecoderErrorCorrectionLevel.M).getMatrix()
  const modules = matrix.getWidth()
  const dark = new Uint8Array(modules * modules)
  for (let y = 0; y < modules; y++) for (let x = 0; x < modules; x++) dark[y * modules + x] = matrix.get(x, y)
  return { modules, dark }
}

/** Right, down, left, up: a step along the border, and the next cells on its left and right side. */
const directions = [
  { x: 1, y: 0, left: [0, -1], right: [0, 0] },
  { x: 0, y: 1, left: [0, 0], right: [-1, 0] },
  { x: -1, y: 0, left: [-1, 0], right: [-1, -1] },
  { x: 0, y: -1, left: [-1, -1], right: [0, -1] },
] as const

/**
 * The borders of the dark areas as closed rings of corners [x, y, x, y, …], with the dark area on the right. One
 * outline and not one square per module, so that printers and viewers show no seams between modules. Holes run in the
 * opposite direction, so both fill rules give the same result.
 */
export function outlineOf({ modules, dark }: QrMatrix): number[][] {
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < modules && y < modules && dark[y * modules + x] === 1
  const visited = new Uint8Array(modules * modules)
  const rings: number[][] = []
  for (let y = 0; y < modules; y++) {
    for (let x = 0; x < modules; x++) {
      const isTop = isDark(x, y) && !isDark(x, y - 1)
      if (isTop && visited[y * modules + x] === 0) rings.push(ringFrom(x, y))
    }
  }
  return rings

  /** Every ring has a border that runs to the right, above a dark module. These borders are marked as visited. */
  function ringFrom(startX: number, startY: number): number[] {
    const ring: number[] = []
    let [x, y, heading] = [startX, startY, 0]
    do {
      if (heading === 0) visited[y * modules + x] = 1
      x += directions[heading]!.x
      y += directions[heading]!.y
      const { left, right } = directions[heading]!
      const turn = isDark(x + left[0], y + left[1]) ? 3 : isDark(x + right[0], y + right[1]) ? 0 : 1
      if (turn !== 0) ring.push(x, y)
      heading = (heading + turn) % 4
    } while (x !== startX || y !== startY || heading !== 0)
    return ring
  }
}

/** The dark areas as an SVG path with one unit per module. */
export function svgPath(symbol: QrMatrix): string {
  return outlineOf(symbol).map(pathOf).join('')
}

/** Sides alternate between horizontal and vertical, for which h and v are the shortest commands. */
function pathOf(ring: readonly number[]): string {
  let path = `M${ring[0]} ${ring[1]}`
  for (let i = 2; i < ring.length; i += 2) {
    const across = ring[i]! - ring[i - 2]!
    path += across === 0 ? `v${ring[i + 1]! - ring[i - 1]!}` : `h${across}`
  }
  return `${path}z`
}
