import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuPlus, LuUndo2, LuX } from 'react-icons/lu'
import { useNavigate } from 'react-router'
import { useTask } from '#client/core/async/use-task.ts'
import { deleteDraft, loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { offline, requireEngine, useNewestRecords, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import { CameraInput } from '#client/scan/camera/camera-input.tsx'
import { playFeedback } from '#client/scan/scan-feedback.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'
import { TypedEntry } from '#client/scan/typed-entry.tsx'
import { useWedge } from '#client/scan/wedge/use-wedge.ts'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { maxContents } from '#shared/pack/contract.ts'
import { type PackRecord, packEntity } from '#shared/pack/record.ts'
import { ClosePackage } from './close-package.tsx'
import { packName } from './columns.tsx'
import { enqueuePack } from './enqueue-pack.ts'
import { PackLine } from './pack-line.tsx'
import { isFreeCase, PalletCases, type PalletState, readLabel, withCase } from './pallet-list.ts'

/** Cases of this device that are offered and recognized by their labels. */
const offered = 2000
const shown = 50
const draftName = 'pack.pallet'

const isCase = ({ kind }: PackRecord) => kind === 'case'

/** The cases of a pallet: their labels are scanned one after another, or they are chosen from the list. */
export function PalletView({ may }: { may: boolean }) {
  const owner = offline((state) => state.engine?.db.name)
  const t = useText('pack')
  return (
    <Page
      title={t('palletTitle')}
      description={t('palletHint')}
      actions={<BackLink to="/packages">{t('back')}</BackLink>}
    >
      <OpenPallet key={owner} may={may} />
    </Page>
  )
}

/** The pallet in this tab, stored with every change until it is closed. */
function usePalletDraft() {
  const [pallet, setState] = useState<PalletState>(() => ({ cases: loadDraft(draftName, PalletCases) ?? [] }))
  const setPallet = (next: PalletState) => {
    setState(next)
    if (next.cases.length === 0) deleteDraft(draftName)
    else if (next.cases !== pallet.cases) storeDraft(draftName, next.cases)
  }
  return [pallet, setPallet] as const
}

function OpenPallet({ may }: { may: boolean }) {
  const t = useText('pack')
  const navigate = useNavigate()
  const known = useNewestRecords<PackRecord>(packEntity, offered, isCase) ?? []
  const onUnsentPallets = usePalletizedHere()
  const free = known.filter(
    ({ id, data, state }) => state !== 'attention' && isFreeCase(data) && !onUnsentPallets.has(id),
  )
  const [pallet, setPallet] = usePalletDraft()
  const { cases, message } = pallet
  const take = (text: string): boolean => {
    const found = readLabel(text, known)
    const isElsewhere = typeof found === 'object' && onUnsentPallets.has(found.id)
    const next = isElsewhere
      ? { cases, message: { kind: 'notFree' as const, name: packName(found.data) } }
      : withCase(pallet, found)
    setPallet(next)
    const isAdded = next.message?.kind === 'added'
    playFeedback(isAdded ? 'good' : next.message?.kind === 'again' ? 'again' : 'bad', scanPreferences.getState())
    return isAdded
  }
  useWedge(([text = '']) => take(text))
  const close = useTask(async () => {
    const engine = requireEngine()
    await enqueuePack(engine, {
      kind: 'pallet',
      contents: cases.map(({ ref }) => ref),
      quantity: cases.reduce((sum, { quantity }) => sum + quantity, 0),
      caseIds: cases.filter(({ isKnown }) => isKnown).map(({ ref }) => ref),
    })
    void engine.sendNow()
    deleteDraft(draftName)
    notify({ tone: 'success', title: t('palletDone') })
    navigate('/packages')
  })
  const chosen = new Set(cases.map(({ ref }) => ref))
  const offers = free.filter(({ id }) => !chosen.has(id))
  return (
    <Stack gap="5">
      <Stack gap="3">
        <CameraInput label={t('scanCase')} onText={take} />
        <TypedEntry label={t('typeCase')} action={t('add')} onText={take} />
        <Text role="status" fontWeight="600" minHeight="6" data-testid="said">
          {message &&
            ('name' in message
              ? t(message.kind, { name: message.name })
              : t(message.kind, { count: formatNumber(maxContents.pallet) }))}
        </Text>
      </Stack>
      {cases.length > 0 && (
        <Stack gap="2">
          <Flex justify="space-between" align="center" gap="3" wrap="wrap">
            <Heading as="h2" size="md">
              {t('onThisPallet', { count: formatNumber(cases.length) })}
            </Heading>
            <Button variant="outline" size="sm" onClick={() => setPallet({ cases: cases.slice(0, -1) })}>
              <LuUndo2 aria-hidden />
              {t('undo')}
            </Button>
          </Flex>
          {cases.toReversed().map(({ ref, name }) => (
            <PackLine
              key={ref}
              name={name}
              action={t('remove', { name })}
              icon={<LuX aria-hidden />}
              onPress={() => setPallet({ cases: cases.filter((one) => one.ref !== ref) })}
            />
          ))}
          <ClosePackage may={may} task={close} testId="close-pallet">
            {t('closePallet', { count: cases.length, shown: formatNumber(cases.length) })}
          </ClosePackage>
        </Stack>
      )}
      <Stack gap="2">
        <Heading as="h2" size="md">
          {t('freeCases')}
        </Heading>
        {offers.length === 0 && <Text color="fg.muted">{t('noFreeCases')}</Text>}
        {offers.slice(0, shown).map((one) => (
          <PackLine
            key={one.id}
            name={packName(one.data)}
            note={formatNumber(one.data.quantity)}
            action={t('addCase', { name: packName(one.data) })}
            icon={<LuPlus aria-hidden />}
            onPress={() => setPallet(withCase(pallet, one))}
          />
        ))}
      </Stack>
    </Stack>
  )
}

/** The cases on pallets that wait on this device. */
function usePalletizedHere(): ReadonlySet<string> {
  const saved = useUnsentRecords<PackRecord>(packEntity) ?? []
  return new Set(
    saved.flatMap(({ data }) => (data.kind === 'pallet' && !data.unpacked_at ? (data.contents ?? []) : [])),
  )
}
