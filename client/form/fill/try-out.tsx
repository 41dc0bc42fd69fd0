import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { deviceTimeZone } from '#client/core/clock/time-zone.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { GapButton } from '#client/ui/form/missing/gap-button.tsx'
import type { FormStructure, Question } from '#shared/form/contract.ts'
import { formStateOf } from '#shared/form/form-state.ts'
import { isTyped, questionTypeOf } from '#shared/form/question-types/registry.ts'
import type { MissingPart } from '#shared/submission/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import { answerProblem, constraintProblem, findMissingParts } from '#shared/submission/rules.ts'
import { QuestionToAnswer } from './asked-question.tsx'
import { initialAnswers } from './initial-answers.ts'
import { normalizeAnswer } from './normalize-answer.ts'

type Props = { formId: string; structure: FormStructure; onClose: () => void }
type Answers = Readonly<Record<string, string>>

/** Fills a form in the frame of a phone. Nothing is saved. */
export function TryOut({ formId, structure, onClose }: Props) {
  const t = useText('form')
  const [turn, setTurn] = useState(0)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tryOut')}
      footer={
        <Button variant="outline" onClick={() => setTurn(turn + 1)}>
          {t('startAgain')}
        </Button>
      }
    >
      <Text color="fg.muted" paddingBottom="4">
        {t('tryOutHint')}
      </Text>
      <Box
        maxWidth="390px"
        marginInline="auto"
        padding="4"
        borderWidth="2px"
        borderColor="border.emphasized"
        borderRadius="3xl"
        bg="bg"
      >
        <Filling key={turn} formId={formId} structure={structure} />
      </Box>
    </Dialog>
  )
}

function Filling({ formId, structure }: Omit<Props, 'onClose'>) {
  const t = useText('form')
  const words = useText('submission')
  const language = useLanguage()
  const { sections } = structure
  const [begun] = useState(() => new Date(correctedNow()))
  const moment = { now: begun.toISOString(), zone: deviceTimeZone() }
  const [typed, setTyped] = useState<Answers>(() => firstAnswers(formId, structure, begun))
  const [place, setPlace] = useState(0)
  const [checked, setChecked] = useState<{ errors: ReadonlyMap<string, string>; missing?: MissingPart[] }>({
    errors: new Map(),
  })
  const section = sections[place]
  const questions = sections.flatMap((one) => one.questions)
  const answers = questions.map((question) => ({
    questionId: question.id,
    value: normalizeAnswer(question, typed[question.id] ?? ''),
  }))
  const files = new Set(questions.filter((one) => questionTypeOf(one).files).map(({ id }) => id))
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const state = formStateOf(sections, answers, moment)
  const isShown = ({ id, active, hideResult }: Question) => active && !hideResult && !state.hidden.has(id)
  const errorsOf = (list: readonly Question[]) =>
    new Map(
      list.flatMap((question) => {
        if (!isShown(question) || !isTyped(question)) return []
        const answer = given.get(question.id) ?? ''
        const problem = answerProblem(question, answer) ?? constraintProblem(state, question, answer)
        return problem ? [[question.id, problem.body(language, '').message] as const] : []
      }),
    )
  if (!section) return <Text color="fg.muted">{words('noSections')}</Text>
  const isLast = place === sections.length - 1
  const go = (to: number) => {
    setPlace(to)
    setChecked({ errors: new Map() })
  }
  const check = () => {
    const errors = errorsOf(isLast ? questions : section.questions)
    const wrong = sections.findIndex((one) => one.questions.some(({ id }) => errors.has(id)))
    if (errors.size > 0) {
      setPlace(wrong)
      setChecked({ errors })
    } else if (isLast) {
      const missing = findMissingParts(sections, answers, [], moment)
      setChecked({ errors, missing: missing.filter(({ part, id }) => part === 'answer' && !files.has(id)) })
    } else go(place + 1)
  }
  return (
    <Stack gap="5">
      <Box>
        <Heading as="h3" size="md" overflowWrap="anywhere">
          {section.name}
        </Heading>
        <Text textStyle="sm" color="fg.muted">
          {structure.name} · {words('section', { number: place + 1, total: sections.length })}
        </Text>
      </Box>
      {section.questions.filter(isShown).map((question) =>
        questionTypeOf(question).files ? (
          <Text key={question.id} overflowWrap="anywhere">
            {question.name}: {t('tryOutNoFile')}
          </Text>
        ) : (
          <QuestionToAnswer
            key={question.id}
            recordId="try-out"
            question={{ ...question, required: state.isRequired(question) }}
            value={state.calculated.get(question.id) ?? typed[question.id] ?? ''}
            error={checked.errors.get(question.id)}
            state={state}
            onChange={(value) => {
              setTyped((before) => ({ ...before, [question.id]: value }))
              setChecked({ errors: new Map() })
            }}
          />
        ),
      )}
      {section.questions.filter(isShown).length === 0 && <Text color="fg.muted">{words('nothingAsked')}</Text>}
      {checked.missing && (
        <InlineAlert status={checked.missing.length > 0 ? 'warning' : 'success'} role="status">
          {checked.missing.length === 0
            ? t('tryOutDone')
            : checked.missing.map((gap) => (
                <GapButton key={gap.id} onPress={() => go(sections.findIndex(({ id }) => id === gap.sectionId))}>
                  {gap.name}
                </GapButton>
              ))}
        </InlineAlert>
      )}
      <Flex gap="3">
        <Button variant="outline" disabled={place === 0} onClick={() => go(place - 1)}>
          {words('back')}
        </Button>
        <Button flex="1" onClick={check}>
          {isLast ? t('checkAnswers') : words('next')}
        </Button>
      </Flex>
    </Stack>
  )
}

function firstAnswers(formId: string, structure: FormStructure, begun: Date): Answers {
  const initial = initialAnswers(formId, structure, begun)
  const questions = structure.sections.flatMap((section) => section.questions)
  return Object.fromEntries(questions.map(({ id }) => [id, String(initial[answerPath(id)] ?? '')]))
}
