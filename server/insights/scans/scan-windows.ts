/** Slots from `from` until before `to`, with `scans` scans. `skip`: how many of the newest do not belong to the page. */
export type ScanWindow = { from: number; to: number; skip: number; scans: number }

/**
 * The shortest run of slots that contains a page of scans, the newest first. The log of scans has an index by time alone, so a
 * page is read from few of its blocks, wherever it is.
 *
 * @param counts numbers of scans by slot, counted from `first`
 */
export function scanWindow(
  counts: Uint32Array,
  first: number,
  { offset, limit }: { offset: number; limit: number },
): ScanWindow | undefined {
  let at = counts.length
  let newer = 0
  while (at > 0 && newer + counts[at - 1]! <= offset) newer += counts[--at]!
  if (at === 0) return undefined
  const to = at
  let scans = 0
  while (at > 0 && newer + scans < offset + limit) scans += counts[--at]!
  return { from: first + at, to: first + to, skip: offset - newer, scans }
}

/** Divides all slots into windows of at least `limit` scans, the newest first. */
export function* windowsOf(counts: Uint32Array, first: number, limit: number): Generator<ScanWindow> {
  for (let end = counts.length; end > 0; ) {
    const window = scanWindow(counts.subarray(0, end), first, { offset: 0, limit })
    if (!window) return
    yield window
    end = window.from - first
  }
}
