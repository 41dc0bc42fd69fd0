import { Button, Link as ChakraLink, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useTask } from '#client/core/async/use-task.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type MerchantKey, type MerchantKeys, merchantKeyContract } from '#shared/business/key-contract.ts'
import { base64Of } from '#shared/transparency/base64.ts'

/** The merchant's signing key. It is created in this browser; its public part is published and named in payloads. */
export function SigningKey() {
  const t = useText('business')
  const read = useRead(merchantKeyContract.read, {})
  return (
    <Panel title={t('key')} maxWidth="3xl">
      {read.data ? <Keys {...read.data} /> : <LoadState read={read} height="32" />}
    </Panel>
  )
}

function Keys({ address, statement, keys }: MerchantKeys) {
  const t = useText('business')
  const { open, setOpen, close } = useDialogs<{ kind: 'replace' | 'withdraw' }>()
  const refresh = [merchantKeyContract.read]
  const set = useWrite(merchantKeyContract.set, { done: t('keyPublished'), refresh })
  const withdraw = useWrite(merchantKeyContract.withdraw, { done: t('keyWithdrawn'), refresh })
  const make = useTask(async () => {
    const made = await generateSigningKey(statement).catch(() => undefined)
    if (!made) return notify({ tone: 'error', title: t('keyUnsupported') })
    // The file is saved first: without its private part, a published key is useless.
    saveBlob(new Blob([made.pem], { type: 'application/x-pem-file' }), 'signing-key.pem')
    await set.mutateAsync({ body: { key: made.key, signature: made.signature } }).catch(() => undefined)
  })
  const current = keys.find(({ until }) => until === null)
  return (
    <Stack gap="4" align="start">
      <Text>{t('keyWhat')}</Text>
      {current ? <Current shown={current} address={address} /> : <Text fontWeight="600">{t('keyNone')}</Text>}
      <Flex gap="3" wrap="wrap">
        <Button
          variant={current ? 'outline' : 'solid'}
          loading={make.isPending}
          onClick={() => (current ? setOpen({ kind: 'replace' }) : make.mutate())}
        >
          {t(current ? 'keyReplace' : 'keyMake')}
        </Button>
        {current && (
          <Button variant="outline" onClick={() => setOpen({ kind: 'withdraw' })}>
            {t('keyWithdraw')}
          </Button>
        )}
      </Flex>
      <Text color="fg.muted" textStyle="sm">
        {t('keySafe')}
      </Text>
      <ConfirmDialog
        open={open?.kind === 'replace'}
        title={t('keyReplaceTitle')}
        confirm={t('keyReplace')}
        busy={make.isPending}
        onConfirm={() => make.mutate(undefined, { onSettled: close })}
        onCancel={close}
      >
        {t('keyReplaceHint')}
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.kind === 'withdraw'}
        title={t('keyWithdrawTitle')}
        confirm={t('keyWithdraw')}
        danger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({}, { onSettled: close })}
        onCancel={close}
      >
        {t('keyReplaceHint')}
      </ConfirmDialog>
    </Stack>
  )
}

function Current({ shown: { key, from }, address }: { shown: MerchantKey; address: string }) {
  const t = useText('business')
  return (
    <Stack gap="1">
      <chakra.code overflowWrap="anywhere" textStyle="sm">
        {key}
      </chakra.code>
      <Text color="fg.muted" textStyle="sm">
        {t('keySince', { at: formatDateTime(from) })}{' '}
        <ChakraLink href={address} target="_blank" textDecoration="underline">
          {t('keyAddress')}
        </ChakraLink>
      </Text>
    </Stack>
  )
}

type GeneratedKey = {
  /** Ed25519, base64. */
  key: string
  signature: string
  /** The private key as PKCS #8 in PEM, which OpenSSL reads. */
  pem: string
}

/** Generates a key pair and signs a statement with it. Rejects when the browser has no Ed25519 or the page is not served over HTTPS. */
async function generateSigningKey(statement: string): Promise<GeneratedKey> {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const [key, secret, signature] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, new TextEncoder().encode(statement)),
  ])
  const textOf = (bytes: ArrayBuffer) => base64Of(new Uint8Array(bytes))
  const lines = textOf(secret).match(/.{1,64}/g)!
  const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')
  return { key: textOf(key), signature: textOf(signature), pem }
}
