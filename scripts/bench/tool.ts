import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const aptGet = '/usr/bin/apt-get'

/** A program that a benchmark measures with and that does not come with Assay. */
export type Tool = {
  name: string
  /** As Debian and Ubuntu name its package, and as Homebrew does. */
  packages: { debian: string; homebrew: string }
  /** Where it may be beside the PATH, best first. */
  folders?(): string[]
  /** Called before it is installed. */
  prepare?(): void
}

/** Its file; as root on Debian it is installed when it is missing. */
export function installedTool(tool: Tool): string {
  const { name, packages } = tool
  const found = findTool(tool)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync(aptGet)) {
    console.error(`Installing ${name} …`)
    tool.prepare?.()
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args: string[]) => spawnSync(aptGet, ['-qq', ...args], { stdio: ['ignore', 2, 2], env })
    apt('update')
    apt('install', '-y', '-o', 'Dpkg::Options::=--force-confold', '--no-install-recommends', packages.debian)
  }
  const installed = findTool(tool)
  if (installed) return installed
  throw new Error(
    `${name} is missing, which does not come with Assay: apt-get install ${packages.debian} (Debian, Ubuntu), or brew ` +
      `install ${packages.homebrew} (macOS), and see that it is on the PATH.`,
  )
}

function findTool({ name, folders }: Tool): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...(folders?.() ?? [])]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}
