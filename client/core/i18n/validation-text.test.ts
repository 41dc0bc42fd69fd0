// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { OrderInput } from '#shared/order/contract.ts'

const files = globSync('{shared,client}/**/*.{ts,tsx}', { exclude: (path) => /\.test\.|\.e2e\./.test(path) })
/** A message that a schema gives to its rule: a capital letter first, then several words. */
const rule =
  /\b(?:min|max|regex|refine|uuid|enum|literal|number|int|missingMessage)\((?:[^'\n]*, )?'([A-Z][^'\n]* [^'\n]*)'|message: '([A-Z][^'\n]* [^'\n]*)'/g

test('has a Russian text for every validation rule', () => {
  const messages = files
    .filter((path) => readFileSync(path, 'utf8').includes("from 'zod'"))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(rule)].map(([, short, long]) => short ?? long!))
  expect(messages.length).toBeGreaterThan(40)
  expect(messages.filter((message) => validationMessage(message, 'ruRU') === message)).toEqual([])
})

type Schema = z.core.$ZodType
type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  options?: Schema[]
  innerType?: Schema
  in?: Schema
  getter?: () => Schema
  left?: Schema
}

/** Inputs of the shape of a schema with one value everywhere else. */
function inputsOf(schema: Schema, value: unknown, depth = 0): unknown[] {
  const def = schema._zod.def as unknown as Def
  if (depth > 8) return [value]
  const inner = def.innerType ?? def.in ?? def.left ?? (def.type === 'lazy' ? def.getter!() : undefined)
  if (inner) return inputsOf(inner, value, depth + 1)
  if (def.options) return [value, ...def.options.flatMap((option) => inputsOf(option, value, depth + 1))]
  if (def.element) return [value, ...inputsOf(def.element, value, depth + 1).map((one) => [one])]
  if (!def.shape) return [value]
  const parts = Object.entries(def.shape).map(([name, part]) => [name, inputsOf(part, value, depth + 1)] as const)
  const longest = Math.max(1, ...parts.map(([, inputs]) => inputs.length))
  return Array.from({ length: longest }, (_, at) =>
    Object.fromEntries(parts.map(([name, inputs]) => [name, inputs[at % inputs.length]])),
  )
}

const wrongValues = [
  ...[undefined, null, '', ' ', 'x', 'x'.repeat(100_000), '\0', 'https://x', '2026-02-31', true, {}, []],
  ...[0, -1, 1.5, 1e12, Number.NaN, Number.POSITIVE_INFINITY, Array(100_000).fill('x')],
]

test('shows no message of the library in a form: every rule of every call has a text in both languages', async () => {
  const messages = new Set<string>()
  for (const path of globSync('shared/**/*contract.ts')) {
    const exported = Object.values(await import(/* @vite-ignore */ `${process.cwd()}/${path}`)) as Record<
      string,
      { body?: Schema; query?: Schema }
    >[]
    const routes = exported.flatMap((contract) =>
      contract && typeof contract === 'object' ? Object.values(contract) : [],
    )
    for (const schema of routes.flatMap((route) => [route?.body, route?.query])) {
      if (!schema?._zod) continue
      for (const value of wrongValues)
        for (const input of inputsOf(schema, value))
          for (const { message } of z.safeParse(schema, input).error?.issues ?? []) messages.add(message)
    }
  }
  expect(messages.size).toBeGreaterThan(60)
  const shown = [...messages].map((message) => [message, validationMessage(message, 'ruRU')] as const)
  expect(shown.filter(([, russian]) => !/\p{Script=Cyrillic}/u.test(russian))).toEqual([])
  const technical = /^(?:Too (?:big|small)|Invalid (?:input|option|string)|Unrecognized)/
  expect(
    [...messages].map((message) => validationMessage(message, 'enUS')).filter((text) => technical.test(text)),
  ).toEqual([])
})

test('names the limit of a number, a text and a list in the notation of the language', () => {
  const messageOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error!.issues[0]!.message
  const quantity = messageOf(OrderInput.shape.quantity, 10_000_001)
  expect(validationMessage(quantity, 'enUS')).toBe(`Please enter at most ${limits.orderQuantity.toLocaleString()}`)
  expect(validationMessage(quantity, 'ruRU')).toBe(`Введите не больше ${limits.orderQuantity.toLocaleString('ru-RU')}`)
  expect(validationMessage(messageOf(z.string().max(5), 'longer'), 'ruRU')).toBe('Введите не больше символов: 5')
  expect(validationMessage(messageOf(z.array(z.int()).min(2), [1]), 'ruRU')).toBe('Выберите не меньше: 2')
  expect(validationMessage(messageOf(z.number().positive(), 0), 'enUS')).toBe('Please enter more than 0')
})

test('returns a message from another source unchanged', () => {
  expect(validationMessage('Too small', 'ruRU')).toBe('Too small')
})
