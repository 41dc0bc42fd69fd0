import { defineText } from '#shared/core/i18n/define-text.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/** The business steps of GS1's vocabulary (CBV 2.0), as something that has happened. */
export const stepText = defineText({
  enUS: {
    accepting: 'Accepted',
    arriving: 'Arrived',
    assembling: 'Assembled',
    collecting: 'Collected',
    commissioning: 'Activated',
    consigning: 'Handed over',
    creating_class_instance: 'Produced',
    cycle_counting: 'Counted',
    decommissioning: 'Taken out of use',
    departing: 'Departed',
    destroying: 'Destroyed',
    disassembling: 'Disassembled',
    dispensing: 'Dispensed',
    encoding: 'Encoded',
    entering_exiting: 'Passed a gate',
    holding: 'Held back',
    inspecting: 'Inspected',
    installing: 'Installed',
    killing: 'Tag switched off',
    loading: 'Loaded',
    other: 'Event',
    packing: 'Packed',
    picking: 'Picked for an order',
    receiving: 'Received',
    removing: 'Removed',
    repackaging: 'Repackaged',
    repairing: 'Repaired',
    replacing: 'Replaced',
    reserving: 'Reserved',
    retail_selling: 'Sold',
    sampling: 'Sample taken',
    sensor_reporting: 'Measured',
    shipping: 'Shipped',
    staging_outbound: 'Ready to leave',
    stock_taking: 'Stock counted',
    stocking: 'Put on the shelf',
    storing: 'Stored',
    transporting: 'Transported',
    unloading: 'Unloaded',
    unpacking: 'Unpacked',
    void_shipping: 'Shipment cancelled',
  },
  ruRU: {
    accepting: 'Принято',
    arriving: 'Прибыло',
    assembling: 'Собрано',
    collecting: 'Забрано',
    commissioning: 'Активировано',
    consigning: 'Передано',
    creating_class_instance: 'Произведено',
    cycle_counting: 'Пересчитано',
    decommissioning: 'Выведено из обращения',
    departing: 'Отбыло',
    destroying: 'Уничтожено',
    disassembling: 'Разобрано на части',
    dispensing: 'Отпущено',
    encoding: 'Закодировано',
    entering_exiting: 'Прошло через ворота',
    holding: 'Задержано',
    inspecting: 'Проверено',
    installing: 'Установлено',
    killing: 'Метка отключена',
    loading: 'Загружено',
    other: 'Событие',
    packing: 'Упаковано',
    picking: 'Отобрано для заказа',
    receiving: 'Получено',
    removing: 'Удалено',
    repackaging: 'Переупаковано',
    repairing: 'Отремонтировано',
    replacing: 'Заменено',
    reserving: 'Зарезервировано',
    retail_selling: 'Продано',
    sampling: 'Взята проба',
    sensor_reporting: 'Измерено',
    shipping: 'Отправлено',
    staging_outbound: 'Готово к отправке',
    stock_taking: 'Учтено на складе',
    stocking: 'Выложено на полку',
    storing: 'Сохранено на складе',
    transporting: 'В перевозке',
    unloading: 'Выгружено',
    unpacking: 'Распаковано',
    void_shipping: 'Отправление отменено',
  },
})
export type StepName = keyof (typeof stepText)['enUS']

/** The word that GS1 has for a step, from any form that EPCIS allows; undefined for another vocabulary. */
export function stepName(step: string): StepName | undefined {
  const name = step.replace(/^(https:\/\/ref\.gs1\.org\/cbv\/|cbv:)BizStep-|^urn:epcglobal:cbv:bizstep:/, '')
  return Object.hasOwn(stepText.enUS, name) ? (name as StepName) : undefined
}

/**
 * @example
 * stepWord('https://ref.gs1.org/cbv/BizStep-receiving', 'enUS') // => 'Received'
 */
export const stepWord = (step: string, language: Language): string => stepText[language][stepName(step) ?? 'other']
