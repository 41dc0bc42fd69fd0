import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Question } from '#shared/form/contract.ts'
import { questionsOfAllTypes } from '#shared/form/question-types/examples.fixture.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { questionTypeViews } from './registry.ts'

test.each(questionsOfAllTypes)('shows $name with an icon, its name and its error [SU02]', async (settings) => {
  const { show } = await setUpDevice({ texts: ['submission', 'answer', 'scan'] })
  const { Field, icon: Icon } = questionTypeViews[settings.datatype]
  const question = Question.parse({ id: uuid7(), required: true, sequence: 1, ...settings })
  show(() => (
    <>
      <Icon data-testid="icon" />
      <Field question={question} recordId="" value="" error="Not like this" onChange={() => {}} onLeave={() => {}} />
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

test('names a group of options by its legend, and says that an answer is required [SU02]', async () => {
  const { show } = await setUpDevice({ texts: ['submission', 'answer', 'scan'] })
  const [choice, choices] = (['choice', 'choices'] as const).map((datatype) => {
    const settings = questionsOfAllTypes.find((question) => question.datatype === datatype)!
    return Question.parse({ id: uuid7(), required: true, sequence: 1, ...settings })
  })
  show(() =>
    [choice!, choices!].map((question) => {
      const { Field } = questionTypeViews[question.datatype]
      return (
        <Field
          key={question.id}
          question={question}
          recordId=""
          value=""
          error={undefined}
          onChange={() => {}}
          onLeave={() => {}}
        />
      )
    }),
  )
  const radios = await screen.findByRole('radiogroup', { name: 'A choice question' })
  expect(radios.getAttribute('aria-required')).toBe('true')
  screen.getByRole('group', { name: 'A choices question (required)' })
  for (const group of screen.getAllByRole('group')) {
    const legend = document.getElementById(group.getAttribute('aria-labelledby')!)
    expect(legend?.tagName).toBe('LEGEND')
  }
})
