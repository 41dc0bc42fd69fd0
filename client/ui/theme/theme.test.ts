// @vitest-environment node
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { defaultSystem } from '@chakra-ui/react'
import { expect, test } from 'vitest'
import { recipes, slotRecipes } from './recipes.ts'

/** Components that use the recipe of another one. */
const sharedRecipes: Record<string, string[]> = {
  Checkbox: ['checkmark'],
  CloseButton: ['button'],
  IconButton: ['button'],
  InputGroup: ['input'],
  RadioCard: ['radiomark'],
}

async function chakraNames(): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const file of glob('client/**/*.tsx')) {
    const source = readFileSync(file, 'utf8')
    const imported = /import \{([^}]*)\} from '@chakra-ui\/react'/.exec(source)?.[1] ?? ''
    for (const word of imported.split(',')) names.add(word.trim().split(' ')[0]!)
  }
  return names
}

test('has a recipe for every component in use', async () => {
  const names = await chakraNames()
  expect(names).toContain('Button')
  const known = (key: string) => defaultSystem.isRecipe(key) || defaultSystem.isSlotRecipe(key)
  const needed = [...names].flatMap((name) => [name[0]?.toLowerCase() + name.slice(1), ...(sharedRecipes[name] ?? [])])
  const given = { ...recipes, ...slotRecipes }
  expect(needed.filter((key) => known(key) && !(key in given))).toEqual([])
})
