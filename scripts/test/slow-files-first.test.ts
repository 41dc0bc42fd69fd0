import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slowFiles } from './slow-files-first.ts'

test('each slow file exists', () => {
  expect(slowFiles.filter((file) => !existsSync(file))).toEqual([])
})
