import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Pixels } from './rendered-files.fixture.ts'

// What tests read from files of labels: graphics and letters of ZPL, the bounds of what is printed, and the files of a ZIP.

/** The rows of a compressed graphic of ZPL as hexadecimal digits. */
export function graphicRows(data: string, digits: number): string[] {
  const rows: string[] = []
  let row = ''
  let count = 0
  const write = (digit: string, times: number) => {
    row += digit.repeat(times)
    for (; row.length >= digits; row = row.slice(digits)) rows.push(row.slice(0, digits))
    count = 0
  }
  for (const sign of data) {
    if (sign === ':') rows.push(rows.at(-1)!)
    else if (sign === ',') write('0', digits - row.length)
    else if (/[G-Y]/.test(sign)) count += sign.charCodeAt(0) - 70
    else if (/[g-z]/.test(sign)) count += (sign.charCodeAt(0) - 102) * 20
    else write(sign, count || 1)
  }
  return rows
}

/** The readable code of a label in ZPL. */
export const lettersIn = (format: string) =>
  Array.from(format.matchAll(/\^FD([0-9A-HJKMNP-TV-Z]{1,4}(?: [0-9A-HJKMNP-TV-Z]{1,4})+)\^FS/g), ([, line]) => line)
    .join('')
    .replaceAll(' ', '')

/** The smallest rectangle that contains everything black. */
export function boundsOf({ width, light }: Pixels) {
  const bounds = { left: width, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 }
  for (const [at, grey] of light.entries()) {
    if (grey > 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x + 1)
    bounds.top = Math.min(bounds.top, y)
    bounds.bottom = Math.max(bounds.bottom, y + 1)
  }
  return bounds
}

/** Extracts the files of a ZIP by its directory, each with its stated checksum. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  expect(zip.toString('latin1', end, end + 4)).toBe('PK\x05\x06')
  const files = new Map<string, Buffer>()
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [nameLength, local] = [zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16))
    expect(content.length).toBe(zip.readUInt32LE(at + 24))
    files.set(name, content)
    at += 46 + nameLength
  }
  expect(files.size).toBe(zip.readUInt16LE(end + 10))
  return files
}
