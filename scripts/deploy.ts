import { administratorCommand } from '#server/administrator.ts'
import { chainCommand } from '#server/chain.ts'
import { checkInstallation } from './deploy/check.ts'
import { initInstallation } from './deploy/init.ts'
import { filePlaces, readVariables } from './deploy/variables.ts'

const usage = `Usage: npm run deploy -- COMMAND
  init [OPTIONS]                 asks for what it needs, and writes variables, keys, units of systemd and the file of the proxy
  check [--mail ADDRESS]         tries each part of the installation, and says what to do about faults
  administrator --email ADDRESS  prints a sign-in link for an administrator
  chain COMMAND                  as npm run chain
Options are in docs/deploy.md.
`

/** Commands that use the variables of the installation as they are for `npm start`. */
const withVariables = { administrator: administratorCommand, chain: chainCommand }

/** `npm run deploy`: sets up an installation on this machine, and checks it. */
async function deploy([command = '', ...args]: string[]): Promise<number> {
  if (command === 'init') return initInstallation(args)
  if (command === 'check') return checkInstallation(args)
  const run = withVariables[command as keyof typeof withVariables]
  if (run) return run(args, { ...readVariables(`/${filePlaces.serverFile}`), ...process.env })
  process.stderr.write(usage)
  return 64
}

process.exitCode = await deploy(process.argv.slice(2))
