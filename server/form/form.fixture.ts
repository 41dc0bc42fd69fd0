import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { Feature } from '#shared/core/api/features.ts'
import { type Form, type FormInput, formContract } from '#shared/form/contract.ts'

/** Enables exactly these features of a merchant, as an administrator does. */
export async function enableFeatures(world: TestApp, { merchantId }: Person, ...features: Feature[]): Promise<void> {
  await world.database.query('update merchant set features = $2 where id = $1', [merchantId, features])
}

/** A merchant with Temperature Tagging. */
export async function fieldMerchant(world: TestApp, options: { credit?: number } = {}): Promise<Person> {
  const person = await world.approvedMerchant(options)
  await enableFeatures(world, person, 'temperature', 'submission')
  return person
}

type Loose<T> = { [K in keyof T]?: T[K] extends (infer P)[] | undefined ? Loose<P>[] | undefined : T[K] }

export const sensorId = '00000000-0000-4000-8000-0000000000aa'

/** A form for tea: two sections, a sensor in the second, questions of all four datatypes. */
export const teaForm: Loose<FormInput> = {
  name: 'Tea harvest',
  custom_id_label: 'Batch',
  sections: [
    {
      name: 'Plucking',
      questions: [
        { name: 'Picker', datatype: 'string', required: true, share: true },
        { name: 'Weight', datatype: 'number', suffix: 'kg' },
        { name: 'Basket', datatype: 'unique', required: true },
      ],
    },
    {
      name: 'Drying',
      sensors: [{ id: sensorId, share: true }],
      questions: [
        { name: 'Begun', datatype: 'date', share: true },
        { name: 'Old question', required: true, active: false },
      ],
    },
  ],
}

export function createForm(world: TestApp, person: Person, input: Loose<FormInput> = teaForm): Promise<Form> {
  return world.api(formContract, person).create({ body: input as FormInput })
}
