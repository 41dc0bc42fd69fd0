import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Done } from '#shared/core/fields/fields.ts'
import { TimeZone } from './contract.ts'

/** The local hour of Monday at which the summary of the week before is written. */
export const summaryHour = 8

/** Whether the caller gets the weekly summary by mail, and in which time zone its weeks begin; null before the first choice. */
const WeeklySummarySettings = z.object({ on: z.boolean(), timeZone: z.string().nullable() })

export const weeklySummaryContract = defineContract({
  settings: {
    method: 'GET',
    path: '/insights/digest',
    access: 'officeOrPartner',
    summary: 'Read whether the caller gets the weekly summary by mail',
    answer: WeeklySummarySettings,
  },
  saveSettings: {
    method: 'PUT',
    path: '/insights/digest',
    access: 'officeOrPartner',
    confirmed: true,
    summary: 'Choose whether the caller gets the weekly summary by mail',
    body: z.object({ on: z.boolean(), timeZone: TimeZone }),
    answer: WeeklySummarySettings,
    perMinute: 60,
  },
  stop: {
    method: 'POST',
    path: '/insights/digest/stop',
    access: 'public',
    summary: 'Stop the weekly summary with the token of one of its mails',
    body: z.object({ token: z.string().max(100) }),
    answer: Done,
    perMinute: 20,
  },
})

export const weeklySummaryProblems = defineProblems('insightsDigest', {
  unknownToken: {
    status: 404,
    enUS: 'This link is not valid. Sign in and choose your emails in the settings.',
    ruRU: 'Эта ссылка недействительна. Войдите и выберите письма в настройках.',
  },
})
