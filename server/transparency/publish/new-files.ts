import { type TilePath, tileWidth } from '#shared/transparency/tree.ts'

/** A log of this many levels of tiles has more entries than a number can count. */
const maxLevels = 7

/** Hashes of a level, or entries, in a log of `size`. */
const countAt = (level: TilePath['level'], size: number): number =>
  level === 'entries' ? size : Math.floor(size / tileWidth ** level)

const levels: TilePath['level'][] = ['entries', ...Array.from({ length: maxLevels }, (_, level) => level)]

/** The files that a log of `size` has and one of `old` entries had not: full tiles, and the partial ones at the right edge. */
export function* newFiles(old: number, size: number): Generator<TilePath> {
  for (const level of levels) {
    const [before, now] = [countAt(level, old), countAt(level, size)]
    const full = Math.floor(now / tileWidth)
    for (let index = Math.floor(before / tileWidth); index < full; index++) yield { level, index, width: tileWidth }
    if (now % tileWidth > 0 && now > before) yield { level, index: full, width: now % tileWidth }
  }
}

/** Tiles that were partial in a log of `old` entries and are full now: their partial files are not needed any more. */
export function filledTiles(old: number, size: number): TilePath[] {
  return levels.flatMap((level) => {
    const [before, now] = [countAt(level, old), countAt(level, size)]
    const index = Math.floor(before / tileWidth)
    const isFilled = before % tileWidth > 0 && Math.floor(now / tileWidth) > index
    return isFilled ? [{ level, index, width: tileWidth }] : []
  })
}
