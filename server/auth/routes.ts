import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { audit } from '#server/core/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { merchantChannel } from '#server/core/events.ts'
import { hashPassword, noPassword, verifyPassword } from '#server/core/password.ts'
import { serve } from '#server/core/serve.ts'
import {
  endAllSessions,
  endSession,
  familyOf,
  rotateSession,
  type SignedIn,
  startSession,
} from '#server/core/session.ts'
import { authContract, authProblems, type Session } from '#shared/auth/contract.ts'
import { done } from '#shared/core/fields.ts'
import { Problem } from '#shared/core/problem.ts'
import { devicesOf, endFamilies } from './devices.ts'
import { spendLink } from './link.ts'
import { findAccount, freeMerchantCode, mailConfirmation, mailReset, setLanguage, viewUser } from './service.ts'
import { account, merchant } from './table.ts'

export function authRoutes(app: FastifyInstance) {
  serve(app, authContract, {
    async signIn(call) {
      const { tx, body, request } = call
      const found = await findAccount(tx, body.identifier)
      // An unknown account costs the same time as a wrong password.
      const matches = await verifyPassword(found?.passwordHash, body.password)
      if (!found || !matches) throw new Problem(authProblems.wrong)
      if (found.blocked) throw new Problem(authProblems.blocked)
      const signedIn = await startSession(call, found.id, body.keep)
      await audit(tx, request, 'auth.signIn', found.id, {}, found.merchantId)
      return answer(tx, signedIn)
    },

    async refresh(call) {
      return answer(call.tx, await rotateSession(call))
    },

    async signOut(call) {
      await endSession(call)
      return done
    },

    async register(call) {
      const { tx, body, request, services } = call
      services.mail.require()
      if (await findAccount(tx, body.email)) throw new Problem(authProblems.emailTaken)
      const passwordHash = await hashPassword(body.password)
      const code = await freeMerchantCode(tx, body.code || body.businessName)
      const merchantId = randomUUID()
      await tx.insert(merchant).values({ id: merchantId, code, name: body.businessName, country: body.country })
      const [made] = await tx
        .insert(account)
        .values({
          merchantId,
          role: 'merchant',
          username: body.email,
          email: body.email,
          passwordHash,
          language: body.language,
        })
        .returning()
      await mailConfirmation(services, tx, made!, body.businessName)
      await audit(tx, request, 'auth.register', made!.id, { code }, merchantId)
      return answer(tx, await startSession(call, made!.id, false))
    },

    async sendConfirmation({ tx, query, services }) {
      services.mail.require()
      const found = await findAccount(tx, query.email)
      if (found && !found.confirmed) {
        const user = await viewUser(tx, found.id)
        await mailConfirmation(services, tx, found, user.role.description ?? '')
      }
      return done
    },

    async confirmEmail({ tx, query, request, services }) {
      const accountId = await spendLink(tx, query.confirmation, 'confirm')
      if (!accountId) throw new Problem(authProblems.badLink)
      const [row] = await tx.update(account).set({ confirmed: true }).where(eq(account.id, accountId)).returning()
      await audit(tx, request, 'auth.confirmEmail', accountId, {}, row!.merchantId)
      if (row!.merchantId) await services.events.publish(tx, merchantChannel(row!.merchantId), 'progress', {})
      return done
    },

    async forgotPassword({ tx, body, services }) {
      services.mail.require()
      const found = await findAccount(tx, body.email)
      if (found && !found.blocked) await mailReset(services, tx, found)
      return done
    },

    async resetPassword({ tx, body, request }) {
      const accountId = await spendLink(tx, body.code, 'reset')
      if (!accountId) throw new Problem(authProblems.badLink)
      await setPassword(tx, accountId, body.password)
      await audit(tx, request, 'auth.resetPassword', accountId)
      return done
    },

    async changePassword(call) {
      const { tx, body, actor, request } = call
      const [found] = await tx.select().from(account).where(eq(account.id, actor.id))
      if (!(await verifyPassword(found?.passwordHash, body.oldPassword))) {
        throw new Problem(authProblems.wrongOldPassword)
      }
      await setPassword(tx, actor.id, body.newPassword)
      await audit(tx, request, 'auth.changePassword', actor.id)
      return answer(tx, await startSession(call, actor.id, false))
    },

    async firstPassword(call) {
      const { tx, body, actor, request } = call
      const [found] = await tx.select().from(account).where(eq(account.id, actor.id)).for('update')
      if (found?.passwordHash !== noPassword) throw new Problem(authProblems.hasPassword)
      await setPassword(tx, actor.id, body.newPassword)
      await audit(tx, request, 'auth.firstPassword', actor.id)
      return answer(tx, await startSession(call, actor.id, false))
    },

    async devices(call) {
      return devicesOf(call.tx, call.actor.id, await familyOf(call))
    },

    async endDevice({ tx, params, actor, request }) {
      if (!(await endFamilies(tx, actor.id, { only: params.id }))) throw new Problem(authProblems.noDevice)
      await audit(tx, request, 'auth.endDevice', actor.id)
      return done
    },

    async endOthers(call) {
      const { tx, actor, request } = call
      await endFamilies(tx, actor.id, { except: await familyOf(call) })
      await audit(tx, request, 'auth.endOthers', actor.id)
      return done
    },

    async administratorLink(call) {
      const accountId = await spendLink(call.tx, call.body.token, 'administrator')
      if (!accountId) throw new Problem(authProblems.badLink)
      await audit(call.tx, call.request, 'auth.administratorLink', accountId)
      return answer(call.tx, await startSession(call, accountId, false))
    },

    async me({ tx, actor }) {
      return viewUser(tx, actor.id)
    },

    async setLanguage({ tx, actor, body }) {
      await setLanguage(tx, actor.id, body.language)
      return viewUser(tx, actor.id)
    },
  })
}

async function answer(tx: Tx, { token, accountId }: SignedIn): Promise<Session> {
  return { jwt: token, user: await viewUser(tx, accountId) }
}

async function setPassword(tx: Tx, accountId: string, password: string): Promise<void> {
  await tx
    .update(account)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(account.id, accountId))
  await endAllSessions(tx, accountId)
}
