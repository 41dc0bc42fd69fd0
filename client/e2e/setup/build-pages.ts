import { buildIfChanged } from '#scripts/start/build.ts'

/** Builds the pages once, before each worker's Assay would build them. */
export default buildIfChanged
