/**
 * Resolves the imports of packages once for each process. Loaded before everything else, by `--import` in NODE_OPTIONS.
 *
 * Node 24 parses the whole `exports` of a package at each import of it, and again at each import of one of its files by
 * another one: its function `getPackageScopeConfig` copies a lazy getter. Those of drizzle-orm and date-fns have 130 and 190 kB,
 * and the server has 240 files that import the first. Half of the processor time of a start went there
 * (docs/decisions/2026-11-25-imports-resolved-once.md).
 *
 * In JavaScript and without required exports of Node, because programs that inherit NODE_OPTIONS may run on an older one, such
 * as npm.
 */
import * as nodeModule from 'node:module'

const root = new URL('../../..', import.meta.url).href
const packages = `${root}node_modules/`
/** Packages of ES modules only, whose files import each other by full relative paths. */
const largeExports = ['drizzle-orm', 'date-fns'].map((name) => `${packages}${name}/`)
/** A package has the same files for all importing files outside of `node_modules`, because there is one such folder. */
const resolved = new Map()

const isOwn = (url) => url.startsWith(root) && !url.startsWith(packages)
const isPackage = (specifier) => /^[@a-z]/i.test(specifier) && !specifier.includes(':')

nodeModule.registerHooks?.({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions, importAttributes } = context
    const isModule = conditions.includes('import') && importAttributes.type === undefined
    if (parentURL === undefined || !isModule) return nextResolve(specifier, context)
    if (isPackage(specifier) && isOwn(parentURL)) {
      const known = resolved.get(specifier) ?? nextResolve(specifier, context)
      resolved.set(specifier, known)
      return { ...known, shortCircuit: true }
    }
    if (specifier.startsWith('.') && largeExports.some((folder) => parentURL.startsWith(folder)))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    return nextResolve(specifier, context)
  },
})
