import { runAssay } from './start/run.ts'

await runAssay()
