/** The import rules of the project; docs/architecture.md explains them. `npm run lint` checks them, types included. */

const tests = '\\.(test|e2e|bench|fixture)\\.tsx?$|/(test|e2e)/'

/** Parts of client domains that other domains show on their screens. */
const openParts = [
  'client/(codes|label|readings|review|rich-text|scan)/',
  'client/auth/verify-email-dialog.tsx',
  'client/billing/billing-history.tsx',
  'client/form/question-types/',
  'client/support/contact-(card|form).tsx',
  'client/sync/(sync-state-chip|rejected-change-alert).tsx',
  'client/verify/preview/preview-(frame.tsx|response.ts)',
].map((path) => `^${path}`)

/** Forbids the imports from one group of files to another. Tests may import everything, except those in `shared`. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: tests, ...from },
  to,
})

module.exports = {
  forbidden: [
    forbid(
      'shared-imports-shared',
      'shared imports only shared, because it runs in the browser and on the server.',
      { path: '^shared/', pathNot: [] },
      { path: ['^(server|client|scripts)/', '(^|node_modules/)(react|fastify|drizzle-orm)(/|$)'] },
    ),
    forbid(
      'shared-imports-no-node',
      'shared imports no module of Node.js, because it runs in the browser, too.',
      { path: '^shared/', pathNot: [] },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'server-imports-no-client',
      'The server imports shared. Only its start (app.ts, main.ts) may import other rooms.',
      { path: '^server/', pathNot: [tests, '^server/(app|main)\\.ts$'] },
      { path: '^(client|scripts)/' },
    ),
    forbid(
      'server-domains-meet-at-their-service',
      'A server domain imports another one through service.ts or table.ts, and sync through its entity.ts.',
      { path: '^server/([^/]+)/', pathNot: [tests, '^server/core/'] },
      {
        path: '^server/[^/]+/',
        pathNot: ['^server/($1|core)/', '^server/[^/]+/(service|table)\\.ts$', '^server/sync/entity\\.ts$'],
      },
    ),
    forbid(
      'server-core-knows-no-domain',
      'Domains register with core.',
      { path: '^server/core/' },
      {
        path: '^server/(?!core/)',
      },
    ),
    forbid(
      'client-imports-no-server',
      'The client calls the server through the contracts in shared.',
      { path: '^client/[^/]+/', pathNot: [tests, '^client/app/'] },
      { path: '^(server|scripts)/' },
    ),
    forbid(
      'client-domains-meet-at-open-parts',
      'A client domain imports client/core, client/ui and the parts that openParts lists.',
      { path: '^client/([^/]+)/', pathNot: [tests, '^client/(app|core|ui)/'] },
      { path: '^client/[^/]+/', pathNot: ['^client/($1|core|ui)/', ...openParts] },
    ),
    forbid(
      'insights-shows-no-readings',
      'The first bundle of insights stays free of the charts of readings.',
      { path: '^client/insights/' },
      { path: '^client/readings/' },
    ),
    forbid(
      'client-ui-imports-core',
      'client/ui imports client/core alone.',
      { path: '^client/ui/' },
      {
        path: '^client/(?!core/|ui/)[^/]+/',
      },
    ),
    forbid(
      'client-core-knows-no-domain',
      'Domains register with core.',
      { path: '^client/core/' },
      {
        path: '^client/(?!core/)[^/]+/',
      },
    ),
  ],
  options: {
    // TypeScript 7 offers no interface for its parser.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
      extensions: ['.ts', '.tsx', '.js'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content', compress: false },
  },
}
