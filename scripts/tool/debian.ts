import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Below the installed packages of npm: both can be made again, and `npm ci` removes both. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/debian/', import.meta.url))
const aptGet = '/usr/bin/apt-get'

export const hasApt = (): boolean => process.platform === 'linux' && existsSync(aptGet)
export const isRoot = (): boolean => process.getuid?.() === 0

/** Where the files of a package lie that was unpacked: a folder laid out as `/` is. */
export function unpackedFolder(name: string): string | undefined {
  const folder = join(cache, name)
  return existsSync(folder) ? folder : undefined
}

/** Installs packages for the whole machine, as root. Answers whether apt-get succeeded. */
export function installPackage(...names: string[]): boolean {
  apt('update')
  const options = ['-y', '-o', 'Dpkg::Options::=--force-confold', '--no-install-recommends']
  return apt('install', ...options, ...names)
}

/**
 * Downloads a package and those of its dependencies that this machine lacks, and unpacks them into the cache of this
 * clone. Needs no root: apt-get keeps its lists and downloads in the cache, and nothing is configured. The folder appears
 * complete or not at all. Answers it, or undefined where the package cannot be had.
 */
export function unpackPackage(name: string): string | undefined {
  const known = unpackedFolder(name)
  if (known || !hasApt()) return known
  const work = join(cache, `${name}.${process.pid}`)
  const archives = join(work, 'archives')
  const files = join(work, 'files')
  try {
    for (const folder of [join(archives, 'partial'), join(cache, 'lists', 'partial'), files]) {
      mkdirSync(folder, { recursive: true })
    }
    const own = privateState(archives)
    // One source of several may be away: whether the package can be had, the download says.
    apt(...own, 'update')
    if (!apt(...own, '-y', '--download-only', '--no-install-recommends', 'install', name)) return undefined
    const debs = readdirSync(archives).filter((file) => file.endsWith('.deb'))
    if (!debs.every((deb) => run('dpkg-deb', ['-x', join(archives, deb), files]))) return undefined
    renameSync(files, join(cache, name))
    return unpackedFolder(name)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Forgets a package that turned out not to work. */
export function removeUnpacked(name: string): void {
  rmSync(join(cache, name), { recursive: true, force: true })
}

/** An environment in which a program of the folder finds the libraries that were unpacked with it. */
export function unpackedEnv(folder: string): NodeJS.ProcessEnv {
  const libraries = ['usr/lib', 'lib'].flatMap((path) => libraryFolders(join(folder, path)))
  const path = [...libraries, ...(process.env.LD_LIBRARY_PATH?.split(delimiter) ?? [])].join(delimiter)
  return { ...process.env, LD_LIBRARY_PATH: path }
}

/** Debian keeps libraries by machine, and some that one package alone uses a folder deeper. */
function libraryFolders(folder: string): string[] {
  const deeper = foldersIn(folder)
    .filter((path) => basename(path).includes('-linux-'))
    .flatMap((path) => [path, ...foldersIn(path)])
  return [folder, ...deeper].filter(
    (path) => existsSync(path) && readdirSync(path).some((name) => /^lib.*\.so/.test(name)),
  )
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
}

/** Options that have apt-get write into the cache alone; what is installed on the machine is still read. */
function privateState(archives: string): string[] {
  const settings = {
    'Dir::State': cache,
    'Dir::State::lists': join(cache, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': cache,
    'Dir::Cache::archives': archives,
    // Indexes kept in memory: on disk they would take 80 MB.
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Dir::Log': cache,
    // As root, apt-get would download as a user that cannot write here.
    'APT::Sandbox::User': 'root',
    // The lock of the machine's packages is root's; nothing of theirs is changed.
    'Debug::NoLocking': '1',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}

function apt(...args: string[]): boolean {
  const limits = [
    '-qq',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=30',
    '-o',
    'Acquire::https::Timeout=30',
  ]
  return run(aptGet, [...limits, ...args])
}

/** What the programs print goes to the error output: the output of a benchmark is its results. */
function run(file: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(file, args, { stdio: ['ignore', 2, 2], env }).status === 0
}
