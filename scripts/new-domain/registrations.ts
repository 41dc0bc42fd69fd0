/** A text to insert into a manually maintained list, before or after a text that occurs in it. */
type Insertion = { text: string } & ({ before: string } | { after: string })

/** The lists in which a new domain is registered. `sample` stands for its name, as in `templates`. */
export const registrations: Record<string, readonly Insertion[]> = {
  'server/domains.ts': [
    { before: 'import { skuDomain }', text: "import { sampleDomain } from './sample/domain.ts'\n" },
    { before: '  skuDomain,\n', text: '  sampleDomain,\n' },
  ],
  'client/app/screens.ts': [
    { before: 'import { skuScreen }', text: "import { sampleScreen } from '#client/sample/screens.ts'\n" },
    { after: '  skuScreen,\n', text: '  sampleScreen,\n' },
  ],
  'client/core/i18n/namespaces.ts': [
    {
      before: '  support: ()',
      text: "  sample: () => import('#shared/sample/text.ts'),\n",
    },
  ],
  'shared/app/text.ts': [
    { after: "    skus: 'SKUs',\n", text: "    samples: 'Samples',\n" },
    { after: "    skus: 'Артикулы',\n", text: "    samples: 'Samples',\n" },
  ],
  'shared/app/quotas.ts': [
    { before: 'import { skuQuotas }', text: "import { sampleQuotas } from '#shared/sample/quotas.ts'\n" },
    { after: '  ...skuQuotas,\n', text: '  ...sampleQuotas,\n' },
  ],
  'server/core/test/access-manifest/products.ts': [
    {
      after: 'export const productEntries: Entries = {\n',
      text: "  'POST /sample': { foreign: 'own', input: () => ({ body: { name: 'Mine' } }) },\n\n",
    },
  ],
}

/** @throws if the text is missing because the list has changed */
export function insert(content: string, file: string, insertion: Insertion): string {
  const anchor = 'before' in insertion ? insertion.before : insertion.after
  const at = content.indexOf(anchor)
  if (at < 0)
    throw new Error(`${file} does not contain ${JSON.stringify(anchor)}: adapt scripts/new-domain/registrations.ts.`)
  const place = 'before' in insertion ? at : at + anchor.length
  return content.slice(0, place) + insertion.text + content.slice(place)
}
