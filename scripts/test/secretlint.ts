/** How secretlint is run on this repository: no key, password or token is ever committed. */
export const secretlint = (...files: string[]): string[] => [
  'node_modules/secretlint/bin/secretlint.js',
  ...['--secretlintrc', '.secretlintrc.json', '--secretlintignore', '.gitignore', '--maskSecrets'],
  ...(files.length > 0 ? files : ['**/*', '.*', '.github/**/*', '.ci/*']),
]
