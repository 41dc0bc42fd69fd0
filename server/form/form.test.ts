import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { omit } from '#shared/core/omit.ts'
import { formContract } from '#shared/form/contract.ts'
import { createForm, enableFeatures, fieldMerchant, sensorId, teaForm } from './form.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world)
})
afterAll(() => world.close())

const api = (caller: Person) => world.api(formContract, caller)

test('creates, reads, lists, searches, changes and removes a form [FO02]', async () => {
  const owner = await fieldMerchant(world)
  const ownApi = api(owner)
  const created = await createForm(world, owner)
  expect(created).toMatchObject({ name: 'Tea harvest', custom_id_label: 'Batch', revision: 1 })
  expect(
    created.sections[0]!.questions.map(({ name, datatype, suffix, sequence }) => [name, datatype, suffix, sequence]),
  ) //
    .toEqual([
      ['Picker', 'string', '', 1],
      ['Weight', 'number', 'kg', 2],
      ['Basket', 'unique', '', 3],
    ])
  const params = { id: created.id }
  expect(await ownApi.read({ params })).toEqual(created)
  await createForm(world, owner, { name: 'Another' })
  expect((await ownApi.list({ query: {} })).rows.map(({ name }) => name)).toEqual(['Another', 'Tea harvest'])
  expect((await ownApi.list({ query: { sort: '-name' } })).rows.map(({ name }) => name)).toEqual([
    'Tea harvest',
    'Another',
  ])
  expect(await ownApi.list({ query: { search: 'TEA h' } })).toMatchObject({ total: 1, rows: [{ id: created.id }] })
  // Missing fields stay unchanged.
  const changed = await ownApi.update({ params, body: { revision: 1, name: 'Harvest' } })
  expect(changed).toMatchObject({ name: 'Harvest', revision: 2, sections: created.sections })
  await ownApi.remove({ params })
  await expect(ownApi.read({ params })).rejects.toMatchObject({ status: 404, code: 'form.notFound' })
  expect((await ownApi.list({ query: {} })).total).toBe(1)
  const { rows: trail } = await world.database.query(
    `select action from audit_entry where merchant_id = $1 and subject = $2 order by seq`,
    [owner.merchantId, created.id],
  )
  expect(trail.map(({ action }) => action)).toEqual(['form.create', 'form.update', 'form.remove'])
})

test('keeps every revision unchanged [FO01]', async () => {
  const created = await createForm(world, person)
  await api(person).update({ params: { id: created.id }, body: { ...created, sections: [] } })
  const { rows } = await world.database.query(
    'select revision, structure from form_revision where form_id = $1 order by revision',
    [created.id],
  )
  expect(rows.map(({ revision, structure }) => [revision, structure.sections])).toEqual([
    [1, created.sections],
    [2, []],
  ])
  const change = world.database.query(`update form_revision set structure = '{}' where form_id = $1`, [created.id])
  await expect(change).rejects.toThrow('form_revision is append-only')
})

test('accepts the first of many changes of one revision; the others receive both versions [FO02]', async () => {
  const created = await createForm(world, person)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, i) =>
      api(person).update({ params: created, body: { ...created, name: `Name ${i}` } }),
    ),
  )
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refusals).toHaveLength(4)
  for (const { reason } of refusals) {
    expect(reason).toMatchObject({ status: 409, code: 'form.stale', details: { yours: 1, current: 2 } })
  }
  const current = await api(person).read({ params: created })
  // A change that equals the current revision is no change, for any base revision.
  expect(await api(person).update({ params: created, body: { ...current, revision: 1 } })).toEqual(current)
})

test('applies a change without a revision to the current one [FO02]', async () => {
  const created = await createForm(world, person)
  await api(person).update({ params: created, body: { revision: 1, name: 'Harvest' } })
  const changed = await api(person).update({ params: created, body: { custom_id_label: 'Lot' } })
  expect(changed).toMatchObject({ name: 'Harvest', custom_id_label: 'Lot', revision: 3 })
})

test('creates one form when the call is repeated, and rejects other content with its id [FO02]', async () => {
  const id = randomUUID()
  const both = await Promise.all([
    createForm(world, person, { ...teaForm, id }),
    createForm(world, person, { ...teaForm, id }),
  ])
  expect(both[0]).toEqual(both[1])
  await api(person).update({ params: { id }, body: { ...both[0], name: 'Harvest' } })
  expect(await createForm(world, person, { ...teaForm, id })).toMatchObject({ name: 'Harvest', revision: 2 })
  const idTaken = { status: 409, code: 'core.idTaken' }
  await expect(createForm(world, person, { id, name: 'Another' })).rejects.toMatchObject(idTaken)
  const other = await fieldMerchant(world)
  await expect(createForm(world, other, { ...teaForm, id })).rejects.toMatchObject(idTaken)
  expect((await api(other).list({ query: {} })).total).toBe(0)
})

test('creates a revision per added, changed and removed section, and reads sensors and questions [FO02]', async () => {
  const created = await createForm(world, person)
  const ownApi = api(person)
  const added = await ownApi.addSection({
    params: created,
    body: { questions: [{ name: 'Boxes', datatype: 'number' }] },
  })
  expect(added).toMatchObject({ name: 'Section Title #3', sequence: 3, formId: created.id, revision: 2 })
  expect(await ownApi.section({ params: added })).toEqual(added)
  const same = omit(added, 'formId', 'revision')
  expect(await ownApi.addSection({ params: created, body: same })).toEqual(added)
  const another = ownApi.addSection({ params: created, body: { id: added.id, name: 'Another' } })
  await expect(another).rejects.toMatchObject({ code: 'core.idTaken' })
  const [, drying] = await ownApi.sections({ params: created })
  expect(await ownApi.sensors({ params: drying! })).toEqual([{ id: sensorId, share: true }])
  expect((await ownApi.questions({ params: drying! })).map(({ name }) => name)).toEqual(['Begun', 'Old question'])
  const body = { revision: 2, name: 'Packing', sequence: 1 }
  expect(await ownApi.updateSection({ params: added, body })).toMatchObject({
    name: 'Packing',
    revision: 3,
    questions: added.questions,
  })
  await expect(ownApi.updateSection({ params: added, body: { ...body, name: 'Late' } })).rejects.toMatchObject({
    code: 'form.stale',
    details: { yours: 2, current: 3 },
  })
  await ownApi.removeSection({ params: drying! })
  expect((await ownApi.read({ params: created })).sections.map(({ name }) => name)).toEqual(['Packing', 'Plucking'])
  await expect(ownApi.section({ params: drying! })).rejects.toMatchObject({ status: 404, code: 'form.noSection' })
})

test('limits a form to fifty sections for every way of adding them [FO02]', async () => {
  const full = await createForm(world, person, { sections: Array.from({ length: 50 }, () => ({})) })
  const tooMany = { revision: 1, sections: [...full.sections, { ...full.sections[0]!, id: randomUUID() }] }
  await expect(api(person).update({ params: full, body: tooMany })).rejects.toMatchObject({ code: 'core.invalid' })
  await expect(api(person).addSection({ params: full, body: {} })).rejects.toMatchObject({ code: 'form.tooMany' })
})

test('keeps the type of a question, and rejects its id in another form [FO02]', async () => {
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

test("responds 404 to another merchant's form and sections [FO02]", async () => {
  const created = await createForm(world, person)
  const otherApi = api(await fieldMerchant(world))
  const [{ id }] = [created.sections[0]!]
  await expect(otherApi.read({ params: created })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.update({ params: created, body: created })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.remove({ params: created })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.sections({ params: created })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.section({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.removeSection({ params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('rejects a merchant without Temperature Tagging by name [FO02]', async () => {
  const withoutFeature = await world.approvedMerchant()
  const featureMissing = { status: 409, code: 'feature.temperature' }
  await expect(api(withoutFeature).list({ query: {} })).rejects.toMatchObject(featureMissing)
  await expect(createForm(world, withoutFeature)).rejects.toMatchObject(featureMissing)
  await enableFeatures(world, withoutFeature, 'temperature')
  expect(await api(withoutFeature).list({ query: {} })).toEqual({ rows: [], total: 0 })
})

test('rejects a form whose structure is too large, in calls and in a push [FO02]', async () => {
  const questions = Array.from({ length: 100 }, () => ({ name: 'Ж'.repeat(200), prefix: 'Ж'.repeat(40) }))
  const sections = Array.from({ length: 5 }, () => ({ questions }))
  const tooLarge = { status: 409, code: 'form.tooLarge', details: { most: 256 } }
  await expect(createForm(world, person, { sections })).rejects.toMatchObject(tooLarge)
  const made = await createForm(world, person, { sections: sections.slice(0, 3) })
  const [first, ...others] = made.sections
  const body = { sections: [{ ...first!, sensors: [] }, ...others, ...(sections as typeof others)] }
  await expect(api(person).update({ params: made, body })).rejects.toMatchObject(tooLarge)
  const set = { name: 'Large', custom_id_label: '', sections }
  const sent = await syncingDevice(world, person, 'form').does({ kind: 'create', recordId: randomUUID(), set })
  expect(sent).toMatchObject({ status: 'rejected', code: 'form.tooLarge' })
})

test('accepts a change of a form that was too large before if it makes the form smaller [FO02]', async () => {
  const questions = Array.from({ length: 100 }, () => ({ name: 'x' }))
  const made = await createForm(world, person, { sections: Array.from({ length: 3 }, () => ({ questions })) })
  const long = { name: '一'.repeat(200), prefix: '一'.repeat(40), suffix: '一'.repeat(40) }
  const large = (first: string) =>
    made.sections.map((section) => ({
      ...section,
      name: first,
      questions: section.questions.map((question) => ({ ...question, ...long })),
    }))
  const structure = { name: made.name, custom_id_label: '', sections: large('Before') }
  expect(Buffer.byteLength(JSON.stringify(structure))).toBeGreaterThan(limits.formBytes)
  await world.database.query(
    `with changed as (update form set revision = 2 where id = $1 returning merchant_id, id, ver)
     insert into form_revision (merchant_id, form_id, revision, structure, form_ver)
     select merchant_id, id, 2, $2, ver from changed`,
    [made.id, structure],
  )
  const rename = (first: string) => api(person).update({ params: made, body: { sections: large(first) } })
  expect(await rename('Early')).toMatchObject({ revision: 3 })
  for (const name of ['Later', 'Before']) await expect(rename(name)).rejects.toMatchObject({ code: 'form.tooLarge' })
  expect(await rename('End')).toMatchObject({ revision: 4 })
})
