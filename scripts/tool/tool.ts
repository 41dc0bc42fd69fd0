import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hasApt, installPackage, isRoot, unpackedEnv, unpackedFolder, unpackPackage } from './debian.ts'

/** An external program that Assay does not contain. */
export type Tool = {
  name: string
  /** Names of its package in Debian and Ubuntu, and in Homebrew. */
  packages: { debian: string; homebrew?: string }
  /** Paths outside of PATH where it may be installed, best first, relative to `root` (a folder with the structure of `/`). */
  folders?(root: string): string[]
  /** Called before the program is installed for the whole machine. */
  prepare?(): void
}
/** The command and environment that start a tool. */
export type Program = { file: string; env: NodeJS.ProcessEnv }

/** Returns a tool, and installs or unpacks it if it is missing. Throws if it is not available. */
export function installedTool(tool: Tool): Program {
  const program = availableTool(tool)
  if (program) return program
  const { name, packages } = tool
  const homebrew = packages.homebrew ? `, or brew install ${packages.homebrew} (macOS)` : ''
  throw new Error(
    `${name} is missing, which does not come with Assay: apt-get install ${packages.debian} (Debian, Ubuntu)${homebrew}, ` +
      'and see that it is on the PATH.',
  )
}

/** Returns a tool. If it is missing, it is installed (as root on Debian) or unpacked into the cache of this clone. */
export function availableTool(tool: Tool): Program | undefined {
  const found = findTool(tool)
  if (found || !hasApt()) return found
  console.error(`Installing ${tool.name} …`)
  if (isRoot()) {
    tool.prepare?.()
    installPackage(tool.packages.debian)
  } else {
    unpackPackage(tool.packages.debian)
  }
  return findTool(tool)
}

/** Returns a tool that is already installed. */
export function findTool({ name, packages, folders = () => [] }: Tool): Program | undefined {
  const file = fileIn([...(process.env.PATH ?? '').split(delimiter), ...folders('/')], name)
  if (file) return { file, env: process.env }
  const unpacked = unpackedFolder(packages.debian)
  if (!unpacked) return undefined
  const own = fileIn(
    [...['usr/bin', 'usr/sbin', 'bin'].map((path) => join(unpacked, path)), ...folders(unpacked)],
    name,
  )
  return own ? { file: own, env: unpackedEnv(unpacked) } : undefined
}

const fileIn = (folders: readonly string[], name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
