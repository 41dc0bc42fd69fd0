import { rmSync } from 'node:fs'
import type { FullConfig } from '@playwright/test'
import { buildIfChanged } from '#scripts/start/build.ts'

/** Once, before every worker starts an Assay that would build. What failed tests left on screen is in what they printed. */
export default function setUp({ projects }: FullConfig): () => void {
  buildIfChanged()
  return () => {
    for (const { outputDir } of projects) rmSync(outputDir, { recursive: true, force: true })
  }
}
