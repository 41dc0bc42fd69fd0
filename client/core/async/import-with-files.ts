import { missingChunk } from './load-chunk.ts'

const begun = new Map<string, Promise<void>>()

/**
 * Imports a chunk after its files were fetched. The build puts it in the place of Vite's preload helper.
 *
 * A browser asks only once for the file of a module: when the connection fails, each later `import()` of the page fails, too (the
 * module map of the HTML standard, 8.1.3.8). What `fetch` asked for can be asked for again, and an import finds it in the cache.
 *
 * @param files paths of the chunk, of all chunks that it imports, and of their style sheets
 * @throws the error of `missingChunk` if a file does not arrive
 */
export async function importWithFiles<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  // All of them, so that a repetition meets no file that is about to fail.
  const failed = (await Promise.allSettled(files.map(bringOnce))).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return load()
}

function bringOnce(file: string): Promise<void> {
  const known = begun.get(file)
  if (known) return known
  const path = import.meta.env.BASE_URL + file
  const bringing = (file.endsWith('.css') ? applyStyles(path) : fetchWhole(path)).catch((cause: unknown) => {
    begun.delete(file)
    throw missingChunk(path, cause)
  })
  begun.set(file, bringing)
  return bringing
}

/** A response is in the cache when it was read to its end. */
async function fetchWhole(path: string): Promise<void> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`Status ${response.status}`)
  await response.arrayBuffer()
}

function applyStyles(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', (event) => {
      link.remove()
      reject(event)
    })
    document.head.append(link)
  })
}
