import type { KeyboardEvent } from 'react'

const rowOf = (element: Element | null | undefined) =>
  element instanceof HTMLTableRowElement && element.dataset.row !== undefined ? element : undefined

/** The next row in a direction; skips expanded details. */
function adjacentRow(row: HTMLTableRowElement, direction: 'next' | 'previous'): HTMLTableRowElement | undefined {
  const step = (from: Element) => (direction === 'next' ? from.nextElementSibling : from.previousElementSibling)
  let other = step(row)
  while (other && !rowOf(other)) other = step(other)
  return rowOf(other)
}

/**
 * Keys of a focused row: arrows, Home and End move between rows, Enter toggles its details, Page Up and Page Down
 * change the page. Keys inside a button of the row belong to the button.
 */
export function handleRowKey(
  event: KeyboardEvent<HTMLElement>,
  { unfold, turn }: { unfold: (id: string) => void; turn: (pages: 1 | -1) => void },
): void {
  const row = rowOf(event.target as Element)
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = row.parentElement?.querySelectorAll<HTMLTableRowElement>('tr[data-row]')
  const moves = new Map<string, () => void>([
    ['ArrowDown', () => adjacentRow(row, 'next')?.focus()],
    ['ArrowUp', () => adjacentRow(row, 'previous')?.focus()],
    ['Home', () => rows?.[0]?.focus()],
    ['End', () => rows?.[rows.length - 1]?.focus()],
    ['Enter', () => unfold(row.dataset.row!)],
    ['PageDown', () => turn(1)],
    ['PageUp', () => turn(-1)],
  ])
  const move = moves.get(event.key)
  if (!move) return
  event.preventDefault()
  move()
}
