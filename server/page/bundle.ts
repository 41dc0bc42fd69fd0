import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder to which `npm start` and the image build write the pages. */
export const dist = join(import.meta.dirname, '../../dist/verify')

/** `css` is sent inside the page: a separate stylesheet would cost another round trip before the first paint. */
export type Bundle = { script: string; css: string }
export type PageBundle = Bundle & { render(model: unknown): string }

/** The shopper's page: its files, and the function that renders it on the server. */
export const pageBundle = once(async (): Promise<PageBundle> => {
  const { renderPage } = await import(pathToFileURL(join(dist, 'server/server.js')).href)
  return { ...(await readBundle('client', 'main.tsx')), render: renderPage }
})

/** The frame in which a merchant previews the page. */
export const previewBundle = once(() => readBundle('preview', 'preview.tsx'))

/** The script of the report form, with the styles of the page. */
export const reportBundle = once(async (): Promise<Bundle> => {
  const [{ css }, { script }] = await Promise.all([pageBundle(), readBundle('client', 'report/report.ts')])
  return { css, script }
})

async function readBundle(folder: string, entry: string): Promise<Bundle> {
  const manifest = JSON.parse(await readFile(join(dist, folder, '.vite/manifest.json'), 'utf8'))
  const { file, css = [] } = manifest[entry] as { file: string; css?: string[] }
  const sheets = await Promise.all(css.map((path) => readFile(join(dist, folder, path), 'utf8')))
  return { script: `/verify-assets/${file}`, css: sheets.join('') }
}

/** Calls `read` once, and again only after a failure. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= read().catch((error) => {
      cached = undefined
      throw error
    })
    return cached
  }
}
