import { accountsOfDevice, rememberDevice } from '#server/core/auth/device-cookie.ts'
import { hashPassword, noPassword } from '#server/core/auth/password.ts'
import { endSession, revokeSignIns, rotateSession, startSession } from '#server/core/auth/session.ts'
import { account } from '#server/core/auth/table.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { withCookies } from '#server/core/http/plugin-scopes.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { audit, provenOrigin } from '#server/core/logging/audit.ts'
import { networkLimitKey } from '#server/core/network/limit-key.ts'
import { authContract, authProblems } from '#shared/auth/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { countAttempt, deviceOf, limitPasswordAttempts } from './attempt-limit.ts'
import { signedInDevicesOf } from './devices.ts'
import { confirmRegistration, mailLink } from './jobs.ts'
import { consumeLink, hasConfirmed, isLinkValid, linkProblem } from './mail-link.ts'
import {
  accountOfPassword,
  addMerchant,
  assertNotBlocked,
  assertPassword,
  assertSignInAllowed,
  confirm,
  confirmPassword,
  findAccounts,
  passwordOf,
  setLanguage,
  setPassword,
  viewSession,
  viewUser,
} from './service.ts'

export const authRoutes = withCookies((app) => {
  serve(app, authContract, {
    signIn: withPreparation(
      async (call) => {
        const { body, services, request } = call
        const { identifier, password } = body
        const onDevice = accountsOfDevice(request, services.config)
        const match = await findAccounts(services.db.read, identifier, 'emailOrName', onDevice)
        const device = deviceOf(call, match.holder)
        const found = await limitPasswordAttempts(services, { kind: 'signIn', identity: identifier, device }, () =>
          accountOfPassword(match, password, device !== undefined),
        )
        if (!found) throw new Problem(authProblems.wrong)
        assertNotBlocked(found)
        return found
      },
      async (call, { id, merchantId, role, passwordHash }) => {
        const { tx, body, request } = call
        await assertPassword(tx, id, passwordHash, authProblems.wrong)
        await assertSignInAllowed(tx, { id, role })
        const signedIn = await startSession(call, id, body.keep)
        await audit(tx, provenOrigin(request, { id, merchantId }), 'auth.signIn', { subject: id })
        return viewSession(signedIn)
      },
    ),

    async refresh(call) {
      return viewSession(await rotateSession(call))
    },

    async signOut(call) {
      await endSession(call)
      return done
    },

    register: withPreparation(
      async ({ body, services, request }) => {
        services.mail.require()
        // By network as well: a new e-mail address has no known device of its owner.
        await countAttempt(services, { kind: 'register', identity: `${networkLimitKey(request.caller)} ${body.email}` })
        return hashPassword(body.password)
      },
      async (call, passwordHash) => {
        const { tx, body, request, services } = call
        const fields = { name: body.businessName, country: body.country }
        const { id: merchantId, code } = await addMerchant(tx, body.code || body.businessName, fields)
        const [made] = await tx
          .insert(account)
          .values({
            merchantId,
            role: 'merchant',
            username: body.email,
            email: body.email,
            holdsEmail: false,
            passwordHash,
            language: body.language,
          })
          .returning()
        await services.jobs.send(tx, confirmRegistration, { id: made!.id })
        await audit(tx, provenOrigin(request, made!), 'auth.register', { subject: made!.id, data: { code } })
        return viewSession(await startSession(call, made!.id, false))
      },
    ),

    async sendConfirmation({ tx, query, services }) {
      services.mail.require()
      await services.jobs.send(tx, mailLink, { email: query.email, kind: 'confirm', isKnownDevice: false })
      return done
    },

    async confirmEmail({ tx, query, request, services, defer }) {
      const accountId = await consumeLink(tx, query.confirmation, 'confirm')
      if (!accountId) {
        if (await hasConfirmed(tx, query.confirmation)) return done
        throw await linkProblem(tx, query.confirmation, 'confirm')
      }
      const row = await confirm(tx, accountId)
      defer(() => services.sessions.forget(accountId))
      await audit(tx, provenOrigin(request, { id: accountId, merchantId: row.merchantId }), 'auth.confirmEmail', {
        subject: accountId,
      })
      if (row.merchantId) await services.events.publish(tx, merchantChannel(row.merchantId), 'progress', {})
      return done
    },

    forgotPassword: withPreparation(
      async (call) => {
        const { services, body } = call
        services.mail.require()
        const { holder } = await findAccounts(services.db.read, body.email, 'email')
        const device = deviceOf(call, holder)
        await countAttempt(services, { kind: 'forgot', identity: body.email, device })
        return device !== undefined
      },
      async ({ tx, body, services }, isKnownDevice) => {
        await services.jobs.send(tx, mailLink, { email: body.email, kind: 'reset', isKnownDevice })
        return done
      },
    ),

    resetPassword: withPreparation(
      async ({ body, services }) => {
        // Only a valid link justifies the cost of a hash.
        const { read } = services.db
        if (!(await isLinkValid(read, body.code, 'reset'))) throw await linkProblem(read, body.code, 'reset')
        return hashPassword(body.password)
      },
      async (call, passwordHash) => {
        const { tx, body, request } = call
        const accountId = await consumeLink(tx, body.code, 'reset')
        if (!accountId) throw await linkProblem(tx, body.code, 'reset')
        const merchantId = await setPassword(call, accountId, passwordHash)
        // This link ends the wait that other people caused for the owner.
        call.defer(() => rememberDevice(call, accountId))
        await audit(tx, provenOrigin(request, { id: accountId, merchantId }), 'auth.resetPassword', {
          subject: accountId,
        })
        return done
      },
    ),

    changePassword: withPreparation(
      async ({ body, actor, services, request }) => {
        const typed = { accountId: actor.id, typed: body.oldPassword, field: 'oldPassword' }
        const old = await confirmPassword(services.db.read, typed, languageOf(request))
        return { old, hash: await hashPassword(body.newPassword) }
      },
      async (call, { old, hash }) => {
        const { tx, actor, request } = call
        await assertPassword(tx, actor.id, old, authProblems.wrongOldPassword)
        await setPassword(call, actor.id, hash)
        await audit(tx, request, 'auth.changePassword', { subject: actor.id })
        return viewSession(await startSession(call, actor.id, false))
      },
    ),

    firstPassword: withPreparation(
      async ({ body, actor, services }) => {
        if ((await passwordOf(services.db.read, actor.id)) !== noPassword) throw new Problem(authProblems.hasPassword)
        return hashPassword(body.newPassword)
      },
      async (call, hash) => {
        const { tx, actor, request } = call
        await assertPassword(tx, actor.id, noPassword, authProblems.hasPassword)
        await setPassword(call, actor.id, hash)
        await audit(tx, request, 'auth.firstPassword', { subject: actor.id })
        return viewSession(await startSession(call, actor.id, false))
      },
    ),

    async devices(call) {
      return signedInDevicesOf(call.tx, call.actor.id, call.actor.signIn?.id)
    },

    async endDevice(call) {
      const { tx, params, actor, request } = call
      if (!(await revokeSignIns(call, actor.id, { only: params.id }))) throw new Problem(authProblems.noDevice)
      await audit(tx, request, 'auth.endDevice', { subject: actor.id })
      return done
    },

    async endOthers(call) {
      const { tx, actor, request } = call
      await revokeSignIns(call, actor.id, { except: actor.signIn?.id })
      await audit(tx, request, 'auth.endOthers', { subject: actor.id })
      return done
    },

    async administratorLink(call) {
      const accountId = await consumeLink(call.tx, call.body.token, 'administrator')
      if (!accountId) throw await linkProblem(call.tx, call.body.token, 'administrator')
      await audit(call.tx, provenOrigin(call.request, { id: accountId, merchantId: null }), 'auth.administratorLink', {
        subject: accountId,
      })
      return viewSession(await startSession(call, accountId, false))
    },

    async me({ tx, actor }) {
      return viewUser(tx, actor.id)
    },

    async setLanguage({ tx, actor, body }) {
      await setLanguage(tx, actor.id, body.language)
      return viewUser(tx, actor.id)
    },
  })
})
