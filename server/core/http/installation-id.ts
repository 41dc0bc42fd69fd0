import { createHmac } from 'node:crypto'

/** A text that tells this installation from others, and says nothing about its keys. */
export const installationId = ({ codeKey }: { codeKey: Buffer }): string =>
  createHmac('sha256', codeKey).update('assay installation').digest('hex').slice(0, 32)
