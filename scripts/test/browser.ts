import { existsSync } from 'node:fs'
import { runProgram } from './step.ts'

const debianChromium = '/usr/bin/chromium'
const referenceTool = '/usr/lib/python3/dist-packages/opentimestamps'

/** Chromium and the reference reader of .ots files: Debian's packages for root, Playwright's Chromium otherwise. */
export async function installBrowser(): Promise<number> {
  const missing = [
    ...(existsSync(debianChromium) ? [] : ['chromium']),
    ...(existsSync(referenceTool) ? [] : ['python3-opentimestamps']),
  ]
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (missing.length === 0) return 0
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    await runProgram('apt-get', ['update', '-qq'], quiet)
    const code = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], quiet)
    if (code === 0) return 0
  }
  if (existsSync(debianChromium)) return 0
  return runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}
