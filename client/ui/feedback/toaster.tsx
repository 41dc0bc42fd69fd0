import { createToaster, Portal, Spinner, Stack, Text, Toast, Toaster } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Notice } from '#client/core/notify.ts'
import { limits } from '#shared/core/limits/limits.ts'

const toaster = createToaster({ placement: 'top', pauseOnPageIdle: true, max: 4 })

export function showToast({ tone, title, reference, action, ms = limits.toastMs }: Notice): void {
  const id = `${tone}:${title}`
  const notice = {
    title,
    type: tone,
    closable: true,
    duration: tone === 'error' ? Number.POSITIVE_INFINITY : ms,
    ...(action && { action: { label: action.label, onClick: action.run } }),
    ...(reference && { meta: { reference } }),
  }
  if (toaster.isVisible(id)) toaster.update(id, notice)
  else toaster.create({ id, ...notice })
}

export function Component() {
  const t = useText('ui')
  return (
    <Portal>
      <Toaster toaster={toaster} aria-label={t('notifications')} insetInline={{ mdDown: '4' }}>
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
            {toast.action && <Toast.ActionTrigger>{toast.action.label}</Toast.ActionTrigger>}
            <Toast.CloseTrigger aria-label={t('dismiss')} />
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  )
}
