/**
 * By default, viewers shrink pages to the printer's margins. PDFKit has no option for it, so the catalog is changed.
 */
export function printAtFullSize(paper: PDFKit.PDFDocument): void {
  type Entries<T> = { data: T }
  const { _root: catalog } = paper as unknown as {
    _root: Entries<{ ViewerPreferences: Entries<Record<string, unknown>> }>
  }
  catalog.data.ViewerPreferences.data.PrintScaling = 'None'
}
