import { existsSync } from 'node:fs'
import { debianChromium, debianChromiums } from './chromium.ts'
import { runProgram } from './step.ts'

const referenceTool = { name: 'python3-opentimestamps', file: '/usr/lib/python3/dist-packages/opentimestamps' }

/** Chromium and the reference reader of .ots files: Debian's packages for root, Playwright's Chromium otherwise. */
export async function installBrowser(): Promise<number> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installPackages()
  if (debianChromium()) return 0
  return runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}

/** Older releases do not have the first of the browsers: the next one does. */
async function installPackages(): Promise<void> {
  const [best, other] = debianChromiums
  if (existsSync(`/usr/bin/${best}`) && existsSync(referenceTool.file)) return
  await aptGet('update')
  if (!existsSync(referenceTool.file)) await aptGet('install', referenceTool.name)
  if ((await aptGet('install', best)) !== 0 && !debianChromium()) await aptGet('install', other)
}

function aptGet(...args: string[]): Promise<number> {
  const quiet = ['-y', '-qq', '--no-install-recommends']
  return runProgram('apt-get', [...quiet, ...args], { DEBIAN_FRONTEND: 'noninteractive' })
}
