import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where `npm start` and the image's build leave the pages. */
export const dist = join(import.meta.dirname, '../../../dist/verify')

/** `css` is sent with the page: a sheet of its own would be another round trip before anything is painted. */
export type Bundle = { script: string; css: string }
export type PageBundle = Bundle & { render(model: unknown): string }

/** The shopper's page: its files, and the function that paints it here. */
export const pageBundle = once(async (): Promise<PageBundle> => {
  const { renderPage } = await import(pathToFileURL(join(dist, 'server/server.js')).href)
  return { ...(await readBundle('client', 'main.tsx')), render: renderPage }
})

/** The frame that shows a merchant what the page will be. */
export const previewBundle = once(() => readBundle('preview', 'preview.tsx'))

async function readBundle(folder: string, entry: string): Promise<Bundle> {
  const manifest = JSON.parse(await readFile(join(dist, folder, '.vite/manifest.json'), 'utf8'))
  const { file, css = [] } = manifest[entry] as { file: string; css?: string[] }
  const sheets = await Promise.all(css.map((path) => readFile(join(dist, folder, path), 'utf8')))
  return { script: `/verify-assets/${file}`, css: sheets.join('') }
}

/** Reads on the first call; again only if that failed. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= read().catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
