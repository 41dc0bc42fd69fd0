import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hasApt, installPackage, isRoot, unpackedEnv, unpackedFolder, unpackPackage } from './debian.ts'

/** A program that does not come with Assay. */
export type Tool = {
  name: string
  /** As Debian and Ubuntu name its package, and as Homebrew does. */
  packages: { debian: string; homebrew?: string }
  /** Where it may be beside the PATH, best first, below `root` (the folder laid out as `/` is). */
  folders?(root: string): string[]
  /** Called before it is installed for the whole machine. */
  prepare?(): void
}
/** How a tool is started. */
export type Program = { file: string; env: NodeJS.ProcessEnv }

/** A tool, installed or unpacked when it is missing; throws where it cannot be had. */
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

/** A tool, installed (as root on Debian) or unpacked into the cache of this clone when it is missing. */
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

/** A tool that is there already. */
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
