import { defineText } from '#shared/core/i18n/define-text.ts'

/** The administrator's screen of certificates. Apart from text.ts, which merchants download. */
export const skuAdminText = defineText({
  enUS: {
    certificateType: 'Type',
    certificates: 'Manage SKU Certificates',
    certificatesHint: 'Shoppers see a certificate once it is approved. Pending first.',
    noCertificates: 'No certificates yet',
    noCertificatesHint: 'They appear here as soon as merchants add them to their SKUs.',
    brand: 'Brand',
    sku: 'SKU',
    certificate: 'Certificate',
  },
  ruRU: {
    certificateType: 'Тип',
    certificates: 'Сертификаты артикулов',
    certificatesHint: 'Покупатели видят сертификат после одобрения. Сначала ожидающие.',
    noCertificates: 'Сертификатов пока нет',
    noCertificatesHint: 'Они появятся здесь, как только продавцы добавят их к артикулам.',
    brand: 'Товарный знак',
    sku: 'Артикул',
    certificate: 'Сертификат',
  },
})
