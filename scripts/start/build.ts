import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const stampFile = 'dist/.stamp'
const chunks = 'dist/console/assets'
/** Files whose names contain a hash of their content. */
const assets = [chunks, 'dist/verify/client/assets', 'dist/verify/preview/assets']
const earlierChunks = 'dist/earlier/assets'
const keptMs = 30 * 24 * 3_600_000
const sources = ['client', 'shared', 'package-lock.json', 'tsconfig.json', 'scripts/start/compress.ts']
const builds = globSync('client/{,*/}vite.config.ts')

/** Builds the console and the verify page if a source changed since the last build that succeeded. Returns its warnings. */
export function buildIfChanged(): string[] {
  const stamp = stampOf()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return []
  console.log('Building the pages …')
  keepEarlierChunks()
  const warnings = builds.map(runBuild).filter((text) => text !== '')
  const compressed = runNode(['scripts/start/compress.ts', ...assets.filter((folder) => existsSync(folder))])
  if (compressed.status !== 0) throw new Error(`The pages could not be compressed: ${compressed.output}`)
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampFile, stamp)
  return warnings
}

/** Open tabs request the chunks of their own version, so old chunks are kept for some weeks. */
function keepEarlierChunks(): void {
  if (!existsSync(chunks)) return
  cpSync(chunks, earlierChunks, { recursive: true, preserveTimestamps: true })
  for (const name of readdirSync(earlierChunks)) {
    const path = join(earlierChunks, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path)
  }
}

/** Prints the output of Vite, which consists of warnings only, and returns it. */
function runBuild(config: string): string {
  const { status, output } = runNode([
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    config,
    '--logLevel',
    'warn',
  ])
  if (output !== '') console.error(output)
  if (status !== 0) throw new Error(`vite build --config ${config} failed; its messages are above.`)
  return output
}

function runNode(args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}`.trim() }
}

/**
 * A hash of names, sizes and modification times, not of contents: it takes milliseconds, and reading all files would take
 * longer.
 */
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

/** Pages contain no code of tests, so a changed test builds nothing. */
const isTest = (file: string) => /^client\/e2e\/|\.test\.tsx?$/.test(file)

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isTest(file))
    .sort()
}
