/**
 * If a registry lacks optional packages of other platforms, npm leaves them out of the lock, and `npm ci` then rejects the lock
 * as incomplete. This script adds each missing package with its version and platform, so that `npm ci` accepts the lock and
 * still installs only the packages of the machine. Run it after every change of dependencies: `node scripts/complete-lock.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']
const libraries = { musl: 'musl', gnu: 'glibc' }

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const added = []

for (const [place, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (resolves(place, name)) continue
    lock.packages[`node_modules/${name}`] = stub(name, version)
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `Completed the lock with ${added.join(', ')}` : 'The lock is complete.')

/** Whether a package at `place` finds `name`: in its own node_modules, or in a node_modules above it. */
function resolves(place, name) {
  for (
    let from = place;
    ;
    from = from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : ''
  ) {
    if (lock.packages[`${from && `${from}/`}node_modules/${name}`]) return true
    if (from === '') return false
  }
}

/** The platform is derived from the name. A package without a platform in its name must be added by hand. */
function stub(name, version) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const libc = words.flatMap((word) => libraries[word] ?? [])
  if (os.length !== 1 || cpu.length !== 1 || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version} has no platform in its name or no exact version: add it to the lock by hand.`)
  }
  return { version, cpu, ...(libc.length > 0 && { libc }), optional: true, os }
}
