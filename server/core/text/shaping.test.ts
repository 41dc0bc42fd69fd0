import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isPlainText, plainRuns } from './font-files.ts'
import { directionOf, loadOutlines, missingLetters, textOutline } from './shaping.ts'

/** The horizontal places of the parts of an outline, from the left. */
async function drawn(text: string) {
  await loadOutlines([text], [400], { plainToo: true })
  return textOutline(text)
}
/** The start of each contour. */
const starts = (path: string) => Array.from(path.matchAll(/M(-?[\d.]+),/g), ([, x]) => Number(x))

/** The share of dark pixels of an outline. */
async function ink(text: string): Promise<number> {
  const { path, width } = await drawn(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width / 10)}" height="150"><path d="${path}" transform="translate(0 110) scale(0.1)"/></svg>`
  const { channels } = await sharp(Buffer.from(svg)).flatten({ background: 'white' }).greyscale().stats()
  return 1 - channels[0]!.mean / 255
}

test.each(['Tea', 'Žluťoučký čaj', 'Чай № 5', 'Ấm trà Ωμέγα Łódź'])('writes %s as letters of one font', (text) => {
  expect(isPlainText(text)).toBe(true)
  expect(
    plainRuns(text, 700)
      .map((run) => run.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ...['隱山紅茶 100 克', '緑茶セット', '한국 녹차', 'שלום', 'شاي أخضر', 'ចំការ', 'தமிழ்', 'မြန်မာ', 'हिन्दी', 'ชาเขียว'],
  ...['🍃', '𠮷野', 'සිංහල', 'বাংলা', 'ગુજરાતી', 'ქართული', 'Հայերեն', 'አማርኛ', 'བོད'],
])('has every letter of %s', async (text) => {
  expect(isPlainText(text)).toBe(false)
  expect(await missingLetters(text)).toEqual([])
  expect(await ink(text)).toBeGreaterThan(0.03)
})

test('joins Arabic letters, and places them from right to left', async () => {
  const [joined, separate] = [await drawn('بيت'), await Promise.all(['ب', 'ي', 'ت'].map(drawn))]
  expect(directionOf('بيت')).toBe('rtl')
  // The initial, medial and final forms are narrower than the isolated letters.
  expect(joined.width).toBeLessThan(separate.reduce((sum, { width }) => sum + width, 0))
})

test('keeps numbers and brackets readable inside a text from right to left', async () => {
  const { path, width } = await drawn('אב 12')
  // The first letters are at the right, the number at the left.
  const [alef] = starts((await drawn('אב')).path)
  expect(Math.max(...starts(path))).toBeGreaterThan(width / 2)
  expect(alef).toBeDefined()
  const mirrored = await drawn('(א)')
  const plain = await drawn('(')
  expect(mirrored.path.endsWith(plain.path)).toBe(false)
})

test('draws a compatible letter when no font has the letter, and names letters without any', async () => {
  expect((await drawn('𝔊old 金')).path).toBe((await drawn('Gold 金')).path)
  expect(await missingLetters('A\u200bB')).toEqual([])
  expect(await missingLetters('Tea ᠮᠣᠩ')).toEqual(['ᠮ', 'ᠣ', 'ᠩ'])
})
