/** How dependency-cruiser checks the rules of `.dependency-cruiser.cjs`. */
export const importRules: readonly string[] = [
  'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  ...['--config', '.dependency-cruiser.cjs', 'server', 'client', 'shared'],
]
