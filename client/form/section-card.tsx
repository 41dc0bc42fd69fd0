import { Heading, Input, Stack } from '@chakra-ui/react'
import { type Dispatch, memo } from 'react'
import { LuPlus } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { SortableList } from '#client/ui/sortable/sortable.tsx'
import { SortableCard } from '#client/ui/sortable/sortable-card.tsx'
import { maxQuestions } from '#shared/form/contract.ts'
import type { ExpressionIssue } from '#shared/form/expression-issues.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { CardButtons } from './card-buttons.tsx'
import type { EditableSection, FormEdit } from './draft.ts'
import { QuestionCard } from './question-card.tsx'
import type { DecidingQuestion } from './rules/deciding-questions.ts'
import { SectionSensors } from './section-sensors.tsx'
import type { SettingsIssues } from './settings-issues.ts'

type Props = {
  section: EditableSection
  index: number
  /** Questions whose type can no longer be changed. */
  known: ReadonlySet<string>
  /** Sections and questions that have to be filled in or removed. */
  untouched: ReadonlySet<string>
  /** Why the form cannot be saved with the settings of a question, by question and setting. */
  issues: SettingsIssues
  /** The questions of the form on whose answers others can depend. */
  deciding: readonly DecidingQuestion[]
  /** Questions whose condition can never be met. */
  neverShown: ReadonlySet<string>
  /** What is wrong with expressions, by question. */
  expressionIssues: ReadonlyMap<string, readonly ExpressionIssue[]>
  /** Sections and questions of which only the heading is shown. */
  collapsed: ReadonlySet<string>
  onCollapse: (id: string) => void
  change: Dispatch<FormEdit>
}

const noIssues: readonly ExpressionIssue[] = []

export const SectionCard = memo(function SectionCard({
  section,
  index,
  known,
  untouched,
  issues,
  deciding,
  neverShown,
  expressionIssues,
  collapsed,
  onCollapse,
  change,
}: Props) {
  const t = useText('form')
  const { id, questions } = section
  const title = t('sectionTitle', { number: index + 1 })
  const name = section.name || title
  return (
    <SortableCard
      id={id}
      name={name}
      t={t}
      onRemove={() => change({ do: 'removeSection', id })}
      isCollapsed={collapsed.has(id)}
      actions={
        <CardButtons
          name={name}
          isCollapsed={collapsed.has(id)}
          onCollapse={() => onCollapse(id)}
          onDuplicate={() => change({ do: 'duplicateSection', id })}
        />
      }
      head={
        <FieldFrame label={t('sectionName')} error={untouched.has(id) ? t('fillSection') : undefined}>
          <Input
            value={section.name}
            placeholder={title}
            maxLength={200}
            onChange={({ target }) => change({ do: 'setSection', id, set: { name: target.value } })}
          />
        </FieldFrame>
      }
    >
      <SectionSensors section={section} change={change} />
      <Stack gap="3">
        <Heading as="h3" size="sm">
          {t('questions')}
        </Heading>
        {questions.length > 0 && (
          <SortableList
            ids={questions.map((question) => question.id)}
            label={t('questions')}
            onMove={(from, to) => change({ do: 'moveQuestion', sectionId: id, from, to })}
          >
            {questions.map((question, place) => (
              <QuestionCard
                key={question.id}
                sectionId={id}
                question={question}
                index={place}
                isKnown={known.has(question.id)}
                isUntouched={untouched.has(question.id)}
                issues={issues.get(question.id)}
                sectionIndex={index}
                deciding={deciding}
                isNeverShown={neverShown.has(question.id)}
                expressionIssues={expressionIssues.get(question.id) ?? noIssues}
                isCollapsed={collapsed.has(question.id)}
                onCollapse={onCollapse}
                change={change}
              />
            ))}
          </SortableList>
        )}
        <ButtonWithReason
          variant="outline"
          size="sm"
          alignSelf="start"
          disabledReason={questions.length >= maxQuestions ? t('mostQuestions', { most: maxQuestions }) : undefined}
          onClick={() => change({ do: 'addQuestion', sectionId: id, id: uuid7() })}
        >
          <LuPlus aria-hidden />
          {t('addQuestion')}
        </ButtonWithReason>
      </Stack>
    </SortableCard>
  )
})
