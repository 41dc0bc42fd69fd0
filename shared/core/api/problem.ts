import { fill } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/** All errors of the application: code, HTTP status and text in each language. */
export type ProblemKind = { code: string; status: number } & Record<Language, string>

export type FieldIssue = { path: string; message: string }

/** The form of all error responses. `reference` finds the request in the log and the audit trail. */
export type ProblemBody = { error: string; message: string; reference: string; details: Record<string, unknown> }

/** Validated without a schema library, because the first page needs errors but no schemas. */
export function isProblemBody(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false
  const { error, message, reference, details } = body as Partial<Record<keyof ProblemBody, unknown>>
  const texts = [error, message, reference].every((text) => typeof text === 'string')
  return texts && typeof details === 'object' && details !== null && !Array.isArray(details)
}

export class Problem extends Error {
  override name = 'Problem'
  kind: ProblemKind
  details: Record<string, unknown>

  constructor(kind: ProblemKind, details: Record<string, unknown> = {}) {
    super(kind.code)
    this.kind = kind
    this.details = details
  }

  body(language: Language, reference: string): ProblemBody {
    const message = fill(this.kind[language], this.details)
    return { error: this.kind.code, message, reference, details: this.details }
  }
}

/**
 * Declares the problems of a domain: the code is `domain.name`, `{{word}}` in a text is filled from the details.
 *
 * @example
 * const problems = defineProblems('pallet', {
 *   full: { status: 409, enUS: 'At most {{most}} boxes fit', ruRU: 'Помещается не больше {{most}} коробок' },
 * })
 * problems.full.code // => 'pallet.full'
 * new Problem(problems.full, { most: 40 }).body('enUS', 'r-1').message // => 'At most 40 boxes fit'
 */
export function defineProblems<const P extends Record<string, Omit<ProblemKind, 'code'>>>(domain: string, problems: P) {
  const named = Object.entries(problems).map(([name, kind]) => [name, { code: `${domain}.${name}`, ...kind }])
  return Object.fromEntries(named) as Record<keyof P, ProblemKind>
}

/** Problems with which any call can respond. */
export const coreProblems = defineProblems('core', {
  invalid: { status: 400, enUS: 'Please check your data again', ruRU: 'Проверьте введённые данные' },
  signIn: {
    status: 401,
    enUS: 'Your session has expired. Please sign in again to continue.',
    ruRU: 'Сеанс истёк. Войдите снова, чтобы продолжить.',
  },
  /** This device was signed out on purpose; the details say whether the account is `blocked`. */
  signedOut: {
    status: 401,
    enUS: 'You were signed out on this device. Please sign in again to continue.',
    ruRU: 'На этом устройстве выполнен выход. Войдите снова, чтобы продолжить.',
  },
  denied: { status: 403, enUS: 'You are not allowed to do this', ruRU: 'У вас нет прав на это действие' },
  /** It does not concern the session of the caller: clients keep their session. */
  crossSite: {
    status: 403,
    enUS: 'This request came from a page of another site and was refused.',
    ruRU: 'Запрос пришёл со страницы другого сайта и отклонён.',
  },
  unconfirmed: {
    status: 409,
    enUS: 'Please confirm your email. Open the link we sent you.',
    ruRU: 'Подтвердите адрес электронной почты: откройте ссылку из нашего письма.',
  },
  demo: {
    status: 409,
    enUS: 'Nothing is saved in demo mode',
    ruRU: 'В демонстрационном режиме ничего не сохраняется',
  },
  notFound: { status: 404, enUS: 'Not found', ruRU: 'Не найдено' },
  idTaken: {
    status: 409,
    enUS: 'This id is used already. Send the record under another one.',
    ruRU: 'Этот идентификатор уже занят. Отправьте запись с другим.',
  },
  tooLarge: { status: 413, enUS: 'The request is too large', ruRU: 'Слишком большой запрос' },
  tooDeep: {
    status: 400,
    enUS: 'The request nests values more than {{depth}} levels deep',
    ruRU: 'Вложенность данных в запросе больше {{depth}} уровней',
  },
  tooMany: {
    status: 400,
    enUS: 'The request contains more than {{values}} values',
    ruRU: 'В запросе больше {{values}} значений',
  },
  tooSlow: {
    status: 408,
    enUS: 'The data arrived too slowly. Please try again.',
    ruRU: 'Данные поступали слишком медленно. Повторите попытку.',
  },
  encoding: {
    status: 400,
    enUS: 'Only gzip is accepted as content encoding',
    ruRU: 'Из способов сжатия принимается только gzip',
  },
  slowDown: {
    status: 429,
    enUS: 'Too many requests. Try again in {{seconds}} s.',
    ruRU: 'Слишком много запросов. Повторите через {{seconds}} с.',
  },
  tooManyAtOnce: {
    status: 429,
    enUS: 'At most {{most}} of these can run at the same time. Try again when one of them has ended.',
    ruRU: 'Одновременно выполняется не больше {{most}} таких запросов. Повторите, когда один из них завершится.',
  },
  keyMissing: { status: 400, enUS: 'The Idempotency-Key header is required', ruRU: 'Нужен заголовок Idempotency-Key' },
  keyReused: {
    status: 422,
    enUS: 'This Idempotency-Key was used for another request',
    ruRU: 'Этот Idempotency-Key уже использован для другого запроса',
  },
  mailOff: {
    status: 409,
    enUS: 'This server does not send email. Please ask its administrator for help.',
    ruRU: 'Этот сервер не отправляет письма. Обратитесь к его администратору.',
  },
  unavailable: {
    status: 503,
    enUS: 'The service is busy or restarting. Please try again.',
    ruRU: 'Сервис занят или перезапускается. Повторите попытку.',
  },
  noSpace: {
    status: 503,
    enUS: 'The server has no space left to keep this. Nothing was saved. Please try again later.',
    ruRU: 'На сервере закончилось место. Ничего не сохранено. Повторите попытку позже.',
  },
  failed: {
    status: 500,
    enUS: 'Oops! Something went wrong. If the problem persists, please contact support with the reference {{reference}}.',
    ruRU: 'Что-то пошло не так. Если ошибка повторяется, сообщите в поддержку номер {{reference}}.',
  },
})
