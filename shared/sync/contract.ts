import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import {
  ById,
  Count,
  Done,
  Id,
  Instant,
  pageOf,
  schemasValidatedInParts,
  storablePattern,
} from '#shared/core/fields/fields.ts'
import { Device, DeviceReport } from './device.ts'
import { syncLimits } from './limits.ts'
import { Sha256Hex } from './operation.ts'

/**
 * The status of an operation.
 * - applied: it took effect
 * - merged: it took effect beside changes of other users; `details.clashes` has the values that a user must choose between
 * - duplicate: it took effect when it arrived before
 * - rejected: it will never take effect; `code` and `message` give the reason
 * - blocked: it waits for an operation or a file that has not arrived
 * - retry: the server could not apply it now; the device sends it again later
 */
const resultStatuses = ['applied', 'merged', 'duplicate', 'rejected', 'blocked', 'retry'] as const
export const ResultStatus = z.enum(resultStatuses)
export type ResultStatus = z.infer<typeof ResultStatus>

export const OpResult = z.object({
  opId: Id,
  status: ResultStatus,
  /** The resulting version of the record, and the number of the commit in the merchant's order. */
  ver: z.int().optional(),
  seq: z.int().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})
export type OpResult = z.infer<typeof OpResult>

const count = Count
export const Push = z.object({
  protocol: z.int().positive(),
  deviceId: Id,
  epoch: z.string().max(64).regex(storablePattern),
  /** The number of the device's newest operation, and the counts of those that it still holds and that its user discarded. */
  maxN: count,
  pending: count,
  discarded: count,
  /** Absent in pushes of older apps. */
  about: DeviceReport.optional(),
  /** Validated one by one, so that an invalid operation does not stop the others. */
  ops: z.array(z.looseObject({ opId: Id })).max(syncLimits.pushOps),
})
export type Push = z.infer<typeof Push>
schemasValidatedInParts.add(Push, {})

/** A push of one large operation: `sha256` is its hash, and the name of the uploaded file with its canonical text. */
export const PushLarge = Push.omit({ ops: true }).extend({ opId: Id, sha256: Sha256Hex })
export type PushLarge = z.infer<typeof PushLarge>

export const PushResponse = z.object({ epoch: z.string(), serverTime: Instant, results: z.array(OpResult) })
export type PushResponse = z.infer<typeof PushResponse>

/** The newest state of a record, or the information that the reader cannot see it any more. */
export const PulledRow = z.object({
  entity: z.string(),
  id: Id,
  ver: z.int(),
  /** Absent if `gone` is present. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** deleted: no reader sees the record any more; hidden: this reader may not see it any more. */
  gone: z.enum(['deleted', 'hidden']).optional(),
})
export type PulledRow = z.infer<typeof PulledRow>

/** The position of the last row of a page: the number of its commit, then the row in that commit. */
export const cursorPattern = /^(\d{1,15})(?:\.([a-z][a-z0-9_]{0,39})\.([0-9a-f-]{36}))?$/

export const Pull = z.object({
  epoch: z.string().max(64).default(''),
  since: z.string().regex(cursorPattern).default('0'),
  limit: z.coerce.number().int().min(1).max(syncLimits.pullRows).default(syncLimits.pullRows),
})

export const PullResponse = z.object({
  epoch: z.string(),
  /** The caller's epoch is over: this is the first page of all records, and the device sends its acknowledged operations again. */
  reset: z.boolean(),
  cursor: z.string(),
  more: z.boolean(),
  serverTime: Instant,
  rows: z.array(PulledRow),
})
export type PullResponse = z.infer<typeof PullResponse>

/** The progress of an upload: the server has stored `offset` bytes. */
export const BlobState = z.object({ offset: count, complete: z.boolean() })
export type BlobState = z.infer<typeof BlobState>

const BySha256 = z.object({ sha256: Sha256Hex })

/** The kinds of files that people attach to records, by extension. */
export const fieldFileTypes = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webm': 'audio/webm',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
} as const
export type FieldFileExt = keyof typeof fieldFileTypes

/** Responds with a stream. Pictures are encoded again by the server, so their bytes have another digest. */
export const fieldFileRoute = {
  method: 'GET',
  path: '/sync/blobs/:sha256/content',
  access: 'anyMerchantRole',
  summary: 'Download a file of a record, such as a photo, by the digest with which it was sent',
  params: BySha256,
  answer: z.unknown(),
  perMinute: 1200,
} as const

export const syncContract = defineContract({
  push: {
    method: 'POST',
    path: '/sync/push',
    access: 'anyMerchantRole',
    confirmed: true,
    summary: 'Send the operations of a device; each operation is applied at most once',
    bodyBytes: syncLimits.pushBytes,
    body: Push,
    answer: PushResponse,
  },
  pushLarge: {
    method: 'POST',
    path: '/sync/push/large',
    access: 'anyMerchantRole',
    confirmed: true,
    summary: 'Send an operation that is too large for a push, after its text was uploaded as a file',
    budget: 'largeOperations',
    perMinute: 60,
    body: PushLarge,
    answer: PushResponse,
  },
  pull: {
    method: 'GET',
    path: '/sync/pull',
    access: 'anyMerchantRole',
    summary: 'Read the records that changed after a cursor',
    query: Pull,
    answer: PullResponse,
  },
  devices: {
    method: 'GET',
    path: '/sync/devices',
    access: 'merchant',
    summary: 'List the devices of the people of the merchant with their unsent work, the last used first',
    answer: pageOf(Device),
  },
  signOutDevice: {
    method: 'DELETE',
    path: '/sync/devices/:id',
    access: 'owner',
    summary: 'Sign out a device of the merchant; unsent work stays on it',
    params: ById,
    answer: Done,
  },
  /** HEAD returns the same in the headers upload-offset and upload-complete. */
  blob: {
    method: 'GET',
    path: '/sync/blobs/:sha256',
    access: 'anyMerchantRole',
    summary: 'Read how many bytes of a file have arrived',
    params: BySha256,
    answer: BlobState,
  },
  putChunk: {
    method: 'PUT',
    path: '/sync/blobs/:sha256',
    access: 'merchantOrDealer',
    confirmed: true,
    summary: 'Send the next piece of a file (application/octet-stream, at most 256 KB)',
    budget: 'uploads',
    params: BySha256,
    query: z.object({
      offset: z.coerce.number().int().min(0).max(syncLimits.blobBytes),
      /** Bytes of the complete file. */
      size: z.coerce.number().int().min(1).max(syncLimits.blobBytes),
    }),
    answer: BlobState,
  },
})

/** `waits` is also shown for an operation that needs attention, because what it depends on is not on its device either. */
export const syncProblems = defineProblems('sync', {
  update: {
    status: 426,
    enUS: 'Please update the app to send your records. Nothing is lost.',
    ruRU: 'Обновите приложение, чтобы отправить записи. Ничего не потеряно.',
  },
  invalid: {
    status: 400,
    enUS: 'This record cannot be read. Please open and save it again.',
    ruRU: 'Эту запись не удаётся прочитать. Откройте и сохраните её ещё раз.',
  },
  damaged: {
    status: 400,
    enUS: 'This record was damaged on the way. Please save it again.',
    ruRU: 'Запись повреждена при передаче. Сохраните её ещё раз.',
  },
  reused: {
    status: 409,
    enUS: 'Another record was sent under this number. Please save it again.',
    ruRU: 'Под этим номером уже отправлена другая запись. Сохраните её ещё раз.',
  },
  replaced: {
    status: 409,
    enUS: 'A corrected version of this record was stored already',
    ruRU: 'Уже сохранена исправленная версия этой записи',
  },
  stands: {
    status: 409,
    enUS: 'An earlier version of this record took effect and this part of it cannot be changed any more. Discard this one.',
    ruRU: 'Более ранняя версия этой записи уже принята, и эту её часть больше нельзя изменить. Удалите это изменение.',
  },
  foreign: {
    status: 403,
    enUS: 'This record belongs to another account. Sign in with it to send it.',
    ruRU: 'Запись принадлежит другой учётной записи. Войдите в неё, чтобы отправить запись.',
  },
  forbidden: { status: 403, enUS: 'You are not allowed to do this', ruRU: 'У вас нет прав на это действие' },
  unknown: {
    status: 400,
    enUS: 'The server does not know this kind of record',
    ruRU: 'Сервер не знает такого вида записей',
  },
  refused: {
    status: 409,
    enUS: 'This record does not go together with what is stored already',
    ruRU: 'Запись не согласуется с уже сохранёнными данными',
  },
  gone: { status: 404, enUS: 'The record does not exist any more', ruRU: 'Этой записи больше нет' },
  waits: {
    status: 409,
    enUS: 'An earlier record that this one needs has not reached the server',
    ruRU: 'Более ранняя запись, от которой зависит эта, не поступила на сервер',
  },
  waitsForFile: { status: 409, enUS: 'Waits for a file', ruRU: 'Ожидает загрузки файла' },
  failed: {
    status: 500,
    enUS: 'The server could not store this record yet. It will be sent again.',
    ruRU: 'Сервер пока не смог сохранить запись. Она будет отправлена ещё раз.',
  },
  noDevice: {
    status: 404,
    enUS: 'This device does not exist any more',
    ruRU: 'Этого устройства больше нет',
  },
  chunk: {
    status: 409,
    enUS: 'The file goes on at byte {{offset}}',
    ruRU: 'Передача файла продолжается с байта {{offset}}',
  },
  file: {
    status: 400,
    enUS: 'The file could not be sent. Send the record again.',
    ruRU: 'Файл не удалось отправить. Отправьте запись ещё раз.',
  },
})
