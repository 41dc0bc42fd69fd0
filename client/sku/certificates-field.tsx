import { Button, Flex, IconButton, SimpleGrid, Stack } from '@chakra-ui/react'
import { type Control, useFieldArray } from 'react-hook-form'
import { LuPlus, LuTrash2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { UploadField } from '#client/ui/file/upload-field.tsx'
import { FieldFrame, SelectField, TextField } from '#client/ui/form/field.tsx'
import { certificateTypes } from '#shared/sku/contract.ts'
import type { SkuFormIn, SkuFormOut } from './form-values.ts'

const types = certificateTypes.map((type) => ({ value: type, label: type }))

export function CertificatesField({ control }: { control: Control<SkuFormIn, unknown, SkuFormOut> }) {
  const t = useText('sku')
  const { fields, append, remove } = useFieldArray({ control, name: 'certificates' })
  return (
    <FieldFrame label={t('certificates')} hint={t('certificateHint')}>
      <Stack gap="3" width="full">
        {fields.map((field, index) => (
          <Stack key={field.id} gap="3" padding="3" borderWidth="1px" borderRadius="l2">
            <Flex gap="2" align="end">
              <SimpleGrid columns={{ base: 1, md: 2 }} gap="3" flex="1">
                <SelectField
                  control={control}
                  name={`certificates.${index}.type`}
                  label={t('certificateType')}
                  options={types}
                />
                <TextField control={control} name={`certificates.${index}.title`} label={t('certificateTitle')} />
              </SimpleGrid>
              <IconButton
                type="button"
                variant="ghost"
                aria-label={t('removeCertificate', { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <LuTrash2 />
              </IconButton>
            </Flex>
            <UploadField
              control={control}
              name={`certificates.${index}.file`}
              label={t('certificateFile')}
              purpose="certificate"
            />
          </Stack>
        ))}
        <Button
          type="button"
          variant="outline"
          size="sm"
          alignSelf="start"
          onClick={() => append({ type: certificateTypes[0], title: '' } as SkuFormIn['certificates'][number])}
        >
          <LuPlus aria-hidden />
          {t('addCertificate')}
        </Button>
      </Stack>
    </FieldFrame>
  )
}
