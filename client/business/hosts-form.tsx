import { Button, Stack, Text } from '@chakra-ui/react'
import { z } from 'zod'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { TextareaField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { parseHosts } from '#shared/core/fields/web-url.ts'
import { type ApprovedHosts, customizationContract } from '#shared/customization/contract.ts'

/** Parses hosts as users enter them: one per line, also as the URL of a page. */
const HostLines = z.string().transform((text, context) => {
  const hosts = parseHosts(text)
  if (!hosts) context.addIssue('Invalid host name')
  return hosts ?? []
})
const HostsFormValues = z.object({ redirect: HostLines, embed: HostLines })

/** Hosts to which a merchant's pages may redirect, and hosts that they may embed. */
export function Hosts({ id }: { id: string }) {
  const hosts = useRead(customizationContract.hosts, { params: { id } })
  if (!hosts.data) return <LoadState read={hosts} height="32" />
  return <HostsForm id={id} hosts={hosts.data} />
}

function HostsForm({ id, hosts }: { id: string; hosts: ApprovedHosts }) {
  const t = useText('businessAdmin')
  const save = useWrite(customizationContract.setHosts, {
    refresh: [customizationContract.hosts],
    done: t('hostsSaved'),
  })
  const form = useForm(HostsFormValues, hostsFormValuesOf(hosts))
  return (
    <Form
      form={form}
      onSubmit={async (body) => form.reset(hostsFormValuesOf(await save.mutateAsync({ params: { id }, body })))}
    >
      <Stack gap="1">
        <Text as="h3" fontWeight="semibold">
          {t('hosts')}
        </Text>
        <Text color="fg.muted">{t('hostsHint')}</Text>
      </Stack>
      <TextareaField control={form.control} name="redirect" label={t('redirectHosts')} hint={t('redirectHostsHint')} />
      <TextareaField control={form.control} name="embed" label={t('embedHosts')} hint={t('embedHostsHint')} />
      <Text color="fg.muted" textStyle="sm">
        {t('videoHostsHint')}
      </Text>
      <Button type="submit" alignSelf="start" loading={form.formState.isSubmitting}>
        {t('saveHosts')}
      </Button>
    </Form>
  )
}

const hostsFormValuesOf = ({ redirect, embed }: ApprovedHosts) => ({
  redirect: redirect.join('\n'),
  embed: embed.join('\n'),
})
