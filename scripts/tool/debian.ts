import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Below node_modules: both can be created again, and `npm ci` removes both. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/debian/', import.meta.url))
const aptGet = '/usr/bin/apt-get'

export const hasApt = (): boolean => process.platform === 'linux' && existsSync(aptGet)
export const isRoot = (): boolean => process.getuid?.() === 0

/** The folder of an unpacked package. It has the structure of `/`. */
export function unpackedFolder(name: string): string | undefined {
  const folder = join(cache, name)
  return existsSync(folder) ? folder : undefined
}

/** Installs packages for the whole machine, as root. Returns whether apt-get succeeded. */
export function installPackage(...names: string[]): boolean {
  apt('update')
  const options = ['-y', '-o', 'Dpkg::Options::=--force-confold', '--no-install-recommends']
  return apt('install', ...options, ...names)
}

/**
 * Downloads a package and those of its dependencies that this machine lacks, and unpacks them into the cache of this clone.
 * Needs no root: apt-get stores its lists and downloads in the cache, and nothing is configured. The folder is complete or
 * absent. Returns the folder, or undefined if the package is not available.
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
    // One of several sources may be unreachable; the download shows whether the package is available.
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

/** Removes an unpacked package that does not work. */
export function removeUnpacked(name: string): void {
  rmSync(join(cache, name), { recursive: true, force: true })
}

/** Environment variables with which a program of the folder finds the libraries that were unpacked with it. */
export function unpackedEnv(folder: string): NodeJS.ProcessEnv {
  const libraries = ['usr/lib', 'lib'].flatMap((path) => libraryFolders(join(folder, path)))
  const path = [...libraries, ...(process.env.LD_LIBRARY_PATH?.split(delimiter) ?? [])].join(delimiter)
  return { ...process.env, LD_LIBRARY_PATH: path }
}

/** Debian stores libraries in a folder for each architecture, and libraries of a single package one folder deeper. */
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

/** Options with which apt-get writes only into the cache. It still reads the list of installed packages. */
function privateState(archives: string): string[] {
  const settings = {
    'Dir::State': cache,
    'Dir::State::lists': join(cache, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': cache,
    'Dir::Cache::archives': archives,
    // Indexes in memory: on disk they would take 80 MB.
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Dir::Log': cache,
    // As root, apt-get would download as a user that cannot write here.
    'APT::Sandbox::User': 'root',
    // Only root can take the lock of the package database, and this call does not change that database.
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

/** Sends the output of programs to standard error: the standard output of a benchmark contains only its results. */
function run(file: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(file, args, { stdio: ['ignore', 2, 2], env }).status === 0
}
