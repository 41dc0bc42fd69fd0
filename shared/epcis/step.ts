import type { Language } from '#shared/core/i18n/language.ts'
import { stepText } from './step-text.ts'

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
