import { viewSession } from '#server/auth/service.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import { hashPassword } from '#server/core/auth/password.ts'
import { tokenHashOf } from '#server/core/auth/random-token.ts'
import { startSession } from '#server/core/auth/session.ts'
import { withCookies } from '#server/core/http/plugin-scopes.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { audit, provenOrigin } from '#server/core/logging/audit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { teamContract, teamProblems } from '#shared/team/contract.ts'
import { invite, listInvitations, resend, withdraw } from './invitations.ts'
import { changeRole, join, listMembers, openInvitation, removeMember } from './service.ts'

export const teamRoutes = withCookies((app) => {
  serve(app, teamContract, {
    async members({ tx, actor }) {
      const rows = await listMembers(tx, actor)
      return { rows, total: rows.length }
    },

    async invitations({ tx, actor }) {
      // Visitors of the demo do not see the addresses of people who have no account.
      const rows = actor.demo ? [] : await listInvitations(tx, merchantOf(actor))
      return { rows, total: rows.length }
    },

    async invite(call) {
      const { tx, body, request, services } = call
      services.mail.require()
      const { invited, isNew } = await invite(call, body)
      const { id, email, role } = invited
      if (isNew) await audit(tx, request, 'team.invite', { subject: id, data: { email, role } })
      return invited
    },

    async resend(call) {
      const { tx, params, request, services } = call
      services.mail.require()
      const invited = await resend(call, params.id)
      await audit(tx, request, 'team.resend', { subject: invited.id, data: { email: invited.email } })
      return invited
    },

    async withdraw({ tx, actor, params, request }) {
      const { id, email } = await withdraw(tx, actor, params.id)
      await audit(tx, request, 'team.withdraw', { subject: id, data: { email } })
      return done
    },

    async changeRole(call) {
      const { tx, params, body, request } = call
      const before = await changeRole(call, params.id, body.role)
      if (before) {
        const data = { name: before.username, from: before.role, to: body.role }
        await audit(tx, request, 'team.changeRole', { subject: params.id, data })
      }
      return done
    },

    async remove(call) {
      const { tx, params, request } = call
      const { username: name, email, role } = await removeMember(call, params.id)
      await audit(tx, request, 'team.remove', { subject: params.id, data: { name, email, role } })
      return done
    },

    open({ tx, body }) {
      return openInvitation(tx, body.token)
    },

    join: withPreparation(
      async ({ body, services }) => {
        // Only a valid link justifies the cost of a hash.
        const { signIn } = await openInvitation(services.db.read, body.token)
        if (signIn === 'organisation') throw new Problem(teamProblems.organisationOnly)
        return hashPassword(body.password)
      },
      async (call, passwordHash) => {
        const { tx, body, request } = call
        const made = await join(tx, { ...body, hash: tokenHashOf(body.token), passwordHash })
        const signedIn = await startSession(call, made.id, false)
        await audit(tx, provenOrigin(request, made), 'team.join', { subject: made.id, data: { role: made.role } })
        return viewSession(signedIn)
      },
    ),
  })
})
