import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasApt, installPackage, isRoot, unpackedEnv, unpackedFolder, unpackPackage } from '#scripts/tool/debian.ts'
import type { Program } from '#scripts/tool/tool.ts'

const name = 'python3-opentimestamps'
const modules = 'usr/lib/python3/dist-packages'
/** The system's own interpreter: a Python that comes first in PATH does not see Debian's packages. */
const systemPython = '/usr/bin/python3'

/** An interpreter with the reference library of OpenTimestamps; undefined where there is none. */
export function referencePython(): Program | undefined {
  const { OTS_PYTHON } = process.env
  if (OTS_PYTHON) return { file: OTS_PYTHON, env: process.env }
  if (hasLibrary('/')) return { file: systemPython, env: process.env }
  const folder = unpackedFolder(name)
  if (!folder || !hasLibrary(folder)) return undefined
  const own = join(folder, systemPython)
  const env = { ...unpackedEnv(folder), PYTHONPATH: join(folder, modules) }
  return { file: existsSync(systemPython) ? systemPython : own, env }
}

/** Sees that the reference library is there: installed as root, unpacked in this clone otherwise. */
export function installReference(): boolean {
  if (referencePython()) return true
  if (isRoot() && hasApt()) installPackage(name)
  if (!referencePython()) unpackPackage(name)
  return referencePython() !== undefined
}

const hasLibrary = (root: string): boolean => existsSync(join(root, modules, 'opentimestamps'))
