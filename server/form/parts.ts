import type { Tx } from '#server/core/db/database.ts'
import { recordset, uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type FormInput, type FormStructure, formProblems } from '#shared/form/contract.ts'
import type { Datatype } from '#shared/form/question-types/registry.ts'

type Part = { id: string; formId: string; datatype: Datatype | null; name: string }
type KnownPart = { formId: string; datatype: Datatype | null }

function partsOf(formId: string, { sections }: FormStructure): Part[] {
  return sections.flatMap((section) => [
    { id: section.id, formId, datatype: null, name: section.name },
    ...section.questions.map(({ id, datatype, name }) => ({ id, formId, datatype, name })),
  ])
}

/** The stored sections and questions of a merchant that a list of forms contains, and new ones. */
export class FormParts {
  #known: Map<string, KnownPart>
  #added: Part[] = []

  private constructor(known: Map<string, KnownPart>) {
    this.#known = known
  }

  static async load(
    tx: Tx,
    merchantId: string,
    forms: readonly { sections?: FormInput['sections'] | undefined }[],
  ): Promise<FormParts> {
    const ids = forms.flatMap(({ sections = [] }) =>
      sections.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]),
    )
    const { rows } = await tx.execute<{ id: string; form_id: string; datatype: Datatype | null }>(sql`
      select id, form_id, datatype from form_part where merchant_id = ${merchantId} and id = any(${uuidArray(ids.filter((id) => id !== undefined))})`)
    return new FormParts(new Map(rows.map(({ id, form_id, datatype }) => [id, { formId: form_id, datatype }])))
  }

  /** Adds the new parts of a structure. Returns a problem and adds nothing when the structure is invalid. */
  add(formId: string, structure: FormStructure): Problem | undefined {
    const parts = partsOf(formId, structure)
    const fresh: Part[] = []
    if (new Set(parts.map(({ id }) => id)).size < parts.length) return new Problem(coreProblems.idTaken)
    for (const part of parts) {
      const known = this.#known.get(part.id)
      if (!known) fresh.push(part)
      else if (known.formId !== formId || (known.datatype === null) !== (part.datatype === null)) {
        return new Problem(coreProblems.idTaken)
      } else if (known.datatype !== part.datatype) return new Problem(formProblems.datatype, { question: part.name })
    }
    for (const part of fresh) this.#known.set(part.id, part)
    this.#added.push(...fresh)
    return undefined
  }

  /** Stores the added parts. */
  async save(tx: Tx, merchantId: string, forms: ReadonlySet<string>): Promise<void> {
    const rows = this.#added.filter(({ formId }) => forms.has(formId))
    if (rows.length === 0) return
    await tx.execute(sql`
      insert into form_part (merchant_id, id, form_id, datatype)
      select ${merchantId}, id, "formId", datatype from ${recordset(rows, 'id uuid, "formId" uuid, datatype text')}`)
  }
}
