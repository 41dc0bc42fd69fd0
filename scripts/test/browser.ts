import { spawnSync } from 'node:child_process'
import { hasApt, installPackage, isRoot, removeUnpacked, unpackPackage } from '#scripts/tool/debian.ts'
import { canStart, debianChromium, debianChromiums, hasChromium, hasHeadlessShell } from './chromium.ts'

/**
 * Ensures that Chromium is available: Debian's package for root, otherwise Playwright's Chromium, and if that fails, Debian's
 * package unpacked in this clone. Returns whether one is available. Root gets the package without windows even if the other one
 * is installed, because it needs half of the processor time.
 */
export function installChromium(): boolean {
  const canInstall = isRoot() && hasApt()
  if (canInstall && !hasHeadlessShell()) installPackage('chromium-headless-shell')
  if (debianChromium()) return true
  // Older releases do not have the package without windows.
  if (canInstall && installPackage('chromium') && debianChromium()) return true
  if (hasChromium()) return true
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: ['ignore', 2, 2],
  })
  return hasChromium() || debianChromiums.some(unpackChromium)
}

/** The same for programs that require it, such as benchmarks. Throws if it is not available. */
export function requireChromium(): void {
  if (!hasChromium() && !installChromium()) throw new Error('There is no Chromium, and none can be installed here.')
}

function unpackChromium(name: string): boolean {
  if (!unpackPackage(name)) return false
  const chromium = debianChromium()
  if (chromium && canStart(chromium)) return true
  removeUnpacked(name)
  return false
}
