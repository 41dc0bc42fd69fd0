import { buildIfChanged } from './start/build.ts'

/** `npm run build`: builds the pages that the web processes send, if a source changed since the last build. */
buildIfChanged()
