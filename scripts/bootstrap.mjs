/**
 * Entry of the npm scripts. It runs on Node 20 or newer and imports no package: it installs the packages if they do not
 * match the lock, then runs scripts/<command>.ts or scripts/operate/<command>.ts (a colon in the command is a hyphen in the file
 * name) under the Node version that the lock pins.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 24
const root = fileURLToPath(new URL('..', import.meta.url))
const commands = namedCommands()
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.assay-lock')
const [command, ...rest] = process.argv.slice(2)

if (!commands.includes(command)) fail(`Usage: node scripts/bootstrap.mjs ${commands.join('|')}`)
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`)

install()
run(chooseNode(), [programOf(command), ...rest])

/** The commands for a running installation are in a folder of their own. */
function programOf(name) {
  const file = `${name.replace(':', '-')}.ts`
  return [join(root, 'scripts', file), join(root, 'scripts/operate', file)].find((path) => existsSync(path))
}

/** The npm scripts that call this file. They are listed in package.json only. */
function namedCommands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(scripts).filter((name) => scripts[name] === `node scripts/bootstrap.mjs ${name}`)
}

/**
 * Installs the packages, unless the last installation had the same lock, platform and processor (optional packages depend on
 * the last two).
 */
function install() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = existsSync(modules) ? realpathSync(modules) : 'a folder that does not exist'
    fail(
      `node_modules is a symbolic link to ${target}. Its packages do not match package-lock.json, and npm would ` +
        'delete them to install others. Remove the link and start again.',
    )
  }
  console.log('Installing packages …')
  // `ci` fails if the registry lacks an optional package of another platform; `install` uses the same lock and does not.
  const done = npm('ci') || npm('install')
  if (!done) fail('npm could not install the packages; its messages are above.')
  writeFileSync(stampFile, stamp)
}

function npm(word) {
  const args = [word, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const own = process.env.npm_execpath
  const [file, first] = own ? [process.execPath, [own]] : ['npm', []]
  const { status } = spawnSync(file, [...first, ...args, ...(word === 'install' ? ['--no-save'] : [])], {
    cwd: root,
    stdio: 'inherit',
    // With NODE_ENV=production of the caller, npm would leave out the packages that build the console.
    env: { ...process.env, NODE_ENV: '' },
  })
  return status === 0
}

/** Returns the pinned Node if npm has one for this machine; otherwise the Node that runs this file, if it is new enough. */
function chooseNode() {
  const pinned = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  for (const file of [pinned, process.execPath]) {
    const { stdout, status } = spawnSync(file, ['--version'], { encoding: 'utf8' })
    if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= neededMajor) return file
  }
  fail(
    `Assay runs on Node ${neededMajor} or newer. npm has no Node for ${process.platform} ${process.arch}, and this one is ` +
      `${process.version}: install Node ${neededMajor} and start again.`,
  )
}

function run(node, args) {
  const bin = join(modules, '.bin')
  const child = spawn(node, args, {
    cwd: root,
    // The IPC channel closes when this process ends, also after SIGKILL: the child notices it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...fastStart(), PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  if (process.env.npm_lifecycle_event) endWith(npmProcess(), child)
}

/** Node keeps what it compiled, and resolves the imports of packages once: all processes of a command start in half of the time. */
function fastStart() {
  const { NODE_COMPILE_CACHE = join(modules, '.cache', 'assay-compiled'), NODE_OPTIONS = '' } = process.env
  const importCache = new URL('../server/core/process/import-cache.mjs', import.meta.url).href
  return { NODE_COMPILE_CACHE, NODE_OPTIONS: `${NODE_OPTIONS} --import=${importCache}`.trim() }
}

/** Ends the child when the process `pid` has ended: a killed npm cannot forward a signal. */
function endWith(pid, child) {
  const timer = setInterval(() => {
    try {
      process.kill(pid, 0)
    } catch {
      child.kill('SIGTERM')
    }
  }, 1000)
  timer.unref()
}

/** The process id of npm: the parent, or the parent of the shell that npm started. */
function npmProcess() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const isShell = /\((?:ba|da)?sh\)/.test(stat)
    return isShell ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : process.ppid
  } catch {
    return process.ppid
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
