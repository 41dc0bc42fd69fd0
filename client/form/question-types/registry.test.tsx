import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Question } from '#shared/form/contract.ts'
import { questionsOfAllTypes } from '#shared/form/question-types/examples.fixture.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { questionTypeViews } from './registry.ts'

test.each(questionsOfAllTypes)('shows $name with an icon, its name and its error [SU02]', async (settings) => {
  const { show } = await setUpDevice({ texts: ['submission', 'scan'] })
  const { Field, icon: Icon } = questionTypeViews[settings.datatype]
  const question = Question.parse({ id: uuid7(), required: true, sequence: 1, ...settings })
  show(() => (
    <>
      <Icon data-testid="icon" />
      <Field question={question} value="" error="Not like this" onChange={() => {}} onLeave={() => {}} />
    </>
  ))
  const name = new RegExp(`^${question.name}`)
  const roles = questionTypeOf(question).isNote ? ['region'] : ['textbox', 'radiogroup', 'group']
  await screen.findByTestId('icon')
  const named = roles.flatMap((role) => screen.queryAllByRole(role, { name }))
  expect(named.length).toBeGreaterThan(0)
  expect(screen.queryByText('Not like this') === null).toBe(questionTypeOf(question).isNote === true)
  expect(screen.getByTestId('icon').tagName).toBe('svg')
})
