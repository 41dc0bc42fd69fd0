import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/** Smaller files gain less than their headers cost. */
const leastBytes = 1024
const compress = promisify(brotliCompress)

/** Writes a Brotli file beside each asset of the given folders. The server sends it to browsers that accept Brotli. */
for (const folder of process.argv.slice(2)) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json|wasm)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      if (bytes.length >= leastBytes) await writeFile(join(folder, `${name}.br`), await compress(bytes))
    }),
  )
}
