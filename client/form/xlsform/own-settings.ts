import { z } from 'zod'
import { EditableForm } from '#client/form/draft.ts'
import { OptionId } from '#shared/form/question-types/options.ts'

const EditableSectionShape = EditableForm.shape.sections.element
const EditableQuestionShape = EditableSectionShape.shape.questions.element

/** What XLSForm has no column for, in a column of our own, which other programs ignore. `null` is a setting that is absent. */
const nullable = <S extends z.ZodRawShape>(shape: z.ZodObject<S>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape.partial().shape).map(([name, field]) => [name, (field as z.ZodType).nullable()]),
    ),
  )
/** A condition on options names the question as the file does. */
const NamedCondition = z.union([
  z.object({ question: z.string(), options: z.array(OptionId) }),
  z.object({ expression: z.string() }),
])
const QuestionSettings = nullable(
  EditableQuestionShape.omit({ id: true }).extend({ showIf: NamedCondition.optional() }),
)
const SectionSettings = nullable(EditableSectionShape.pick({ name: true, sensors: true }))
const FormSettings = EditableForm.pick({ name: true, custom_id_label: true }).partial()

type Part = z.infer<typeof EditableQuestionShape> | z.infer<typeof EditableSectionShape>

/** Applies the settings of a cell to a question or a section. A cell that is not ours is ignored. */
export function applyOwnSettings(part: Part, cell: string): void {
  const schema = 'datatype' in part ? QuestionSettings : SectionSettings
  for (const [name, value] of Object.entries(read(schema, cell) ?? {})) {
    if (value === null) delete (part as Record<string, unknown>)[name]
    else Object.assign(part, { [name]: value })
  }
}

export const ownFormSettings = (cell: string | undefined): Partial<Pick<EditableForm, 'name' | 'custom_id_label'>> => {
  const { name, custom_id_label } = read(FormSettings, cell ?? '') ?? {}
  return { ...(name !== undefined && { name }), ...(custom_id_label !== undefined && { custom_id_label }) }
}

/** Defaults of the schema are no settings of the cell. */
function read<T extends object>(schema: z.ZodType<T>, cell: string): Partial<T> | undefined {
  try {
    const given = JSON.parse(cell)
    const read = Object.entries(schema.parse(given)).filter(([name]) => Object.hasOwn(given, name))
    return Object.fromEntries(read) as Partial<T>
  } catch {
    return undefined
  }
}

/** The settings in which an imported part differs from the exported one; undefined if in none. */
export function ownSettingsOf(exported: object, imported: object): string | undefined {
  const before = exported as Record<string, unknown>
  const after = imported as Record<string, unknown>
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name])
  const different = [...names].filter((name) => !isSame(name)).map((name) => [name, before[name] ?? null])
  return different.length > 0 ? JSON.stringify(Object.fromEntries(different)) : undefined
}
