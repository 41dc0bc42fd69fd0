import { assertNotBlocked, assertPassword, confirmPassword, viewSession } from '#server/auth/service.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import { noPassword } from '#server/core/auth/password.ts'
import { tokenHashOf } from '#server/core/auth/random-token.ts'
import { startSession } from '#server/core/auth/session.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { withCookies } from '#server/core/http/plugin-scopes.ts'
import { type Call, serve, withPreparation } from '#server/core/http/serve.ts'
import { invalidInput } from '#server/core/http/validate.ts'
import { audit, provenOrigin } from '#server/core/logging/audit.ts'
import { openTargets } from '#server/core/network/targets.ts'
import { join, openInvitation } from '#server/team/service.ts'
import { authProblems } from '#shared/auth/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { type Arrived, oidcContract } from '#shared/oidc/contract.ts'
import { oidcProblems } from '#shared/oidc/problems.ts'
import { beginAttempt, type Ended, endAttempt } from './attempt.ts'
import { mailProviderRemoved } from './jobs.ts'
import { accountOfPerson, ownLink, removeLink, storeLink, storeLinkUse } from './links.ts'
import { linkMail } from './mails.ts'
import { findProvider, providerOf, readSettings, removeProvider, saveProvider, storeTest } from './providers.ts'

type FinishCall = Call<(typeof oidcContract)['finish']>

export const oidcRoutes = withCookies((app) => {
  const { config } = app.assay
  const targets = openTargets(config)

  serve(app, oidcContract, {
    settings({ tx, actor }) {
      return readSettings(tx, config, actor)
    },

    save: withPreparation(
      async ({ body }) => {
        const message = await targets.problemOf(body.issuer)
        if (message) throw invalidInput([{ path: 'issuer', message }])
      },
      async ({ tx, actor, body, request }) => {
        await saveProvider(tx, config, merchantOf(actor), body)
        const { issuer, clientId, isRequired } = body
        const data = { issuer, clientId, required: isRequired, secret: body.clientSecret !== undefined }
        await audit(tx, request, 'oidc.save', { subject: merchantOf(actor), data })
        return done
      },
    ),

    async remove({ tx, actor, request, services }) {
      const merchantId = merchantOf(actor)
      const locked = await removeProvider(tx, merchantId)
      if (!locked) return done
      if (locked.length > 0) await services.jobs.send(tx, mailProviderRemoved, { merchantId })
      await audit(tx, request, 'oidc.remove', { subject: merchantId, data: { withoutPassword: locked.length } })
      return done
    },

    test: withPreparation(
      async (call) => {
        const provider = await providerOf(call.services.db.read, merchantOf(call.actor))
        if (!provider) throw new Problem(oidcProblems.notFound)
        return beginAttempt(call, { provider, purpose: { kind: 'test' }, accountId: call.actor.id })
      },
      async (_, url) => ({ url }),
    ),

    begin: withPreparation(
      async (call) => {
        const { organisation, keep, returnTo } = call.body
        const provider = await findProvider(call.services.db.read, organisation)
        if (!provider) throw new Problem(oidcProblems.unknownOrganisation)
        return beginAttempt(call, { provider, purpose: { kind: 'signIn', keep, returnTo } })
      },
      async (_, url) => ({ url }),
    ),

    join: withPreparation(
      async (call) => {
        const { token, language } = call.body
        const { read } = call.services.db
        const provider = await providerOf(read, (await openInvitation(read, token)).merchantId)
        if (!provider) throw new Problem(oidcProblems.notFound)
        const invitation = tokenHashOf(token).toString('hex')
        return beginAttempt(call, { provider, purpose: { kind: 'join', invitation, language } })
      },
      async (_, url) => ({ url }),
    ),

    ownLink({ tx, actor }) {
      return ownLink(tx, actor.id, actor.demo ? null : actor.merchantId)
    },

    link: withPreparation(
      async (call) => {
        const { body, actor, request, services } = call
        const provider = await providerOf(services.db.read, merchantOf(actor))
        if (!provider) throw new Problem(oidcProblems.notFound)
        const typed = { accountId: actor.id, typed: body.password, field: 'password' }
        const hash = await confirmPassword(services.db.read, typed, languageOf(request))
        const url = await beginAttempt(call, { provider, purpose: { kind: 'link' }, accountId: actor.id })
        return { hash, url }
      },
      async ({ tx, actor }, { hash, url }) => {
        await assertPassword(tx, actor.id, hash, authProblems.wrongOldPassword)
        return { url }
      },
    ),

    async unlink({ tx, actor, request, services }) {
      const provider = await providerOf(tx, merchantOf(actor))
      const owner = await removeLink(tx, actor.id)
      if (!owner || !provider) return done
      const content = linkMail('unlinked', provider.issuer)
      await services.mail.queue(tx, { to: owner.email, language: owner.language, content })
      await audit(tx, request, 'oidc.unlink', { subject: actor.id })
      return done
    },

    finish: withPreparation(
      (call) => endAttempt(call, call.body, call.actor?.id),
      (call, ended) => outcomeOf(call, ended),
    ),
  })
})

/** What the person comes back with: nothing of it is stored if anything before has failed. */
async function outcomeOf(call: FinishCall, { purpose, provider, person }: Ended): Promise<Arrived> {
  const { tx, request, actor } = call
  const merchantId = provider.merchantId
  switch (purpose.kind) {
    case 'test':
      await storeTest(tx, provider)
      await audit(tx, request, 'oidc.test', { subject: merchantId })
      return { kind: 'tested', ...person }
    case 'link':
      await linkAccount(call, actor!.id, { provider, person })
      return { kind: 'linked' }
    case 'join': {
      const { invitation, language } = purpose
      const joining = { hash: Buffer.from(invitation, 'hex'), name: person.name, language, passwordHash: noPassword }
      const made = await join(tx, joining)
      await storeLink(tx, made.id, provider, person)
      const session = viewSession(await startSession(call, made.id, false))
      await audit(tx, provenOrigin(request, made), 'oidc.join', { subject: made.id, data: { role: made.role } })
      return { kind: 'signedIn', session, returnTo: '/' }
    }
    case 'signIn': {
      const account = await accountOfPerson(tx, provider, person)
      assertNotBlocked(account)
      await storeLinkUse(tx, account.id)
      const session = viewSession(await startSession(call, account.id, purpose.keep))
      await audit(tx, provenOrigin(request, account), 'oidc.signIn', { subject: account.id })
      return { kind: 'signedIn', session, returnTo: purpose.returnTo }
    }
  }
}

async function linkAccount(call: FinishCall, accountId: string, { provider, person }: Omit<Ended, 'purpose'>) {
  const { tx, request, services } = call
  await storeLink(tx, accountId, provider, person)
  const { email, language } = await accountOfPerson(tx, provider, person)
  await services.mail.queue(tx, { to: email, language, content: linkMail('linked', provider.issuer) })
  await audit(tx, request, 'oidc.link', { subject: accountId })
}
