import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, PageQuery, pageOf, StoredFile } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'

/** The purpose of a file determines its size limit (bytes), its allowed kinds, and whether it is public. */
export const purposes = {
  image: { bytes: limits.skuImageBytes, pdf: false, private: false },
  certificate: { bytes: limits.documentBytes, pdf: true, private: false },
  document: { bytes: limits.documentBytes, pdf: true, private: true },
  media: { bytes: limits.mediaBytes, pdf: true, private: false },
  report: { bytes: limits.reportPhotoBytes, pdf: false, private: true },
} as const
export const Purpose = z.enum(Object.keys(purposes) as [keyof typeof purposes, ...(keyof typeof purposes)[]])
export type Purpose = z.infer<typeof Purpose>

/** Maximum files per bulk call. */
export const bulkFiles = 20

export const Upload = StoredFile.extend({
  id: Id,
  merchant: Id,
  /** Path of the file on this server. */
  url: z.string(),
  createdAt: Instant,
  /** A file never changes: the same as `createdAt`. */
  updatedAt: Instant,
}).meta({ id: 'Upload' })
export type Upload = z.infer<typeof Upload>

export const MediaQuery = PageQuery.extend({ kind: z.enum(['image', 'pdf']).optional() })
export type MediaQuery = z.infer<typeof MediaQuery>

const ForPurpose = z.object({ purpose: Purpose.default('media') })

export const mediaContract = defineContract({
  list: {
    method: 'GET',
    path: '/uploads',
    access: 'merchantOrService',
    scope: 'sku:read',
    summary: 'List the uploaded files',
    query: MediaQuery,
    answer: pageOf(Upload),
  },
  read: {
    method: 'GET',
    path: '/uploads/:id',
    access: 'merchantOrService',
    scope: 'sku:read',
    summary: 'Read one upload',
    params: ById,
    answer: Upload,
  },
  upload: {
    method: 'POST',
    path: '/uploads',
    access: 'merchant',
    scope: 'sku:write',
    summary: 'Upload one file (multipart, any field name)',
    query: ForPurpose,
    answer: Upload,
    perMinute: 120,
    budget: 'uploads',
  },
  bulk: {
    method: 'POST',
    path: '/uploads/bulk',
    access: 'merchant',
    scope: 'sku:write',
    summary: 'Upload several files (multipart)',
    query: ForPurpose,
    answer: z.array(Upload),
    perMinute: 30,
    budget: 'uploads',
  },
  remove: {
    method: 'DELETE',
    path: '/uploads/:id',
    access: 'merchant',
    scope: 'sku:write',
    summary: 'Remove an uploaded file from the list',
    params: ById,
    answer: Done,
  },
})

/** Responds with a stream: public files for everyone, private files for their merchant and for administrators. */
export const fileRoute = {
  method: 'GET',
  path: '/files/:file',
  access: 'public',
  summary: 'Download a file by its hash and extension',
  params: z.object({ file: z.string().regex(/^[0-9a-f]{64}\.(jpg|png|pdf)$/) }),
  answer: z.unknown(),
  perMinute: 3000,
} as const

export const mediaProblems = defineProblems('media', {
  notFound: { status: 404, enUS: 'File not found', ruRU: 'Файл не найден' },
  kind: { status: 415, enUS: 'File type not accepted, sorry!', ruRU: 'Такой тип файла не принимается.' },
  tooLarge: {
    status: 413,
    enUS: 'The file is larger than {{megabytes}} MB',
    ruRU: 'Файл больше {{megabytes}} МБ',
  },
  dimensions: {
    status: 413,
    enUS: 'The picture has too many pixels: up to {{side}} along a side and {{megapixels}} million in all',
    ruRU: 'В изображении слишком много точек: не больше {{side}} по стороне и {{megapixels}} млн всего',
  },
  tooComplex: {
    status: 413,
    enUS: 'The picture takes too long to read. Please choose a smaller one.',
    ruRU: 'Изображение слишком долго обрабатывается. Выберите изображение поменьше.',
  },
  missing: { status: 400, enUS: 'Please choose a file', ruRU: 'Выберите файл' },
})
