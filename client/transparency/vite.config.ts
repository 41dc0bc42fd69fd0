import { createHash } from 'node:crypto'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
const dist = join(root, '../../dist/transparency')
const checks = { bundlerTimings: false }

/**
 * Writes the page and its script into one file. The content security policy of the page allows only this script, and requests
 * only to the explorer that a reader enters.
 */
const oneFile: Plugin = {
  name: 'one-file',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const [script] = Object.values(bundle)
    if (script?.type !== 'chunk' || Object.keys(bundle).length !== 1) throw new Error('The checker must be one chunk.')
    const code = script.code.replaceAll('</script', '<\\/script')
    const hash = createHash('sha256').update(code).digest('base64')
    const source = readFileSync(join(root, 'verify.template.html'), 'utf8')
      .replace('SCRIPT_HASH', () => hash)
      .replace('SCRIPT', () => code)
    delete bundle[script.fileName]
    this.emitFile({ type: 'asset', fileName: 'verify.html', source })
  },
}

/** The command line, as a package that `npx` runs from its folder. */
const commandPackage: Plugin = {
  name: 'command-package',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle() {
    const named = { name: 'assay-verify', version: '1.0.0', type: 'module', license: 'AGPL-3.0-or-later' }
    const source = JSON.stringify({ ...named, bin: 'assay-verify.js', engines: { node: '>=20' } }, null, 2)
    this.emitFile({ type: 'asset', fileName: 'package.json', source })
  },
  // npx executes the file.
  writeBundle({ dir }) {
    chmodSync(join(dir!, 'assay-verify.js'), 0o755)
  },
}

/** The checker of proofs: a page that works as a local file, and a command. Both use the same modules. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [oneFile, commandPackage],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: join(dist, 'page'),
        emptyOutDir: true,
        target: 'es2022',
        modulePreload: false,
        rollupOptions: { input: join(root, 'main.ts'), output: { format: 'iife' }, checks },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: join(dist, 'command'),
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        rollupOptions: { input: join(root, 'command.ts'), output: { entryFileNames: 'assay-verify.js' }, checks },
      },
    },
  },
})
