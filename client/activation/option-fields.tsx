import { Alert, Button, Field, Fieldset, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import type { ActivationOptions } from '#shared/activation/contract.ts'
import { omit } from '#shared/core/omit.ts'
import { useCompleteSubmissions } from './complete-submissions.ts'
import { type OfferedCertificate, useCertificates } from './offered-certificates.ts'

type ActivationOptionsState = {
  value: ActivationOptions
  set: (value: ActivationOptions) => void
  /** The available options; undefined when they are not known. */
  offered: readonly OfferedCertificate[] | undefined
  /** A chosen submission cannot be sent. Activation is blocked until the user removes it. */
  isBlocked: boolean
}

/** The options of a list; the URL may contain a submission. */
export function useActivationOptions(codes: readonly string[], initial?: ActivationOptions): ActivationOptionsState {
  const offered = useCertificates(codes)
  const [params] = useSearchParams()
  const viewer = useViewer()
  const submissionId = params.get('submissionId')
  const [value, set] = useState<ActivationOptions | undefined>(initial)
  const chosen = withOfferedCertificates(value ?? (submissionId ? { submissionId } : {}), offered)
  const isAble = viewer === undefined || viewer.features.includes('submission')
  return { value: chosen, set, offered, isBlocked: chosen.submissionId !== undefined && !isAble }
}

/** Omits certificates of products whose codes are no longer in the list. */
function withOfferedCertificates(
  { certificates, ...rest }: ActivationOptions,
  offered: ActivationOptionsState['offered'],
): ActivationOptions {
  if (!certificates || !offered) return { ...rest, ...(certificates && { certificates }) }
  const available = offered.map(({ id }) => id).filter((id) => certificates.includes(id))
  return available.length === offered.length ? rest : { ...rest, certificates: available }
}

/** The submission and the certificates of a list. Renders nothing when there are no options. */
export function ActivationOptionFields({ choice }: { choice: ActivationOptionsState }) {
  const viewer = useViewer()
  const { offered = [] } = choice
  return (
    <>
      {choice.isBlocked && <SubmissionDisabledAlert choice={choice} />}
      {viewer?.features.includes('submission') && <SubmissionField choice={choice} />}
      {offered.length > 0 && <CertificatesField offered={offered} choice={choice} />}
    </>
  )
}

/** Activation cannot be undone, so an option that the user asked for is never removed without a message. */
function SubmissionDisabledAlert({ choice: { value, set } }: { choice: ActivationOptionsState }) {
  const t = useText('activation')
  const rest = omit(value, 'submissionId')
  return (
    <Alert.Root status="error">
      <Alert.Indicator />
      <Alert.Content gap="3" alignItems="start">
        <Alert.Title>{t('submissionOff')}</Alert.Title>
        <Button size="sm" variant="outline" bg="bg.panel" onClick={() => set(rest)}>
          {t('withoutSubmission')}
        </Button>
      </Alert.Content>
    </Alert.Root>
  )
}

function SubmissionField({ choice: { value, set } }: { choice: ActivationOptionsState }) {
  const t = useText('activation')
  const [search, setSearch] = useState('')
  const { submissionId = '', ...rest } = value
  const submissions = useCompleteSubmissions(search, submissionId)
  const isComplete = submissions?.isChosenComplete ?? true
  const offered = submissions?.offered ?? []
  const isOffered = submissionId === '' || offered.some(({ id }) => id === submissionId)
  return (
    <Stack gap="2" maxWidth="lg">
      <RowSearchField
        search={search !== '' || submissions?.hasMore ? search : undefined}
        setSearch={setSearch}
        label={t('submission')}
      />
      <Field.Root>
        <Field.Label>{t('submission')}</Field.Label>
        <Select
          value={submissionId}
          options={[
            ...(isOffered ? [] : [{ value: submissionId, label: t('otherSubmission') }]),
            ...offered.map(({ id, label }) => ({ value: id, label })),
          ]}
          empty={t('noSubmission')}
          onChange={(id) => set({ ...rest, ...(id && { submissionId: id }) })}
        />
        <Field.HelperText>{t('submissionHint')}</Field.HelperText>
      </Field.Root>
      {!isComplete && <InlineAlert status="warning">{t('submissionIncomplete')}</InlineAlert>}
    </Stack>
  )
}

/** All certificates are selected until the user removes one. */
function CertificatesField({
  offered,
  choice,
}: {
  offered: readonly OfferedCertificate[]
  choice: ActivationOptionsState
}) {
  const t = useText('activation')
  const { certificates, ...rest } = choice.value
  const chosen = certificates ?? offered.map(({ id }) => id)
  const toggle = (id: string, on: boolean) => {
    const next = offered.map((one) => one.id).filter((one) => (one === id ? on : chosen.includes(one)))
    choice.set(next.length === offered.length ? rest : { ...rest, certificates: next })
  }
  return (
    <Fieldset.Root>
      <Fieldset.Legend>{t('certificates')}</Fieldset.Legend>
      <Stack gap="2">
        {offered.map(({ id, title, type, product }) => (
          <LabelledCheckbox key={id} checked={chosen.includes(id)} onChange={(on) => toggle(id, on)}>
            {title} · {type} · {product}
          </LabelledCheckbox>
        ))}
      </Stack>
    </Fieldset.Root>
  )
}
