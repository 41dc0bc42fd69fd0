import { defineText } from '#shared/core/i18n/define-text.ts'

/** What is wrong with a custom domain, and what to do. `{{target}}` is the host of the installation. */
export const brandHostFaultText = defineText({
  enUS: {
    dns: 'The name servers of {{host}} did not answer. Check the domain at your DNS provider.',
    target: '{{host}} does not point to {{target}}. Set the CNAME record at your DNS provider.',
    proof: 'The TXT record was not found. Set it at your DNS provider; a change can take an hour to be visible.',
    taken:
      'Another account has proven {{host}}. If the domain is yours, delete the TXT record of that account and check again.',
    lost: 'Another account has proven {{host}}, because your TXT record is no longer there. If the domain is yours, set the record and check again.',
    address: '{{host}} points into a private network. Let it point to {{target}}.',
    certificate:
      '{{host}} has no valid certificate. Ask the operator of {{target}} whether its proxy gets certificates for this name. If you have CAA records, they must allow it.',
    connection:
      'There was no connection to {{host}}. Ask the operator of {{target}} whether its proxy accepts this name.',
    answer:
      'Another server answers at {{host}}. Let the CNAME record point to {{target}}, without a redirect or a page of your DNS provider in between.',
  },
  ruRU: {
    dns: 'Серверы имён домена {{host}} не ответили. Проверьте домен у своего DNS-провайдера.',
    target: '{{host}} не указывает на {{target}}. Задайте запись CNAME у своего DNS-провайдера.',
    proof: 'Запись TXT не найдена. Задайте её у своего DNS-провайдера; изменение может стать видно через час.',
    taken:
      'Права на {{host}} подтвердил другой аккаунт. Если домен ваш, удалите запись TXT того аккаунта и повторите проверку.',
    lost: 'Права на {{host}} подтвердил другой аккаунт, потому что вашей записи TXT больше нет. Если домен ваш, задайте запись и повторите проверку.',
    address: '{{host}} указывает в закрытую сеть. Направьте его на {{target}}.',
    certificate:
      'У {{host}} нет действительного сертификата. Узнайте у оператора {{target}}, получает ли его прокси сертификаты для этого имени. Записи CAA, если они есть, должны это разрешать.',
    connection: 'Не удалось соединиться с {{host}}. Узнайте у оператора {{target}}, принимает ли его прокси это имя.',
    answer:
      'По адресу {{host}} отвечает другой сервер. Направьте запись CNAME на {{target}} без переадресации и страниц DNS-провайдера.',
  },
})
