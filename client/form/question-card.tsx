import { Flex, Input, SimpleGrid } from '@chakra-ui/react'
import { type Dispatch, memo } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { SortableCard } from '#client/ui/sortable/sortable-card.tsx'
import { canDecide } from '#shared/form/conditions.ts'
import type { ExpressionIssue } from '#shared/form/expression-issues.ts'
import { datatypes, isTyped, questionTypeOf } from '#shared/form/question-types/registry.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { CardButtons } from './card-buttons.tsx'
import type { EditableQuestion, FormEdit } from './draft.ts'
import { questionTypeViews } from './question-types/registry.ts'
import type { DecidingQuestion } from './rules/deciding-questions.ts'
import { QuestionRules } from './rules/question-rules.tsx'

type Props = {
  sectionId: string
  question: EditableQuestion
  index: number
  /** The type cannot be changed, since answers may exist. */
  isKnown: boolean
  /** It has to be filled in or removed. */
  isUntouched: boolean
  /** Why the form cannot be saved with its settings, by setting. */
  issues: ReadonlyMap<string, string> | undefined
  sectionIndex: number
  /** The questions of the form on whose answers others can depend. */
  deciding: readonly DecidingQuestion[]
  /** Its condition can never be met. */
  isNeverShown: boolean
  /** What is wrong with its expressions. */
  expressionIssues: readonly ExpressionIssue[]
  isCollapsed: boolean
  onCollapse: (id: string) => void
  change: Dispatch<FormEdit>
}

export const QuestionCard = memo(function QuestionCard({
  sectionId,
  question,
  index,
  isKnown,
  isUntouched,
  issues,
  sectionIndex,
  deciding,
  isNeverShown,
  expressionIssues,
  isCollapsed,
  onCollapse,
  change,
}: Props) {
  const t = useText('form')
  const language = useLanguage()
  const { suffixLabel, isNote, isInternal, isCaptured } = questionTypeOf(question)
  const { Editor, icon: Icon } = questionTypeViews[question.datatype]
  const { id } = question
  const flags = (['share', 'required', 'active'] as const).filter(
    (flag) => flag === 'active' || (flag === 'share' ? !isNote && !isInternal : isTyped(question)),
  )
  const title = t('questionTitle', { number: index + 1 })
  const name = question.name || title
  const set = (part: Partial<EditableQuestion>) => change({ do: 'setQuestion', sectionId, id, set: part })
  return (
    <SortableCard
      id={id}
      name={name}
      t={t}
      onRemove={() => change({ do: 'removeQuestion', sectionId, id })}
      isCollapsed={isCollapsed}
      actions={
        <CardButtons
          name={name}
          isCollapsed={isCollapsed}
          onCollapse={() => onCollapse(id)}
          onDuplicate={() => change({ do: 'duplicateQuestion', sectionId, id, copyId: uuid7() })}
        />
      }
      head={
        <FieldFrame label={t('questionName')} error={isUntouched ? t('fillQuestion') : undefined}>
          <Input
            value={question.name}
            placeholder={title}
            maxLength={200}
            onChange={({ target }) => set({ name: target.value })}
          />
        </FieldFrame>
      }
    >
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
        <FieldFrame
          label={
            <>
              <Icon aria-hidden />
              {t('datatype')}
            </>
          }
          disabled={isKnown}
          hint={isKnown && t('datatypeFixed')}
        >
          <Select
            frame={{ disabled: isKnown }}
            value={question.datatype}
            options={datatypes.map((datatype) => ({
              value: datatype,
              label: questionTypeOf({ datatype }).label[language],
            }))}
            onChange={(datatype) => set({ datatype, ...questionTypeViews[datatype].firstSettings?.(question) })}
          />
        </FieldFrame>
        {!isNote &&
          !isCaptured &&
          (['prefix', 'suffix'] as const).map((part) => (
            <FieldFrame key={part} label={(part === 'suffix' && suffixLabel?.[language]) || t(part)}>
              <Input value={question[part]} maxLength={40} onChange={({ target }) => set({ [part]: target.value })} />
            </FieldFrame>
          ))}
      </SimpleGrid>
      {Editor && <Editor question={question} issueOf={(path) => issues?.get(path)} set={set} />}
      <QuestionRules
        question={question}
        deciding={deciding.filter((one) => {
          const isBefore = one.section < sectionIndex || (one.section === sectionIndex && one.place < index)
          return isBefore && canDecide(one, question)
        })}
        issues={expressionIssues}
        conditionError={isNeverShown ? t('neverShown') : undefined}
        issueOf={(path) => issues?.get(path)}
        set={set}
        onRename={(key) => change({ do: 'setVariable', id, key })}
      />
      <Flex gap="5" wrap="wrap">
        {flags.map((flag) => (
          <LabelledCheckbox key={flag} checked={question[flag]} onChange={(on) => set({ [flag]: on })}>
            {t(flag)}
          </LabelledCheckbox>
        ))}
      </Flex>
    </SortableCard>
  )
})
