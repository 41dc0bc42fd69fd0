import { test as base } from '@playwright/test'

/** Tests of the started Assay: relative addresses are its own, `administrator` is its one-time link. */
export const test = base.extend<{ administrator: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  baseURL: async ({}, use) => use(process.env.ASSAY_URL!),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  administrator: async ({}, use) => use(process.env.ASSAY_ADMINISTRATOR!),
})
