import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/** Smaller files gain less than their headers cost. */
const leastBytes = 1024
/** Compression takes two thirds of a build, and most files are those of the last build. */
const cache = 'node_modules/.cache/assay-brotli'
const keptMs = 30 * 24 * 3_600_000
const compress = promisify(brotliCompress)

mkdirSync(cache, { recursive: true })
removeUnused()

/** Writes a Brotli file beside each asset of the given folders. The server sends it to browsers that accept Brotli. */
for (const folder of process.argv.slice(2)) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json|wasm)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      if (bytes.length >= leastBytes) await copyFile(await compressed(bytes), join(folder, `${name}.br`))
    }),
  )
}

/** The file of the cache with these bytes, compressed. It is complete or absent: it gets its name when it is written. */
async function compressed(bytes: Buffer): Promise<string> {
  const file = join(cache, createHash('sha256').update(bytes).digest('hex'))
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    const unfinished = `${file}.${randomUUID()}`
    await writeFile(unfinished, await compress(bytes))
    await rename(unfinished, file)
  }
  return file
}

function removeUnused(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true })
  }
}
