import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { formContract } from '#shared/form/contract.ts'
import { createForm, fieldMerchant, sensorId, switchOn, teaForm } from './form.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
})
afterAll(() => world.close())

const api = (caller: Person) => world.api(formContract, caller)

test('FO02 a form is created, read, listed, searched, changed and removed from the list', async () => {
  const owner = await fieldMerchant(world)
  const mine = api(owner)
  const made = await createForm(world, owner)
  expect(made).toMatchObject({ name: 'Tea harvest', custom_id_label: 'Batch', revision: 1 })
  expect(made.sections[0]!.questions.map(({ name, datatype, suffix, sequence }) => [name, datatype, suffix, sequence])) //
    .toEqual([
      ['Picker', 'string', '', 1],
      ['Weight', 'number', 'kg', 2],
      ['Basket', 'unique', '', 3],
    ])
  const params = { id: made.id }
  expect(await mine.read({ params })).toEqual(made)
  await createForm(world, owner, { name: 'Another' })
  expect((await mine.list({ query: {} })).rows.map(({ name }) => name)).toEqual(['Another', 'Tea harvest'])
  expect((await mine.list({ query: { sort: '-name' } })).rows.map(({ name }) => name)).toEqual([
    'Tea harvest',
    'Another',
  ])
  expect(await mine.list({ query: { search: 'TEA h' } })).toMatchObject({ total: 1, rows: [{ id: made.id }] })
  // Missing fields stay unchanged.
  const changed = await mine.update({ params, body: { revision: 1, name: 'Harvest' } })
  expect(changed).toMatchObject({ name: 'Harvest', revision: 2, sections: made.sections })
  await mine.remove({ params })
  await expect(mine.read({ params })).rejects.toMatchObject({ status: 404, code: 'form.notFound' })
  expect((await mine.list({ query: {} })).total).toBe(1)
  const { rows: trail } = await world.database.query(
    `select action from audit_entry where merchant_id = $1 and subject = $2 order by seq`,
    [owner.merchantId, made.id],
  )
  expect(trail.map(({ action }) => action)).toEqual(['form.create', 'form.update', 'form.remove'])
})

test('FO01 every revision stays as it was and cannot be changed', async () => {
  const made = await createForm(world, person)
  await api(person).update({ params: { id: made.id }, body: { ...made, sections: [] } })
  const { rows } = await world.database.query(
    'select revision, structure from form_revision where form_id = $1 order by revision',
    [made.id],
  )
  expect(rows.map(({ revision, structure }) => [revision, structure.sections])).toEqual([
    [1, made.sections],
    [2, []],
  ])
  const change = world.database.query(`update form_revision set structure = '{}' where form_id = $1`, [made.id])
  await expect(change).rejects.toThrow('form_revision is append-only')
})

test('FO02 accepts the first of many changes of one revision; the others receive both versions', async () => {
  const made = await createForm(world, person)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, i) => api(person).update({ params: made, body: { ...made, name: `Name ${i}` } })),
  )
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refusals).toHaveLength(4)
  for (const { reason } of refusals) {
    expect(reason).toMatchObject({ status: 409, code: 'form.stale', details: { yours: 1, current: 2 } })
  }
  const current = await api(person).read({ params: made })
  // A change that equals the current revision is no change, for any base revision.
  expect(await api(person).update({ params: made, body: { ...current, revision: 1 } })).toEqual(current)
})

test('FO02 a form that is sent twice is one form, also concurrently and after a change; rejects other content with its id', async () => {
  const id = randomUUID()
  const both = await Promise.all([
    createForm(world, person, { ...teaForm, id }),
    createForm(world, person, { ...teaForm, id }),
  ])
  expect(both[0]).toEqual(both[1])
  await api(person).update({ params: { id }, body: { ...both[0], name: 'Harvest' } })
  expect(await createForm(world, person, { ...teaForm, id })).toMatchObject({ name: 'Harvest', revision: 2 })
  const taken = { status: 409, code: 'core.idTaken' }
  await expect(createForm(world, person, { id, name: 'Another' })).rejects.toMatchObject(taken)
  const other = await fieldMerchant(world)
  await expect(createForm(world, other, { ...teaForm, id })).rejects.toMatchObject(taken)
  expect((await api(other).list({ query: {} })).total).toBe(0)
})

test('FO02 each added, changed and removed section creates a revision; sensors and questions can be read', async () => {
  const made = await createForm(world, person)
  const mine = api(person)
  const added = await mine.addSection({ params: made, body: { questions: [{ name: 'Boxes', datatype: 'number' }] } })
  expect(added).toMatchObject({ name: 'Section Title #3', sequence: 3, formId: made.id, revision: 2 })
  expect(await mine.section({ params: added })).toEqual(added)
  const { formId: _, revision: __, ...same } = added
  expect(await mine.addSection({ params: made, body: same })).toEqual(added)
  const another = mine.addSection({ params: made, body: { id: added.id, name: 'Another' } })
  await expect(another).rejects.toMatchObject({ code: 'core.idTaken' })
  const [, drying] = await mine.sections({ params: made })
  expect(await mine.sensors({ params: drying! })).toEqual([{ id: sensorId, share: true }])
  expect((await mine.questions({ params: drying! })).map(({ name }) => name)).toEqual(['Begun', 'Old question'])
  const body = { revision: 2, name: 'Packing', sequence: 1 }
  expect(await mine.updateSection({ params: added, body })).toMatchObject({
    ...{ name: 'Packing', revision: 3, questions: added.questions },
  })
  await expect(mine.updateSection({ params: added, body: { ...body, name: 'Late' } })).rejects.toMatchObject({
    code: 'form.stale',
    details: { yours: 2, current: 3 },
  })
  await mine.removeSection({ params: drying! })
  expect((await mine.read({ params: made })).sections.map(({ name }) => name)).toEqual(['Packing', 'Plucking'])
  await expect(mine.section({ params: drying! })).rejects.toMatchObject({ status: 404, code: 'form.noSection' })
})

test('FO02 limits a form to fifty sections for every way of adding them', async () => {
  const full = await createForm(world, person, { sections: Array.from({ length: 50 }, () => ({})) })
  const more = { revision: 1, sections: [...full.sections, { ...full.sections[0]!, id: randomUUID() }] }
  await expect(api(person).update({ params: full, body: more })).rejects.toMatchObject({ code: 'core.invalid' })
  await expect(api(person).addSection({ params: full, body: {} })).rejects.toMatchObject({ code: 'form.tooMany' })
})

test('FO02 a question keeps its type, and its id cannot move to another form', async () => {
  const [made, twin] = [await createForm(world, person), await createForm(world, person)]
  const retyped = structuredClone(made)
  retyped.sections[0]!.questions[0]!.datatype = 'number'
  await expect(api(person).update({ params: made, body: retyped })).rejects.toMatchObject({
    code: 'form.datatype',
    message: 'The type of the question "Picker" cannot be changed. Add a new question instead.',
  })
  const stolen = { ...twin, sections: made.sections }
  await expect(api(person).update({ params: twin, body: stolen })).rejects.toMatchObject({ code: 'core.idTaken' })
  const doubled = { ...made, sections: [made.sections[0]!, made.sections[0]!] }
  await expect(api(person).update({ params: made, body: doubled })).rejects.toMatchObject({ code: 'core.idTaken' })
  // Ids of parts belong to a merchant: another merchant may use the same ids.
  const other = await fieldMerchant(world)
  expect((await createForm(world, other, { name: 'Copy', sections: made.sections })).sections).toEqual(made.sections)
})

test("FO02 responds 404 to another merchant's form and sections", async () => {
  const made = await createForm(world, person)
  const theirs = api(await fieldMerchant(world))
  const [{ id }] = [made.sections[0]!]
  await expect(theirs.read({ params: made })).rejects.toMatchObject({ status: 404 })
  await expect(theirs.update({ params: made, body: made })).rejects.toMatchObject({ status: 404 })
  await expect(theirs.remove({ params: made })).rejects.toMatchObject({ status: 404 })
  await expect(theirs.sections({ params: made })).rejects.toMatchObject({ status: 404 })
  await expect(theirs.section({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(theirs.removeSection({ params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('FO02 rejects a merchant without Temperature Tagging by name', async () => {
  const plain = await world.approvedMerchant()
  const off = { status: 409, code: 'feature.temperature' }
  await expect(api(plain).list({ query: {} })).rejects.toMatchObject(off)
  await expect(createForm(world, plain)).rejects.toMatchObject(off)
  await switchOn(world, plain, 'temperature')
  expect(await api(plain).list({ query: {} })).toEqual({ rows: [], total: 0 })
})
