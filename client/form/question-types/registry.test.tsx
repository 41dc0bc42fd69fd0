import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Question } from '#shared/form/contract.ts'
import { datatypes } from '#shared/form/question-types/registry.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { questionTypeViews } from './registry.ts'

test.each(datatypes)('names the input of a %s question after it, and shows its error [SU02]', async (datatype) => {
  const { show } = await setUpDevice({ texts: ['submission'] })
  const { Field, icon: Icon } = questionTypeViews[datatype]
  const question = Question.parse({ id: uuid7(), name: 'Asked here', datatype, required: true, sequence: 1 })
  show(() => (
    <>
      <Icon data-testid="icon" />
      <Field question={question} value="" error="Not like this" onChange={() => {}} onLeave={() => {}} />
    </>
  ))
  expect(await screen.findByLabelText(/^Asked here/)).toBeTruthy()
  expect(screen.getByText('Not like this')).toBeTruthy()
  expect(screen.getByTestId('icon').tagName).toBe('svg')
})
