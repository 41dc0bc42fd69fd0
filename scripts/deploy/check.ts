import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Environment } from '#server/core/environment.ts'
import { loadSignerConfig } from '#server/core/signer-config.ts'
import { doctorCommand } from '#server/installation/doctor.ts'
import { continueAsOwner } from './as-owner.ts'
import { filePlaces, readVariables } from './variables.ts'

type Fault = { what: string; todo: string }

/**
 * `npm run deploy -- check`: the files of the installation, then everything that `npm run doctor` tries. Returns the exit code: 0 without
 * a fault.
 */
export async function checkInstallation(args: string[]): Promise<number> {
  const faults = fileFaults('/')
  for (const { what, todo } of faults) process.stdout.write(`FAULT    ${what}\n${' '.repeat(29)}→ ${todo}\n`)
  const variables = readVariables(join('/', filePlaces.serverFile))
  continueAsOwner(variables.DATA_DIR ?? '')
  const code = await doctorCommand(args, { ...variables, ...process.env })
  return faults.length > 0 ? 1 : code
}

/** What is wrong with the files that `init` writes. @param folder the root of the machine, or the folder of `--folder` */
export function fileFaults(folder: string): Fault[] {
  const faults: Fault[] = []
  const init = 'Run “npm run deploy -- init” as root.'
  for (const place of [filePlaces.serverFile, filePlaces.signerFile]) {
    const file = join(folder, place)
    if (!existsSync(file)) faults.push({ what: `${file} is missing`, todo: init })
    else if ((statSync(file).mode & 0o077) !== 0)
      faults.push({ what: `Other users can read ${file}`, todo: `chmod 600 ${file}` })
  }
  if (faults.some(({ what }) => what.endsWith('is missing'))) return faults
  const variables = readVariables(join(folder, filePlaces.serverFile))
  const unknown = Object.keys(variables).filter((name) => !(name in Environment.shape))
  if (unknown.length > 0)
    faults.push({ what: `No process reads ${unknown.join(', ')}`, todo: 'Correct the name, or remove the line.' })
  try {
    loadSignerConfig(readVariables(join(folder, filePlaces.signerFile)))
  } catch (error) {
    faults.push({ what: `${filePlaces.signerFile}: ${(error as Error).message}`, todo: 'Correct the file.' })
  }
  if (!existsSync('dist/console/index.html')) faults.push({ what: 'The pages are not built', todo: 'npm run build' })
  return faults
}
