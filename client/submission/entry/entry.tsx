import { Alert, Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { LuArrowLeft, LuArrowRight, LuListChecks } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { rememberAnswers } from '#client/form/fill/initial-answers.ts'
import { submissionRejectionProblems } from '#client/submission/rejection-problems.ts'
import { saveAnswers } from '#client/submission/save.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { CancelButton } from '#client/ui/form/cancel-button.tsx'
import { focusInvalidInput } from '#client/ui/form/input-error.ts'
import { GapButton } from '#client/ui/form/missing/gap-button.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import type { FormStructure } from '#shared/form/contract.ts'
import { formStateOf } from '#shared/form/form-state.ts'
import type { MissingPart } from '#shared/submission/contract.ts'
import { answersOf, beginningOf, rangesOf, type SubmissionView } from '#shared/submission/record.ts'
import { submissionProgressOf } from '#shared/submission/rules.ts'
import { applyPatch, isEqualData } from '#shared/sync/rules.ts'
import { firstSectionToReview, sectionIndexOf } from './find-section.ts'
import { SectionFields } from './section-fields.tsx'
import { Stepper } from './stepper.tsx'
import { askedAnswers, type FieldProblems, normalizeAnswers, validateAnswers } from './unsaved-answers.ts'
import { useUnsavedAnswers } from './use-unsaved-answers.ts'

type Props = {
  saved: OfflineRecord<SubmissionView>
  structure: FormStructure
  conflicts: readonly ConflictRow[]
  onClose: () => void
  onPreview: () => void
}
const noProblems: FieldProblems = new Map()
/** One action is primary. On a phone it is as wide as the screen, above the others. */
const mainAction = { width: { base: 'full', md: 'auto' }, order: { base: -1, md: 0 } } as const

/** Enters the answers section by section. Unsaved input stays on the device until it is saved or discarded. */
export function Entry({ saved, structure: { name, custom_id_label, sections }, conflicts, onClose, onPreview }: Props) {
  const t = useText('submission')
  const ui = useText('ui')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const { typed, type, restored, forget, forgetSaved } = useUnsavedAnswers(saved)
  const at = beginningOf(saved.id, saved.data)
  const { points, currentSection, missing } = submissionProgressOf(
    sections,
    answersOf(saved.data),
    rangesOf(saved.data),
    at,
  )
  const [chosen, setChosen] = useState(() => firstSectionToReview(sections, saved, conflicts) ?? currentSection)
  /** The result of the last check, and the answers that were checked. */
  const [checked, setChecked] = useState({ wrong: noProblems, typed })
  const setWrong = (wrong: FieldProblems) => setChecked({ wrong, typed })
  const wrong = new Map([...checked.wrong].filter(([path]) => typed[path] === checked.typed[path]))
  /** The missing answers at the last save. */
  const [missingAtSave, setMissingAtSave] = useState<readonly MissingPart[]>([])
  const fields = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<MissingPart>()
  useEffect(() => {
    if (!opened) return
    const inputs = fields.current?.querySelectorAll<HTMLElement>(`[data-answer="${opened.id}"] :is(input, select)`)
    inputs?.[opened.part === 'end_time' ? inputs.length - 1 : 0]?.focus()
  }, [opened])
  useEffect(() => {
    if (checked.wrong.size > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [checked])
  const place = Math.min(chosen, sections.length - 1)
  const section = sections[place]!
  const isLast = place === sections.length - 1
  const dirty = Object.keys(typed).length > 0
  const current = applyPatch(saved.data, normalizeAnswers(typed, sections)) as SubmissionView
  const state = formStateOf(sections, answersOf(current), at)
  const { hidden } = state
  const asked = askedAnswers(typed, hidden)
  const open = submissionProgressOf(sections, answersOf(current), rangesOf(current), at).missing
  const [firstGap] = open
  const gapCount = new Set(open.map(({ id }) => id)).size
  const stillMissing = missingAtSave.filter(
    (one) => !hidden.has(one.id) && missing.some((other) => isEqualData(one, other)),
  )
  /** Each question or sensor once. */
  const gaps = [...new Map(stillMissing.toReversed().map((gap) => [gap.id, gap])).values()].toReversed()

  const go = (to: number) => {
    setChosen(to)
    setMissingAtSave([])
  }
  const openGap = (gap: MissingPart) => {
    setChosen(sections.findIndex(({ id }) => id === gap.sectionId))
    // A copy, so that a second press focuses the field again.
    setOpened({ ...gap })
  }
  const save = useTask(async () => {
    if (focusInvalidInput(fields.current)) return
    const ready = await validateAnswers(requireEngine().db, saved, sections, { typed: asked, state })
    if ('wrong' in ready) {
      setWrong(ready.wrong)
      setChosen(sectionIndexOf(sections, ready.wrong.keys()) ?? place)
      return
    }
    setWrong(noProblems)
    if (dirty) {
      if (Object.keys(asked).length > 0) await saveAnswers(saved, ready, sections)
      rememberAnswers(saved.data.formId, { sections }, applyPatch(saved.data, normalizeAnswers(asked, sections)))
      forgetSaved(typed, ready.set)
      notify({ tone: 'success', title: t('updated') })
    }
    const data = applyPatch(saved.data, normalizeAnswers(asked, sections)) as SubmissionView
    const after = submissionProgressOf(sections, answersOf(data), rangesOf(data), at).missing
    setMissingAtSave(isLast ? after : after.filter(({ sectionId }) => sectionId === section.id))
    if (isLast && after.length === 0) onPreview()
  })
  /** Validates the answers of a section before it opens the next one, while the section is still on screen. */
  const next = useTask(async () => {
    if (focusInvalidInput(fields.current)) return
    const ready = await validateAnswers(requireEngine().db, saved, [section], { typed: asked, state })
    setWrong('wrong' in ready ? ready.wrong : noProblems)
    if (!('wrong' in ready)) go(place + 1)
  })
  const leave = () => {
    forget()
    onClose()
  }
  return (
    <Page title={name} description={`${custom_id_label || t('identifier')}: ${saved.data.custom_id}`}>
      <RejectedChangeAlert
        record={saved}
        problems={submissionRejectionProblems}
        disabledReason={deniedReason}
        onDiscarded={() => setWrong(noProblems)}
      />
      {restored && dirty && (
        <Text role="status" color="fg.muted">
          {ui('draftBack')}
        </Text>
      )}
      <Flex gap="3" wrap="wrap" align="center" justify="space-between">
        <Stepper points={points} current={place} onGo={go} />
        {firstGap && (
          <Button variant="ghost" size="sm" onClick={() => openGap(firstGap)}>
            <LuListChecks aria-hidden />
            {t('firstGap', { count: gapCount })}
          </Button>
        )}
      </Flex>
      <Panel aria-label={section.name}>
        <Stack gap="5" ref={fields}>
          <Flex justify="space-between" gap="3" wrap="wrap" align="baseline">
            <Heading as="h2" size="lg" fontWeight="600" overflowWrap="anywhere">
              {section.name}
            </Heading>
            <Text textStyle="sm" color="fg.muted">
              {t('section', { number: place + 1, total: sections.length })}
            </Text>
          </Flex>
          <SectionFields
            key={section.id}
            submissionId={saved.id}
            section={section}
            record={saved.data}
            typed={typed}
            wrong={wrong}
            conflicts={conflicts}
            state={state}
            onType={type}
          />
          {stillMissing.length > 0 && (
            <Alert.Root status="warning" role="alert">
              <Alert.Indicator />
              <Stack gap="1">
                <Alert.Title>{t('missingFields')}</Alert.Title>
                <Alert.Description>
                  {t('missingList')}{' '}
                  {gaps.map((gap, at) => (
                    <Fragment key={gap.id}>
                      {at > 0 && ', '}
                      <GapButton onPress={() => openGap(gap)}>{gap.name}</GapButton>
                    </Fragment>
                  ))}
                </Alert.Description>
                {isLast && (
                  <Button size="sm" variant="outline" alignSelf="start" onClick={onPreview}>
                    {t('preview')}
                  </Button>
                )}
              </Stack>
            </Alert.Root>
          )}
          <Flex gap="3" wrap="wrap" align="start">
            <Button variant="outline" disabled={place === 0} onClick={() => go(place - 1)}>
              <LuArrowLeft aria-hidden />
              {t('back')}
            </Button>
            {!isLast && (
              <Button {...mainAction} onClick={() => next.mutate()}>
                {t('next')}
                <LuArrowRight aria-hidden />
              </Button>
            )}
            <Box marginInlineStart={{ md: 'auto' }}>
              <CancelButton dirty={dirty} onLeave={leave} />
            </Box>
            <ButtonWithReason
              {...(isLast ? mainAction : { variant: 'outline' })}
              disabledReason={deniedReason}
              onClick={() => save.mutate()}
              loading={save.isPending}
            >
              {isLast ? t('savePreview') : ui('save')}
            </ButtonWithReason>
          </Flex>
        </Stack>
      </Panel>
    </Page>
  )
}
