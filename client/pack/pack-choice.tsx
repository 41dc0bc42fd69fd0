import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuPlus, LuX } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useNewestRecords } from '#client/core/offline/read/queries.ts'
import { CameraInput } from '#client/scan/camera/camera-input.tsx'
import { TypedEntry } from '#client/scan/typed-entry.tsx'
import { useWedge } from '#client/scan/wedge/use-wedge.ts'
import { type PackRecord, packEntity } from '#shared/pack/record.ts'
import type { ChosenPack } from './chosen-packs.ts'
import { packName } from './columns.tsx'
import { PackLine } from './pack-line.tsx'
import { readLabel } from './pallet-list.ts'

const offered = 2000
const shown = 20

/** A package whose codes can be shipped: it is not taken apart, and on no pallet. */
const isWhole = ({ pallet_id, unpacked_at }: PackRecord) => pallet_id === null && unpacked_at === null

type Props = {
  chosen: readonly ChosenPack[]
  onChange: (chosen: readonly ChosenPack[]) => void
  /** Hardware scanners write labels here; false while another list of the screen listens to them. */
  mayListen: boolean
}

/** The cases and pallets of a shipment: by their labels, or from the list of this device. */
export function PackChoice({ chosen, onChange, mayListen }: Props) {
  const t = useText('pack')
  const known = useNewestRecords<PackRecord>(packEntity, offered, isWhole) ?? []
  const [isUnread, setUnread] = useState(false)
  const refs = new Set(chosen.map(({ ref }) => ref))
  const add = (one: ChosenPack) => {
    if (!refs.has(one.ref)) onChange([...chosen, one])
  }
  const take = (text: string): boolean => {
    const found = readLabel(text, known)
    setUnread(found === undefined)
    if (found === undefined) return false
    if (typeof found === 'string') add({ ref: found, name: found, quantity: 0 })
    else add({ ref: found.id, name: packName(found.data), quantity: found.data.quantity })
    return true
  }
  const offers = known.filter(({ id, state }) => state !== 'attention' && !refs.has(id)).slice(0, shown)
  return (
    <Stack gap="3" data-testid="packages">
      <Box>
        <Heading as="h3" size="md">
          {t('shipPackages')}
        </Heading>
        <Text color="fg.muted">{t('shipHint')}</Text>
      </Box>
      {mayListen && <LabelWedge onText={take} />}
      <Flex gap="3" wrap="wrap" align="start">
        <CameraInput label={t('scanCase')} onText={take} />
      </Flex>
      <TypedEntry label={t('typePackage')} action={t('addPackage')} onText={take} />
      <Text role="status" minHeight="6">
        {isUnread ? t('noLabel') : chosen.length > 0 && t('chosenPackages', { count: formatNumber(chosen.length) })}
      </Text>
      {chosen.map(({ ref, name, quantity }) => (
        <PackLine
          key={ref}
          name={name}
          note={quantity > 0 ? formatNumber(quantity) : ''}
          action={t('remove', { name })}
          icon={<LuX aria-hidden />}
          onPress={() => onChange(chosen.filter((one) => one.ref !== ref))}
        />
      ))}
      {offers.length === 0 && chosen.length === 0 && <Text color="fg.muted">{t('noPackages')}</Text>}
      {offers.map(({ id, data }) => (
        <PackLine
          key={id}
          name={`${t(data.kind)} ${packName(data)}`}
          note={formatNumber(data.quantity)}
          action={t('addCase', { name: packName(data) })}
          icon={<LuPlus aria-hidden />}
          onPress={() => add({ ref: id, name: packName(data), quantity: data.quantity })}
        />
      ))}
    </Stack>
  )
}

function LabelWedge({ onText }: { onText: (text: string) => void }) {
  useWedge(([text = '']) => onText(text))
  return null
}
