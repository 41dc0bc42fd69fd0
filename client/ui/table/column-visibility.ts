import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type ColumnVisibility = { hidden: Readonly<Record<string, readonly string[]>> }

/** The columns that are hidden on this device, by table name. */
const columnVisibility = create<ColumnVisibility>()(
  persist((): ColumnVisibility => ({ hidden: {} }), { name: 'assay.columns', version: 1 }),
)
const none: readonly string[] = []

export const useHiddenColumns = (table: string): readonly string[] =>
  columnVisibility((state) => state.hidden[table] ?? none)

export function toggleColumn(table: string, column: string): void {
  columnVisibility.setState(({ hidden }) => {
    const before = hidden[table] ?? none
    const after = before.includes(column) ? before.filter((one) => one !== column) : [...before, column]
    return { hidden: { ...hidden, [table]: after } }
  })
}
