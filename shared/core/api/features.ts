import { defineProblems, type ProblemKind } from './problem.ts'

/** Features of a merchant that an administrator switches on. */
export const features = ['temperature', 'submission', 'halal'] as const
export type Feature = (typeof features)[number]

export const featureProblems: Record<Feature, ProblemKind> = defineProblems('feature', {
  temperature: {
    status: 409,
    enUS: 'Temperature Tagging is not switched on for your account. Please contact support.',
    ruRU: 'Контроль температуры не подключён к вашей учётной записи. Обратитесь в службу поддержки.',
  },
  submission: {
    status: 409,
    enUS: 'Activation with a submission is not switched on for your account. Please contact support.',
    ruRU: 'Активация с заполненной формой не подключена к вашей учётной записи. Обратитесь в службу поддержки.',
  },
  halal: {
    status: 409,
    enUS: 'The Halal badge is not switched on for your account. Please contact support.',
    ruRU: 'Знак «Халяль» не подключён к вашей учётной записи. Обратитесь в службу поддержки.',
  },
})
