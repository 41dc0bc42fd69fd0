// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm names questions so.
import { expect, test } from 'vitest'
import { type EditableForm, withoutForeignSettings } from '#client/form/draft.ts'
import { FormInput } from '#shared/form/contract.ts'
import { expressionIssues } from '#shared/form/expression-issues.ts'
import { questionExamples, questionsOfAllTypes } from '#shared/form/question-types/examples.fixture.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { deliveryExample, farmExample, householdExample } from './examples.fixture.ts'
import { exportForm, writeWorkbook } from './export-form.ts'
import { importForm } from './import-form.ts'
import { readWorkbook, workbookOf } from './sheets.ts'
import { fromXPath, toXPath } from './xpath.ts'

const imported = (sheets: typeof farmExample) => importForm(workbookOf(sheets), 'file.xlsx')
const questionsOf = ({ sections }: EditableForm) => sections.flatMap(({ questions }) => questions)
const byKey = (form: EditableForm) => Object.fromEntries(questionsOf(form).map((question) => [question.key, question]))

/** A form without its ids, which are new in each import; conditions name questions by their place. */
function withoutIds(form: EditableForm) {
  const ids = questionsOf(form).map(({ id }) => id)
  const text = JSON.stringify(form, (name, value) => (name === 'id' && ids.includes(value) ? undefined : value))
  const sections = form.sections.map(({ id }) => id)
  return JSON.parse([...ids, ...sections].reduce((all, id, place) => all.replaceAll(id, `#${place}`), text))
}
const again = async (form: EditableForm) => {
  const file = await writeWorkbook(exportForm(form))
  return importForm(await readWorkbook(await file.arrayBuffer()), 'again.xlsx')
}

test('imports calculations, constraints, conditions and defaults of a form without any loss [FO04]', () => {
  const { draft, notes } = imported(deliveryExample)
  expect(notes).toEqual([])
  expect(draft.name).toBe('Delivery of crates')
  expect(byKey(draft)).toMatchObject({
    arrival: { datatype: 'date', required: true, constraint: 'answer <= today()', initial: { from: 'today' } },
    price: { datatype: 'number', hint: 'Without tax', constraintMessage: 'More than zero' },
    crates: { datatype: 'number', whole: true, initial: { from: 'value', value: '1' } },
    net: { hideResult: true, calculation: 'price * crates', datatype: 'string' },
    tax: { calculation: 'round(net * 20 / 100, 2)', name: 'Tax' },
    reason: { requiredIf: 'crates > 20', showIf: { expression: 'crates > 10' }, constraint: 'length(answer) >= 5' },
  })
})

test('imports groups as sections, lists as options, and one of several languages [FO04]', () => {
  const { draft, notes } = imported(farmExample)
  expect(draft.sections.map(({ name, questions }) => [name, questions.length])).toEqual([
    ['Farm visit', 1],
    ['Crops', 3],
    ['Farm visit', 1],
  ])
  expect(byKey(draft)).toMatchObject({
    farmer: { name: 'Name of the farmer', required: true, constraint: 'matches(answer, "[A-Za-z ]{2,60}")' },
    grown_crops: {
      datatype: 'choices',
      options: [
        { id: 'tea', name: 'Tea' },
        { id: 'sugar_cane', name: 'Sugar cane' },
        { id: 'rice', name: 'Rice' },
      ],
    },
    organic: { datatype: 'choice', showIf: { expression: 'selected(grown_crops, "tea")' } },
    certified: { showIf: { expression: '(selected(grown_crops, "tea")) and (organic = "yes")' } },
    thanks: { datatype: 'note' },
  })
  expect(notes.map(({ reason, sheet, row, column }) => [reason, sheet, row, column])).toEqual([
    ['language', 'survey', undefined, 'label::Русский (ru)'],
    ['column', 'survey', undefined, 'appearance'],
    ['language', 'choices', undefined, 'label::Русский (ru)'],
    ['optionId', 'choices', 3, 'name'],
    ['renamed', 'survey', 4, 'name'],
    ['nested', 'survey', 5, 'type'],
  ])
})

test('reports what it cannot take by sheet, row and column, and makes a form to save [FO04]', () => {
  const { draft, notes } = imported(householdExample)
  expect(notes.map(({ reason, row, column, text }) => [reason, row, column, text])).toEqual([
    ['column', undefined, 'media::image', 'media::image'],
    ['column', undefined, 'region', 'region'],
    ['metadata', 2, 'type', 'start'],
    ['metadata', 3, 'type', 'deviceid'],
    ['reference', 5, 'label', 'Town in ${region}'],
    ['choiceFilter', 5, 'choice_filter', 'region = ${region}'],
    ['type', 6, 'type', 'select_one_from_file shops.csv'],
    ['repeat', 7, 'type', 'Member of the household'],
    ['expression', 10, 'calculation', 'position()'],
    ['type', 10, 'type', 'calculate'],
    ['expression', 12, 'calculation', 'pulldata()'],
    ['type', 12, 'type', 'calculate'],
    ['type', 15, 'type', 'rank town'],
  ])
  expect(FormInput.safeParse(draft).error).toBeUndefined()
  expect(expressionIssues(draft.sections)).toEqual([])
})

test.each([
  ['deliveries', deliveryExample],
  ['a farm', farmExample],
  ['a household', householdExample],
])('exports the imported form of %s as a file that imports equal again, without notes [FO04]', async (_, sheets) => {
  const { draft } = imported(sheets)
  const second = await again(draft)
  expect(withoutIds(second.draft)).toEqual(withoutIds(draft))
  expect(second.notes.filter(({ reason }) => reason !== 'reference')).toEqual([])
  const third = await again(second.draft)
  expect(withoutIds(third.draft)).toEqual(withoutIds(draft))
})

test('exports questions of all types with conditions, sensors and sharing so that they import equal [FO04]', async () => {
  const questions = questionsOfAllTypes.map((question, place) => ({
    ...question,
    id: uuid7(),
    prefix: '',
    suffix: question.suffix ?? '',
    share: place % 2 === 0 && question.datatype !== 'note',
    required: false,
    active: place !== 3,
  }))
  const choice = questions.find(({ datatype }) => datatype === 'choice')!
  const asked = { ...questions.at(-1)!, showIf: { question: choice.id, options: ['red', 'none'] } }
  const number = { ...questions[1]!, id: uuid7(), key: 'n', constraint: 'answer > 1', calculation: undefined }
  const form: EditableForm = {
    name: 'All',
    custom_id_label: 'Batch "A"',
    sections: [
      {
        id: uuid7(),
        name: 'One',
        sensors: [{ id: uuid7(), share: true }],
        questions: [...questions.slice(0, -1), asked],
      },
      { id: uuid7(), name: 'One', sensors: [], questions: [{ ...number, initial: { from: 'last' } }] },
    ],
  }
  expect(Object.keys(questionExamples)).toHaveLength(questions.length)
  const { draft, notes } = await again(form)
  expect(notes).toEqual([])
  expect(withoutIds(draft)).toEqual(withoutIds(JSON.parse(JSON.stringify(withoutForeignSettings(form)))))
})

test.each([
  ['${a} > 5 and ${b} = "x"', 'a > 5 and b = "x"'],
  [". >= 1 and . <= 10 or not(selected(., 'none'))", 'answer >= 1 and answer <= 10 or not(selected(answer, "none"))'],
  ['(${a} + 1) div 2 mod 3', '(a + 1) / 2 % 3'],
  ['if(true(), -${a}, 0 - 1)', 'if(true, - a, 0 - 1)'],
  ["coalesce(${a}, '') != ''", 'coalesce(a, "") != ""'],
  ["regex(., '\\d{3}')", String.raw`matches(answer, "\\d{3}")`],
])('translates the expression %s and back [FO04]', (xpath, expression) => {
  const keyOf = (name: string) => name
  expect(fromXPath(xpath, keyOf)).toEqual({ expression })
  const back = fromXPath(toXPath(expression), keyOf)
  expect('expression' in back && toXPath(back.expression)).toBe(toXPath(expression))
})

test.each(['/data/a > 1', '../a', 'a[1]', '${a} | ${b}', 'jr:choice-name(${a}, 1)', 'constructor(1)', "'open"])(
  'names the part of %s that has no counterpart [FO04]',
  (xpath) => {
    expect(fromXPath(xpath, (name) => name)).toMatchObject({ unknown: expect.any(String) })
  },
)
