import { defineProblems } from '#shared/core/api/problem.ts'

export const oidcProblems = defineProblems('oidc', {
  notFound: {
    status: 404,
    enUS: 'Your organization has set up no sign-in of its own.',
    ruRU: 'Вход через организацию не настроен.',
  },
  /** The same for every name and domain, so that nobody learns which accounts exist. */
  unknownOrganisation: {
    status: 400,
    enUS: 'No organization with this name or domain has its own sign-in here. Ask for its short name, or sign in with your password.',
    ruRU: 'Для этого имени или домена вход через организацию не настроен. Узнайте короткое имя организации или войдите с паролем.',
  },
  unknownPerson: {
    status: 400,
    enUS: 'You are signed in at your organization, but no account here is linked to you. Open your invitation, or sign in with your password and link the account in the settings.',
    ruRU: 'Организация вас узнала, но ни одна учётная запись здесь с вами не связана. Откройте приглашение или войдите с паролем и свяжите учётную запись в настройках.',
  },
  expired: {
    status: 400,
    enUS: 'This sign-in took too long, was used already, or was begun in another browser. Please start again.',
    ruRU: 'Вход занял слишком много времени, уже использован или начат в другом браузере. Начните заново.',
  },
  otherAccount: {
    status: 400,
    enUS: 'You are no longer signed in with the account with which you began. Sign in and start again.',
    ruRU: 'Вы больше не в той учётной записи, в которой начали. Войдите и начните заново.',
  },
  taken: {
    status: 409,
    enUS: 'This person of your organization is linked to another account here. Sign in with that one, or unlink it first.',
    ruRU: 'С этим человеком уже связана другая учётная запись. Войдите в неё или сначала отмените связь.',
  },
  secretNeeded: {
    status: 400,
    enUS: 'Enter the client secret. It is stored for one issuer and never sent to another.',
    ruRU: 'Введите секрет клиента. Он хранится для одного издателя и другому не передаётся.',
  },
  testFirst: {
    status: 409,
    enUS: 'Test the sign-in first. Then you can require it.',
    ruRU: 'Сначала проверьте вход. После этого его можно сделать обязательным.',
  },
  needsPassword: {
    status: 409,
    enUS: 'Set a password first. Without the link you would have no way to sign in.',
    ruRU: 'Сначала задайте пароль. Без связи вы не сможете войти.',
  },
  required: {
    status: 409,
    enUS: 'Your business requires the sign-in of your organization. Ask an owner if it no longer works for you.',
    ruRU: 'Ваша компания требует вход через организацию. Если он у вас больше не работает, обратитесь к владельцу.',
  },

  unreachable: {
    status: 400,
    enUS: 'The provider could not be reached at {{host}}. Check the issuer, or try again later.',
    ruRU: 'Сервер входа {{host}} недоступен. Проверьте адрес издателя или попробуйте позже.',
  },
  slow: {
    status: 400,
    enUS: 'The provider at {{host}} did not answer in time. Try again later.',
    ruRU: 'Сервер входа {{host}} не ответил вовремя. Попробуйте позже.',
  },
  address: {
    status: 400,
    enUS: 'The provider has the address {{host}}, which is not on the public internet. Ask the operator of this installation to allow it.',
    ruRU: 'Адрес сервера входа {{host}} не в открытом интернете. Попросите оператора этой установки разрешить его.',
  },
  certificate: {
    status: 400,
    enUS: 'No encrypted connection to {{host}} is possible. Its certificate is not accepted.',
    ruRU: 'Защищённое соединение с {{host}} невозможно. Его сертификат не принят.',
  },
  noProvider: {
    status: 400,
    enUS: '{{host}} answers, but not as an OpenID Connect provider. Check the issuer: it is the address before “/.well-known/openid-configuration”.',
    ruRU: '{{host}} отвечает, но не как сервер OpenID Connect. Проверьте издателя: это адрес до «/.well-known/openid-configuration».',
  },
  otherIssuer: {
    status: 400,
    enUS: 'The provider calls itself {{found}}. Enter exactly this as the issuer, if you trust it.',
    ruRU: 'Сервер входа называет себя {{found}}. Если вы ему доверяете, укажите издателя именно так.',
  },
  client: {
    status: 400,
    enUS: 'The provider does not accept the client ID with this secret ({{reason}}). Enter both again; secrets also expire.',
    ruRU: 'Сервер входа не принимает ID клиента с этим секретом ({{reason}}). Введите их заново; у секретов бывает срок действия.',
  },
  refused: {
    status: 400,
    enUS: 'The provider did not let you in ({{reason}}). Ask the person who manages sign-ins in your organization.',
    ruRU: 'Сервер входа вас не впустил ({{reason}}). Обратитесь к тому, кто управляет входом в вашей организации.',
  },
  code: {
    status: 400,
    enUS: 'The provider did not accept the end of the sign-in ({{reason}}). Start again. If it happens each time, check the redirect URL there.',
    ruRU: 'Сервер входа не принял завершение входа ({{reason}}). Начните заново. Если это повторяется, проверьте там адрес перенаправления.',
  },
  claim: {
    status: 400,
    enUS: 'The ID token of the provider has no valid “{{claim}}”. Check the settings of the application there.',
    ruRU: 'В ID-токене сервера входа нет верного значения «{{claim}}». Проверьте там настройки приложения.',
  },
  token: {
    status: 400,
    enUS: 'The provider sent an ID token that is not valid: its signature, issuer or client is wrong.',
    ruRU: 'Сервер входа прислал неверный ID-токен: не подходит подпись, издатель или клиент.',
  },
})
