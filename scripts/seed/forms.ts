import type { z } from 'zod'
import type { FormInput } from '#shared/form/contract.ts'
import { demoSensors } from './sensors.ts'

type NewForm = z.input<typeof FormInput>

/** A form with questions of all four types. */
export const harvest: NewForm = {
  name: 'Tea harvest',
  custom_id_label: 'Lot',
  sections: [
    {
      name: 'Plucking',
      questions: [
        { name: 'Picked by', datatype: 'string', required: true },
        { name: 'Leaf weight', datatype: 'number', suffix: 'kg', required: true },
        { name: 'Picked on', datatype: 'date', required: true, share: true },
      ],
    },
    {
      name: 'Drying',
      sensors: [{ id: demoSensors.dryingRoom, share: true }],
      questions: [
        { name: 'Drying method', datatype: 'string', required: true, share: true },
        { name: 'Final moisture', datatype: 'number', suffix: '%', required: true, share: true },
      ],
    },
    {
      name: 'Packing',
      sensors: [{ id: demoSensors.packingRoom }],
      questions: [
        { name: 'Carton number', datatype: 'unique', required: true },
        { name: 'Packed on', datatype: 'date', required: true, share: true },
        { name: 'Remarks', datatype: 'string' },
      ],
    },
  ],
}

/** Six sections, so that the stepper of a list has to collapse some. */
export const coldChain: NewForm = {
  name: 'Cold chain',
  custom_id_label: 'Shipment',
  sections: [
    {
      name: 'Loading',
      sensors: [{ id: demoSensors.container, share: true }],
      questions: [
        { name: 'Container number', datatype: 'unique', required: true },
        { name: 'Seal intact', datatype: 'string', required: true },
      ],
    },
    ...['Port', 'Customs', 'Warehouse', 'Shop'].map((name) => ({
      name,
      questions: [
        { name: `${name}: temperature on arrival`, datatype: 'number' as const, suffix: '°C', required: true },
        { name: `${name}: arrived on`, datatype: 'date' as const, required: true },
      ],
    })),
    { name: 'Shelf', questions: [{ name: 'Put on the shelf on', datatype: 'date', required: true, share: true }] },
  ],
}
