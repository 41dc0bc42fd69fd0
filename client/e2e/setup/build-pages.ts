import { buildIfChanged } from '#scripts/start/build.ts'

/** Once, before every worker starts an Assay that would build. */
export default buildIfChanged
