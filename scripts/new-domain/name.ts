import { existsSync, globSync, readFileSync } from 'node:fs'
import { screens } from '#client/app/screens.ts'
import { textFiles } from '#client/core/i18n/namespaces.ts'
import { quotas } from '#shared/app/quotas.ts'
import { appText } from '#shared/app/text.ts'
import { serverPaths } from '#shared/core/api/server-paths.ts'
import { templates } from './templates.ts'

/** Addresses that are neither pages nor calls of a contract. */
const otherAddresses = [...serverPaths, 'assets', 'images', 'unsubscribe']
const roots = ['shared', 'server', 'client']

type DomainWords = { sample: string; Sample: string; samples: string; Samples: string }

export function wordsOf(name: string): DomainWords {
  const plural = /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : name.replace(/([^aeiou])y$/, '$1ie').concat('s')
  return { sample: name, Sample: capitalized(name), samples: plural, Samples: capitalized(plural) }
}

/** Puts the words of the domain in place of `sample`, within longer names, too. */
export function withWords(template: string, words: DomainWords): string {
  return template.replace(/[sS]amples?/g, (word) => words[word as keyof DomainWords])
}

/** Returns why a domain cannot have this name; undefined if it can. */
export function nameProblem(name: string | undefined): string | undefined {
  if (!name) return 'Usage: npm run new-domain NAME'
  if (!/^[a-z]{3,20}$/.test(name)) return `${name} is no name of a domain: use one word of 3 to 20 letters from a to z.`
  const root = roots.find((folder) => existsSync(`${folder}/${name}`))
  if (root) return `The domain ${name} exists already: ${root}/${name}.`
  const { samples } = wordsOf(name)
  const taken = (list: object, ...keys: string[]) => keys.some((key) => Object.hasOwn(list, key))
  if (isReservedWord(name)) return `${name} is a word of the language or of the generated files. Choose another one.`
  if (taken(textFiles, name)) return `There is a text namespace ${name} already: client/core/i18n/namespaces.ts.`
  if (taken(appText.enUS, samples)) return `There is a text ${samples} already: shared/app/text.ts.`
  if (taken(quotas, samples)) return `There is a quota ${samples} already: shared/app/quotas.ts.`
  if (screens.some(({ path }) => path.split('/')[1] === name)) return `There is a screen at /${name} already.`
  if (otherAddresses.includes(name) || isIn('shared/**/*contract.ts', `path: '/${name}(/|')`))
    return `There is an address /${name} already.`
  if (isIn('server/core/migrations/*.sql', `CREATE TABLE "${name}"`)) return `There was a table ${name} already.`
  return undefined
}

function isReservedWord(name: string): boolean {
  if (Object.values(templates).some((template) => new RegExp(`\\b${name}s?\\b`).test(template))) return true
  try {
    new Function(`'use strict'; const ${name} = 1`)
    return false
  } catch {
    return true
  }
}

function isIn(files: string, pattern: string): boolean {
  return globSync(files).some((file) => new RegExp(pattern).test(readFileSync(file, 'utf8')))
}

const capitalized = (word: string) => word[0]!.toUpperCase() + word.slice(1)
