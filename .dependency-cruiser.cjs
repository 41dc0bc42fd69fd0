/** The import rules of the project; docs/architecture.md explains them. `npm run lint` checks them, for types as for values. */

const tests = '\\.(test|e2e|bench|fixture)\\.tsx?$|/(test|e2e)/'

/**
 * The domains that others import, in each room, the lowest first: a domain imports only those before it, so there are no circles.
 * All other domains import any of them.
 */
const order = {
  server:
    'billing host media notification review trademark business sku order anchoring sync form submission transparency activation ' +
    'pack sensor logistic alarm auth customization scan support page scratch nfc epcis verdict pattern gs1 passport team backup',
  client:
    'scan codes auth support billing review business rich-text verify readings form label insights pattern nfc pack binding passport epcis',
  shared:
    'anchoring review gs1 passport sku customization verdict scratch nfc verify pattern sensor billing form order sync pack activation alarm auth',
}

/** Parts of client domains that other domains show on their screens. */
const openParts = [
  'client/(codes|label|readings|review|rich-text|scan|form/question-types|form/fill)/',
  'client/auth/verify-email-dialog.tsx',
  'client/epcis/code-events.tsx',
  'client/billing/billing-history.tsx',
  'client/binding/(bind-view.tsx|pending-bindings.ts)',
  'client/business/use-own-business.ts',
  'client/insights/map/(place-clusters.ts|static-map.tsx)',
  'client/nfc/tags-dialog.tsx',
  'client/pack/(chosen-packs.ts|pack-choice.tsx)',
  'client/passport/passport-page.tsx',
  'client/pattern/patterns.tsx',
  'client/support/(contact-card.tsx|contact-form.tsx|use-support-email.ts)',
  'client/verify/preview/preview-(frame.tsx|response.ts)',
].map((path) => `^${path}`)

/** Forbids imports from files to files. Tests may import everything, except those in `shared`. */
const forbid = (name, comment, from, to) => {
  return { name, comment, severity: 'error', from: { pathNot: tests, ...from }, to }
}

const ordered = Object.entries(order).flatMap(([room, names]) => {
  const domains = names.split(' ')
  const [name, why] = ['domains-in-one-direction', 'A domain imports only those before it in `order`.']
  const rule = (domain, others, earlier) => {
    const from = { path: `^${room}/(${domain})/`, pathNot: [tests, `^${room}/(${others.join('|')})/`] }
    const pathNot = `^${room}/(${['$1', 'core', 'ui', ...earlier].join('|')})/`
    return forbid(name, why, from, { path: `^${room}/[^/]+/`, pathNot })
  }
  const listed = domains.map((domain, at) => rule(domain, ['-'], domains.slice(0, at)))
  return [...listed, rule('[^/]+', ['core', 'ui', 'app', ...domains], domains)]
})

module.exports = {
  forbidden: [
    ...ordered,
    forbid(
      'shared-imports-shared',
      'It runs in the browser and on the server.',
      { path: '^shared/', pathNot: [] },
      { path: ['^(server|client|scripts)/', '(^|node_modules/)(react|fastify|drizzle-orm)(/|$)'] },
    ),
    forbid(
      'shared-imports-no-node',
      'It runs in the browser, too.',
      { path: '^shared/', pathNot: [] },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'server-imports-no-client',
      'The server imports shared only.',
      { path: '^server/' },
      { path: '^(client|scripts)/' },
    ),
    forbid(
      'server-domains-meet-at-their-service',
      'A domain imports service.ts or table.ts of another one, entity.ts of sync, and no file that lists the domains.',
      { path: '^server/([^/]+)/', pathNot: [tests, '^server/core/'] },
      {
        path: '^server/',
        pathNot: ['^server/($1|core)/', '^server/[^/]+/(service|table)\\.ts$', '^server/(domain|sync/entity)\\.ts$'],
      },
    ),
    forbid(
      'client-imports-no-server',
      'The client calls the server through the contracts in shared.',
      { path: '^client/[^/]+/' },
      { path: '^(server|scripts)/' },
    ),
    forbid(
      'client-domains-meet-at-open-parts',
      'A domain imports core, ui and the parts that `openParts` lists.',
      { path: '^client/([^/]+)/', pathNot: [tests, '^client/(app|core|ui)/'] },
      { path: '^client/[^/]+/', pathNot: ['^client/($1|core|ui)/', ...openParts] },
    ),
    forbid(
      'insights-shows-no-readings',
      'Its first bundle stays free of their charts.',
      { path: '^client/insights/' },
      { path: '^client/readings/' },
    ),
    forbid('ui-imports-core', '', { path: '^client/ui/' }, { path: '^client/(?!core/|ui/)[^/]+/' }),
    forbid(
      'core-knows-no-domain',
      'Domains register with core. It reads the list of quotas, and the keys of witnesses from its settings.',
      { path: '^(server|shared)/core/' },
      { path: '^(server|shared)/(?!core/)', pathNot: '^shared/(app/quotas|transparency/note)\\.ts$' },
    ),
    forbid(
      'client-core-knows-no-domain',
      'It contains the client part of sign-in, uploads and sync, and the list of texts.',
      { path: '^client/core/' },
      {
        path: '^(client|shared)/(?!core/)[^/]+/',
        pathNot: '^shared/(auth|media|sync)/|^shared/app/quotas\\.ts$|text\\.ts$',
      },
    ),
  ],
  options: {
    // TypeScript 7 offers no interface for its parser.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content', compress: false },
  },
}
