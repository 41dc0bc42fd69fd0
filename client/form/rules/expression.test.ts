import { expect, test } from 'vitest'
import { evaluate } from '#shared/form/expression/evaluate.ts'
import { expressionResults, fixtureMoment, fixtureValues } from '#shared/form/expression/expressions.fixture.ts'
import { isFault, parseExpression } from '#shared/form/expression/parse.ts'

test('evaluates each expression of the fixture in the environment of a browser [FO03]', () => {
  for (const [text, result] of expressionResults) {
    const parsed = parseExpression(text)
    if (isFault(parsed)) throw new Error(`${text}: ${parsed.fault}`)
    expect([text, evaluate(parsed, (name) => fixtureValues[name] ?? null, fixtureMoment)]).toEqual([text, result])
  }
})
