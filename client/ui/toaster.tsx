import { createToaster, Portal, Spinner, Stack, Text, Toast, Toaster } from '@chakra-ui/react'
import { useText } from '#client/core/i18n.ts'
import { limits } from '#shared/core/limits.ts'

export type Notice = { tone: 'success' | 'error' | 'info' | 'warning'; title: string; reference?: string }

const toaster = createToaster({ placement: 'top', pauseOnPageIdle: true, max: 4 })

export function show({ tone, title, reference }: Notice): void {
  const id = `${tone}:${title}`
  const notice = {
    title,
    type: tone,
    closable: true,
    duration: tone === 'error' ? Number.POSITIVE_INFINITY : limits.toastMs,
    ...(reference && { meta: { reference } }),
  }
  if (toaster.isVisible(id)) toaster.update(id, notice)
  else toaster.create({ id, ...notice })
}

export function Component() {
  const t = useText('ui')
  return (
    <Portal>
      <Toaster toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Toast.Root width={{ base: 'full', md: 'md' }} data-testid="notification">
            {toast.type === 'loading' ? <Spinner size="sm" /> : <Toast.Indicator />}
            <Stack gap="1" flex="1" maxWidth="100%">
              <Toast.Title>{toast.title}</Toast.Title>
              {toast.meta?.reference && (
                <Text textStyle="xs" opacity="0.9">
                  {t('reference', { reference: String(toast.meta.reference) })}
                </Text>
              )}
            </Stack>
            <Toast.CloseTrigger aria-label={t('dismiss')} />
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  )
}
