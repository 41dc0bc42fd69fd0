import {
  assertNotBlocked,
  assertPassword,
  assertSignInAllowed,
  confirmPassword,
  viewSession,
} from '#server/auth/service.ts'
import { issueChallenge } from '#server/core/auth/challenge.ts'
import { startSession } from '#server/core/auth/session.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { withCookies } from '#server/core/http/plugin-scopes.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { audit, provenOrigin } from '#server/core/logging/audit.ts'
import { authProblems } from '#shared/auth/contract.ts'
import { passkeyContract } from '#shared/auth/passkey/contract.ts'
import { done } from '#shared/core/fields/fields.ts'
import { requestOptions } from './ceremony.ts'
import {
  addPasskey,
  assertHasPassword,
  beginPasskey,
  checkNewPasskey,
  checkUsedPasskey,
  findPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  storeUse,
} from './passkeys.ts'

export const passkeyRoutes = withCookies((app) => {
  serve(app, passkeyContract, {
    list({ tx, actor }) {
      return listPasskeys(tx, actor.id)
    },

    newOptions: withPreparation(
      async ({ body, actor, services, request }) => {
        await assertHasPassword(services.db.read, actor.id)
        const typed = { accountId: actor.id, typed: body.password, field: 'password' }
        return confirmPassword(services.db.read, typed, languageOf(request))
      },
      async ({ tx, actor, services }, hash) => {
        await assertPassword(tx, actor.id, hash, authProblems.wrongOldPassword)
        return beginPasskey(services, tx, actor.id)
      },
    ),

    add: withPreparation(
      ({ body, actor, services }) => checkNewPasskey(services, actor.id, body.credential),
      async ({ tx, body, actor, request, services }, checked) => {
        if (!checked) return findPasskey(tx, actor.id, body.credential.id)
        const { name } = body
        const made = await addPasskey(services, tx, actor.id, { ...checked, name })
        await audit(tx, request, 'auth.addPasskey', { subject: actor.id, data: { name } })
        return made
      },
    ),

    async rename({ tx, params, body, actor, request }) {
      const { name } = body
      const renamed = await renamePasskey(tx, actor.id, params.id, name)
      await audit(tx, request, 'auth.renamePasskey', { subject: actor.id, data: { name } })
      return renamed
    },

    async remove({ tx, params, actor, request, services }) {
      const { name } = await removePasskey(services, tx, actor.id, params.id)
      await audit(tx, request, 'auth.removePasskey', { subject: actor.id, data: { name } })
      return done
    },

    async options({ tx, services }) {
      return requestOptions(services.config, await issueChallenge(tx, 'passkeySignIn'))
    },

    signIn: withPreparation(
      async ({ body, services }) => {
        const used = await checkUsedPasskey(services, body.credential)
        assertNotBlocked(used.owner)
        return used
      },
      async (call, used) => {
        const { tx, body, request } = call
        const { owner, row } = used
        await assertSignInAllowed(tx, owner)
        await storeUse(tx, used)
        const signedIn = await startSession(call, owner.id, body.keep)
        await audit(tx, provenOrigin(request, owner), 'auth.passkeySignIn', {
          subject: owner.id,
          data: { name: row.name },
        })
        return viewSession(signedIn)
      },
    ),
  })
})
