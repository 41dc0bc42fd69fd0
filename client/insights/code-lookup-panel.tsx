import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useText } from '#client/core/i18n/i18n.ts'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'

const LookUpValues = z.object({ code: z.string().trim().min(1, 'Please fill in the code').max(500) })

/** Finds a code by its text: the first step of customer care when a person calls about a code. */
export function CodeLookupPanel() {
  const t = useText('insights')
  const navigate = useNavigate()
  const form = useForm(LookUpValues, { code: '' })
  return (
    <Panel as="div" title={t('lookUp')}>
      <Text color="fg.muted">{t('lookUpHint')}</Text>
      <Form form={form} onSubmit={async ({ code }) => void navigate(`/code?a=${encodeURIComponent(code)}`)}>
        <Flex gap="2" align="end" maxWidth="3xl">
          <Box flex="1">
            <TextField control={form.control} name="code" label={t('lookUpCode')} autoFocus autoComplete="off" />
          </Box>
          <Button type="submit">{t('find')}</Button>
        </Flex>
      </Form>
    </Panel>
  )
}
