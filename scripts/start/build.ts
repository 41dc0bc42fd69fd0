import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampFile = 'dist/.stamp'
const chunks = 'dist/console/assets'
/** Files whose names change with their contents. */
const assets = [chunks, 'dist/verify/client/assets', 'dist/verify/preview/assets']
const earlierChunks = 'dist/earlier/assets'
const keptMs = 30 * 24 * 3_600_000
const sources = ['client', 'shared', 'package-lock.json', 'tsconfig.json', 'scripts/start/compress.ts']
export const builds = ['client/vite.config.ts', 'client/verify/vite.config.ts']

/** Builds the console and the verify page if a source changed since the last build that went well. */
export function buildIfChanged(): void {
  const stamp = stampOf()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building the pages …')
  keepEarlierChunks()
  for (const config of builds.filter((file) => existsSync(file))) {
    if (!runBuild(config)) throw new Error(`vite build --config ${config} failed; its messages are above.`)
  }
  if (!runNode(['scripts/start/compress.ts', ...assets.filter((folder) => existsSync(folder))])) {
    throw new Error('The pages could not be compressed; the message is above.')
  }
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** Tabs that are open ask for the chunks of their own version: those stay for some weeks. */
function keepEarlierChunks(): void {
  if (!existsSync(chunks)) return
  cpSync(chunks, earlierChunks, { recursive: true, preserveTimestamps: true })
  for (const name of readdirSync(earlierChunks)) {
    const path = join(earlierChunks, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path)
  }
}

export function runBuild(config: string): boolean {
  return runNode(['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn'])
}

function runNode(args: string[]): boolean {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
}

/** Names, sizes and times of change, not contents: some milliseconds instead of reading every file. */
function stampOf(): string {
  const digest = createHash('sha256').update(process.version)
  for (const source of sources.filter((path) => existsSync(path))) {
    for (const file of statSync(source).isDirectory() ? filesBelow(source) : [source]) {
      const { size, mtimeMs } = statSync(file)
      digest.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return digest.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
