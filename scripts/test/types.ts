/**
 * The check of all types, run by Node. The compiler is a program in Go: a heap below this limit is not searched for garbage,
 * which would cost a quarter of the processor time. The types need 1.7 GB.
 */
export const typeCheck = {
  args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json', '--singleThreaded'],
  env: { GOGC: 'off', GOMEMLIMIT: '3GiB' },
} as const
